/** Money as people type it, in dollars, and as it is kept, in whole cents. */

const CENTS_PER_DOLLAR = 100;

/** A sign, digits with or without thousands, and up to two decimals. */
const AMOUNT = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d{0,2})?$/;

/** Reads '1500', '1,500.50' or '$20' as cents; nothing typed is nothing owed, null is no amount at all. */
export function centsOf(typed: string): number | null {
  const text = typed.trim().replace(/^(-?)\s*\$\s*/, "$1");
  if (text === "") return 0;
  if (!AMOUNT.test(text) || !/\d/.test(text)) return null;
  return Math.round(Number(text.replaceAll(",", "")) * CENTS_PER_DOLLAR);
}

/** Reads typed dollars for a form; what is no amount is NaN, which its shape refuses at its field. */
export const typedCents = (typed: string): number => centsOf(typed) ?? Number.NaN;

/** Writes cents as they are typed: '1500' or '1500.50'. */
export const dollarsOf = (cents: number): string =>
  cents % CENTS_PER_DOLLAR === 0 ? String(cents / CENTS_PER_DOLLAR) : (cents / CENTS_PER_DOLLAR).toFixed(2);
