// Sets of digits as numbers: 2^(d - 1) stands for the digit d. JavaScript's own operators on bits end at 32 digits.

const bit = (digit) => 2 ** (digit - 1);

export const full = (size) => 2 ** size - 1;
export const has = (mask, digit) => Math.floor(mask / bit(digit)) % 2 === 1;
export const plus = (mask, digit) => (has(mask, digit) ? mask : mask + bit(digit));
export const minus = (mask, digit) => (has(mask, digit) ? mask - bit(digit) : mask);
export const digitsOf = (mask) => [...mask.toString(2)].reverse().flatMap((sign, n) => (sign === "1" ? [n + 1] : []));
