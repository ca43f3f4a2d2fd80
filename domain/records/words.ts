/** The words for described fields' values, in the history and in the comparison of two versions. */
import { formatCents, formatDay, formatMoment, grouped, spoken } from "../formatting/formatting";
import { UNITS, type Field, type Fields } from "./fields";
import { headingOf } from "./record";

export type FieldFormat =
  | "text"
  | "day"
  | "instant"
  | "cents"
  | "choice"
  | "flag"
  | "pounds"
  | "inches"
  | "grams"
  | "fahrenheit"
  | "percent"
  /** The value is stored only for a restore, and is never shown. */
  | "hidden";

export function formatOf(field: Field): FieldFormat {
  switch (field.type) {
    case "number":
      return field.unit ?? "text";
    case "cents":
    case "day":
    case "instant":
    case "choice":
    case "flag":
      return field.type;
    case "list":
      return "choice";
    case "text":
    case "notes":
    case "reference":
    case "group":
    case "entries":
      return "text";
    default:
      return field satisfies never;
  }
}

export type Value = string | number | boolean | readonly (string | number)[] | null;

const NOTHING = "nothing";

export const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const choiceInWords = ({ choiceLabels }: Field, choice: string): string =>
  choiceLabels?.[choice] ?? spoken(choice);

/** The form's heading or label, and the unit. The label is capitalized unless `isPlain`. */
export function labelOf(field: Field, isPlain = false): string {
  const name = isPlain ? (field.heading ?? field.label) : headingOf(field);
  const unit = field.type === "cents" ? "$" : field.type === "number" && field.unit && UNITS[field.unit];
  return unit && !field.heading ? `${name} (${unit})` : name;
}

/** The values have the order of the fields. Empty values are left out. */
export const entryInWords = (fields: Fields, entry: object): string =>
  Object.entries(fields)
    .map(([name, field]) => [formatOf(field), Reflect.get(entry, name) as Value] as const)
    .filter(([, value]) => value !== null && value !== "")
    .map(([format, value]) => inWords(format, value))
    .join(" · ");

export function inWords(format: FieldFormat, value: Value): string {
  if (value === null || value === "") return NOTHING;
  if (typeof value === "object") {
    if (value.length === 0) return NOTHING;
    return value.map((each) => (format === "choice" ? spoken(String(each)) : String(each))).join(", ");
  }
  switch (format) {
    case "day":
      return DAY.test(String(value)) ? formatDay(String(value)) : String(value);
    case "instant":
      return formatMoment(Number(value));
    case "cents":
      return formatCents(Number(value));
    case "choice":
      return spoken(String(value));
    case "flag":
      return value === true ? "Yes" : "No";
    case "pounds":
    case "inches":
    case "grams":
    case "fahrenheit":
      return `${grouped(Number(value), 2)} ${UNITS[format]}`;
    case "percent":
      return `${grouped(Number(value), 2)}%`;
    case "hidden":
      return NOTHING;
    case "text":
      return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
    default:
      return format satisfies never;
  }
}
