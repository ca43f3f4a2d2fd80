/** Formats validators in error messages as the source code that creates them. */
import { isJsonObject } from "./json.js";
import type { JsonValue } from "./json.js";
import type { FieldValidatorJson, ValidatorJson } from "./validator-json.js";

const SIMPLE_NAMES = {
  null: "null",
  number: "float64",
  bigint: "int64",
  boolean: "boolean",
  string: "string",
  bytes: "bytes",
  any: "any",
  commitTs: "commitTs",
} as const;

export function displayValidator(validator: ValidatorJson): string {
  switch (validator.type) {
    case "function":
      return displayFunction(validator);
    case "literal":
      return `v.literal(${displayLiteral(validator.value)})`;
    case "id":
      return `v.id("${validator.tableName}")`;
    case "array":
      return `v.array(${displayValidator(validator.value)})`;
    case "record":
      return `v.record(${displayValidator(validator.keys)}, ${displayField(validator.values)})`;
    case "object":
      return `v.object({${displayFields(validator.value)}})`;
    case "union":
      return `v.union(${validator.value.map(displayValidator).join(", ")})`;
    default:
      return `v.${SIMPLE_NAMES[validator.type]}()`;
  }
}

function displayFunction({ fnType, args, returns }: ValidatorJson & { type: "function" }): string {
  const parts = [
    ...(fnType === undefined ? [] : [`fnType: ${JSON.stringify(fnType)}`]),
    ...(args === undefined ? [] : [`args: ${displayValidator(args)}`]),
    ...(returns === undefined ? [] : [`returns: ${displayValidator(returns)}`]),
  ];
  return parts.length === 0 ? "v.function()" : `v.function({${parts.join(", ")}})`;
}

function displayFields(fields: { readonly [field: string]: FieldValidatorJson }): string {
  return Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${name}: ${displayField(field)}`)
    .join(", ");
}

function displayField(field: FieldValidatorJson): string {
  const text = displayValidator(field.fieldType);
  return field.optional ? `v.optional(${text})` : text;
}

function displayLiteral(value: JsonValue): string {
  if (typeof value === "number") return Number.isInteger(value) ? value.toFixed(1) : JSON.stringify(value);
  // Only an int64 literal is encoded as an object. Convex does not print its digits.
  return isJsonObject(value) ? "<bigint>" : JSON.stringify(value);
}
