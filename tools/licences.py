"""List the licence of everything that this project needs; fail if one is unknown or unwanted.

    python tools/licences.py

It inspects the installed distributions: all requirements of the package and its extras, and their requirements. The
package itself and the extras for users may need only permissive licences, or licences that bind only changes to the
work itself (MPL, EPL, LGPL); development tools may have any known licence. The exit code is 1 if a licence fails.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

PROJECT = "sudokubench"
USERS = ("", "engines", "report", "parquet", "cluster", "web")
DEVELOPERS = ("docs", "dev")

FREE = re.compile(
    r"\b(MIT(-0)?|BSD|[0123]-Clause|Apache|ISC|PSF|Python|Zlib|Unlicense|0BSD|CC0|OFL|CNRI|HPND|BSL|"
    r"MPL|Mozilla|EPL|Eclipse|LGPL\w*|Lesser)\b",
    re.IGNORECASE,
)
STRONG = re.compile(r"(?<!L)\bA?GPL|(?<!Lesser )General Public License", re.IGNORECASE)

KNOWN = {"altair": "BSD-3-Clause", "axe-playwright-python": "MIT, with axe-core under MPL-2.0"}
"""Licences of distributions that do not declare theirs, from their files."""


def main() -> int:
    """Print a line for each distribution; return the exit code."""
    faults = []
    run_time = set(needed(USERS))
    for name in sorted({*run_time, *needed(DEVELOPERS)}):
        try:
            licence = KNOWN.get(name) or licence_of(distribution(name))
        except PackageNotFoundError:
            faults.append(f"{name} is not installed: pip install -e '.[dev]'")
            continue
        fault = fault_of(licence, name in run_time)
        print(f"{name:32}{'' if name in run_time else 'dev':5}{licence or '?'}")
        if fault:
            faults.append(f"{name}: {fault}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def needed(extras: tuple[str, ...]) -> Iterator[str]:
    """Yield the names of all direct and indirect requirements on this system, without this project."""
    waiting = [(PROJECT, extra) for extra in extras]
    seen = set(waiting)
    while waiting:
        name, extra = waiting.pop()
        if name != PROJECT:
            yield name
        try:
            asked = distribution(name).requires or []
        except PackageNotFoundError:
            continue
        for requirement in map(Requirement, asked):
            if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
                continue
            plain = re.sub(r"[-_.]+", "-", requirement.name).lower()
            for wanted in ("", *requirement.extras):
                if (plain, wanted) not in seen:
                    seen.add((plain, wanted))
                    waiting.append((plain, wanted))


def licence_of(found: Distribution) -> str:
    """Return the declared licence of a distribution: an expression, a short text, or its classifiers; else empty."""
    fields = found.metadata
    lines = fields.get_all("Classifier") or []
    classifiers = [line.rsplit(" :: ", 1)[-1] for line in lines if line.startswith("License :: ")]
    text = (fields.get("License-Expression") or fields.get("License") or "").strip()
    first = text.split("\n")[0].strip()
    return first if 0 < len(first) <= 60 and first != "UNKNOWN" else " or ".join(classifiers)


def fault_of(licence: str, at_run_time: bool) -> str | None:
    """Return why a licence is not acceptable, or None. Of alternatives (`A or B`) one is enough."""
    choices = re.split(r"\s+or\s+|\s*;\s*", licence, flags=re.IGNORECASE)
    if not any(FREE.search(choice) or STRONG.search(choice) for choice in choices):
        return f"its licence is unknown ({licence or 'it declares none'}): read it, and say so in KNOWN"
    if at_run_time and not any(FREE.search(choice) and not STRONG.search(choice) for choice in choices):
        return f"{licence} at run time would bind the users of {PROJECT}"
    return None


if __name__ == "__main__":
    sys.exit(main())
