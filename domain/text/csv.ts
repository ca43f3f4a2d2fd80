/**
 * Writes CSV that every spreadsheet opens correctly: UTF-8 with a byte order mark, RFC 4180 quoting, and no cell
 * that a spreadsheet would run as a formula. Source: decision GAP-DOG-14.
 */

/** With this mark, spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Characters that make a spreadsheet read a cell as a formula, also after a tab or a line end, and in East Asian
 * width.
 */
export const FORMULA_SIGNS = String.raw`=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20`;

const FORMULA_START = new RegExp(`^[${FORMULA_SIGNS}]`);

const NEEDS_QUOTES = /[",\r\n]/;

const disarm = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

function toCell(text: string): string {
  const harmless = disarm(text);
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");

export const toCsv = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + csvLines(rows);
