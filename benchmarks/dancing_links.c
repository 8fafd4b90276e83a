/* Algorithm X with dancing links and the smallest item, after Knuth (TAOCP 4B, 7.2.2.1), written for comparison.

   gcc -O3 -o dancing_links dancing_links.c; ./dancing_links < cover
   Input: the numbers of items, primary items and options; then for each option its length and its items, from 0.
   Output: the number of solutions, and the CPU seconds of the search. */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int *up, *down, *top, *left, *right, *size, root;
static long found;

/* Nodes 0 .. items - 1 are headers. Before each option stands a spacer: top < 0, up is the first node of the option
   before it, down is the last node of the option after it. */

static void hide(int p) {
    for (int q = p + 1; q != p;) {
        if (top[q] < 0) { q = up[q]; continue; }
        down[up[q]] = down[q];
        up[down[q]] = up[q];
        size[top[q]]--;
        q++;
    }
}

static void unhide(int p) {
    for (int q = p - 1; q != p;) {
        if (top[q] < 0) { q = down[q]; continue; }
        down[up[q]] = up[down[q]] = q;
        size[top[q]]++;
        q--;
    }
}

static void cover(int i) {
    for (int p = down[i]; p != i; p = down[p]) hide(p);
    right[left[i]] = right[i];
    left[right[i]] = left[i];
}

static void uncover(int i) {
    right[left[i]] = left[right[i]] = i;
    for (int p = up[i]; p != i; p = up[p]) unhide(p);
}

static void search(void) {
    if (right[root] == root) { found++; return; }
    int best = right[root];
    for (int i = right[best]; i != root && size[best]; i = right[i])
        if (size[i] < size[best]) best = i;
    if (!size[best]) return;
    cover(best);
    for (int p = down[best]; p != best; p = down[p]) {
        for (int q = p + 1; q != p;)
            if (top[q] < 0) q = up[q]; else cover(top[q++]);
        search();
        for (int q = p - 1; q != p;)
            if (top[q] < 0) q = down[q]; else uncover(top[q--]);
    }
    uncover(best);
}

int main(void) {
    int items, primary, options, most = 1 << 22;
    if (scanf("%d %d %d", &items, &primary, &options) != 3) return 1;
    int **all[] = {&up, &down, &top, &left, &right, &size};
    for (int k = 0; k < 6; k++) *all[k] = calloc(most, sizeof(int));
    root = items;
    for (int i = 0; i <= items; i++) {
        up[i] = down[i] = left[i] = right[i] = i;
        if (i < primary || i == root) {
            left[i] = i == root ? primary - 1 : i ? i - 1 : root;
            right[i] = i == root ? 0 : i + 1 < primary ? i + 1 : root;
        }
    }
    int node = items + 1, first = node + 1;
    top[node] = -1;
    for (int o = 0, length, i; o < options; o++) {
        if (scanf("%d", &length) != 1 || node + length + 2 > most) return 1;
        down[first - 1] = first - 1 + length;
        for (node = first; length--; node++) {
            if (scanf("%d", &i) != 1) return 1;
            top[node] = i, up[node] = up[i], down[node] = i;
            down[up[i]] = node, up[i] = node, size[i]++;
        }
        top[node] = -1, up[node] = first, first = node + 1;
    }
    clock_t begun = clock();
    if (primary) search(); else found = 1;
    printf("%ld %.6f\n", found, (double)(clock() - begun) / CLOCKS_PER_SEC);
}
