/** Converts amounts between the form that users enter, in dollars, and the stored form, in whole cents. */

const CENTS_PER_DOLLAR = 100;

/** An optional sign, digits with or without thousands separators, and up to two decimals. */
const AMOUNT = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d{0,2})?$/;

/** Converts '1500', '1,500.50' or '$20' to cents. An empty text is 0, and null means invalid. */
export function centsOf(typed: string): number | null {
  const text = typed.trim().replace(/^(-?)\s*\$\s*/, "$1");
  if (text === "") return 0;
  if (!AMOUNT.test(text) || !/\d/.test(text)) return null;
  return Math.round(Number(text.replaceAll(",", "")) * CENTS_PER_DOLLAR);
}

/** An invalid amount becomes NaN, which the form's shape refuses with a message at the field. */
export const typedCents = (typed: string): number => centsOf(typed) ?? Number.NaN;

/** Formats cents for an input: '1500' or '1500.50'. */
export const dollarsOf = (cents: number): string =>
  cents % CENTS_PER_DOLLAR === 0 ? String(cents / CENTS_PER_DOLLAR) : (cents / CENTS_PER_DOLLAR).toFixed(2);
