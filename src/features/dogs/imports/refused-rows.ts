/** The refused rows of an import as a file that can be corrected and imported again. */
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from "@domain/dogs/import-fields";
import { toCsv } from "@domain/text/csv";

type Refused = {
  line: number;
  fields: Record<string, string>;
  values?: Record<string, string | number | boolean>;
};

/** Why a row was refused; the heading is none of a dog's fields, so that the column stays out when it comes back. */
const REASON = "Why it was refused";

const headings: Partial<Record<string, string>> = { weight: "Weight (lbs)", height: "Height (in)" };

/** Writes the refused rows with their fields' headings, and why each was refused. */
export function writeRefusedRows(errors: readonly Refused[]): string {
  const kept = errors.filter(({ values }) => values !== undefined);
  const used = IMPORT_FIELD_NAMES.filter((field) => kept.some(({ values }) => values?.[field] !== undefined));
  const header = [...used.map((field) => headings[field] ?? IMPORT_FIELDS[field].label), REASON];
  const rows = kept.map(({ values, fields }) => [
    ...used.map((field) => {
      const value = values?.[field];
      return value === true ? "yes" : value === false ? "no" : String(value ?? "");
    }),
    Object.values(fields).join(". "),
  ]);
  return toCsv([header, ...rows]);
}
