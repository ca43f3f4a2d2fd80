/**
 * Checks values with validators in the JSON form that `convex/values` exports, and reports mismatches with Convex's
 * messages. Used for documents, arguments and return values. For a union of several members the message never says
 * which member almost matched.
 */
import { displayObject, displayValue } from "./display.js";
import { isFunctionHandle } from "./function-handles.js";
import { parseId } from "./ids.js";
import { isJsonObject, kindOf, tagOf } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import { encodeKeyPart } from "./key-codec.js";
import { MAX_ARRAY_LENGTH, MAX_OBJECT_FIELDS } from "./limits.js";
import { displayValidator } from "./validator-display.js";
import type { FieldValidatorJson, ObjectValidatorJson, ValidatorJson } from "./validator-json.js";

export interface ValidationContext {
  /** Null if there is no table with this number. */
  tableName(tableNumber: number): string | null;
}

/** `path` begins with the innermost field. */
interface Failure {
  readonly path: string[];
  readonly message: (path: string) => string;
}

/** Null if the value matches, otherwise Convex's message. */
export function validateValue(
  validator: ValidatorJson,
  value: JsonValue,
  context: ValidationContext,
): string | null {
  const failure = check(validator, value, context);
  if (failure === null) return null;
  const path = failure.path.length > 0 ? `Path: ${failure.path.reverse().join("")}` : "";
  return failure.message(path);
}

/** The maximum number of values in a matching value, including itself. Empty and encoded values count as two. */
export function mostValuesOf(validator: ValidatorJson): number {
  switch (validator.type) {
    case "any":
      return Infinity;
    case "array":
      return 1 + MAX_ARRAY_LENGTH * mostValuesOf(validator.value);
    case "record":
      return 1 + MAX_OBJECT_FIELDS * mostValuesOf(validator.values.fieldType);
    case "object":
      return Object.values(validator.value).reduce((sum, field) => sum + mostValuesOf(field.fieldType), 2);
    case "union":
      return validator.value.reduce((most, member) => Math.max(most, mostValuesOf(member)), 2);
    default:
      return 2;
  }
}

/** The type of a validator, or of one inside it, that is newer than this runtime. Null if all are known. */
export function unknownValidator(validator: ValidatorJson): string | null {
  const firstOf = (parts: readonly (ValidatorJson | undefined)[]) => {
    for (const part of parts) {
      const unknown = part === undefined ? null : unknownValidator(part);
      if (unknown !== null) return unknown;
    }
    return null;
  };
  switch (validator.type) {
    case "null":
    case "number":
    case "bigint":
    case "boolean":
    case "string":
    case "bytes":
    case "any":
    case "commitTs":
    case "literal":
    case "id":
      return null;
    case "function":
      return firstOf([validator.args, validator.returns]);
    case "array":
      return firstOf([validator.value]);
    case "record":
      return firstOf([validator.keys, validator.values.fieldType]);
    case "object":
      return firstOf(Object.values(validator.value).map(({ fieldType }) => fieldType));
    case "union":
      return firstOf(validator.value);
    default: {
      const { type } = validator satisfies never as { readonly type?: string };
      return type ?? null;
    }
  }
}

function check(validator: ValidatorJson, value: JsonValue, context: ValidationContext): Failure | null {
  switch (validator.type) {
    case "any":
      return null;
    case "null":
      return value === null ? null : noMatch(validator, value);
    case "boolean":
    case "string":
      return typeof value === validator.type ? null : noMatch(validator, value);
    case "number":
      return typeof value === "number" || isTagged(value, "float64") ? null : noMatch(validator, value);
    case "bigint":
    case "commitTs":
      return isTagged(value, "int64") ? null : noMatch(validator, value);
    case "bytes":
      return isTagged(value, "bytes") ? null : noMatch(validator, value);
    case "function":
      // As in Convex, only the format is checked: neither whether the function exists, nor its arguments and
      // result.
      return typeof value === "string" && isFunctionHandle(value) ? null : noMatch(validator, value);
    case "literal":
      return checkLiteral(validator, value);
    case "id":
      return checkId(validator, value, context);
    case "array":
      return checkArray(validator, value, context);
    case "record":
      return checkRecord(validator, value, context);
    case "object":
      return checkObject(validator, value, context);
    case "union":
      return checkUnion(validator, value, context);
    default:
      throw new Error(
        `This runtime does not know the validator ${JSON.stringify(validator satisfies never)}`,
      );
  }
}

function isTagged(value: JsonValue, kind: "float64" | "int64" | "bytes"): boolean {
  return isJsonObject(value) && tagOf(value) !== null && kindOf(value) === kind;
}

function noMatch(validator: ValidatorJson, value: JsonValue): Failure {
  return {
    path: [],
    message: (path) =>
      `Value does not match validator.\n${path}\nValue: ${displayValue(value)}\nValidator: ${displayValidator(validator)}`,
  };
}

function checkLiteral(validator: ValidatorJson & { type: "literal" }, value: JsonValue): Failure | null {
  const expected = validator.value;
  if (value === expected && value !== 0) return null;
  if (typeof value !== "string" && encodeKeyPart(value) === encodeKeyPart(expected)) return null;
  const literal = displayValidator(validator);
  return {
    path: [],
    message: (path) => `\`${displayValue(value)}\` does not match literal validator \`${literal}\`.${path}`,
  };
}

function checkId(
  validator: ValidatorJson & { type: "id" },
  value: JsonValue,
  context: ValidationContext,
): Failure | null {
  if (typeof value !== "string") return noMatch(validator, value);
  const parsed = parseId(value);
  const found = parsed.tableNumber === null ? null : context.tableName(parsed.tableNumber);
  if (found === validator.tableName) return null;
  if (found === null) return noMatch(validator, value);
  const origin = found.startsWith("_") ? "a system table" : `table \`${found}\``;
  return {
    path: [],
    message: (path) =>
      `Found ID "${value}" from ${origin}, which does not match the table name in validator ` +
      `\`v.id("${validator.tableName}")\`.${path}`,
  };
}

function checkArray(
  validator: ValidatorJson & { type: "array" },
  value: JsonValue,
  context: ValidationContext,
): Failure | null {
  if (!Array.isArray(value)) return noMatch(validator, value);
  for (const [index, element] of value.entries()) {
    const failure = check(validator.value, element, context);
    if (failure !== null) return inside(failure, `[${index}]`);
  }
  return null;
}

function checkRecord(
  validator: ValidatorJson & { type: "record" },
  value: JsonValue,
  context: ValidationContext,
): Failure | null {
  if (!isJsonObject(value) || tagOf(value) !== null) return noMatch(validator, value);
  for (const [key, element] of Object.entries(value)) {
    const keyFailure = check(validator.keys, key, context);
    if (keyFailure !== null) return inside(keyFailure, ".keys()");
    const failure = check(validator.values.fieldType, element, context);
    if (failure !== null) return inside(failure, ".values()");
  }
  return null;
}

/** Convex checks fields in order of their names. Sorted once per validator. */
const sortedFields = new WeakMap<ObjectValidatorJson, [string, FieldValidatorJson][]>();

function fieldsOf(validator: ObjectValidatorJson): [string, FieldValidatorJson][] {
  const known = sortedFields.get(validator);
  if (known !== undefined) return known;
  const fields = Object.entries(validator.value).sort(([a], [b]) => (a < b ? -1 : 1));
  sortedFields.set(validator, fields);
  return fields;
}

function checkObject(
  validator: ObjectValidatorJson,
  value: JsonValue,
  context: ValidationContext,
): Failure | null {
  if (!isJsonObject(value) || tagOf(value) !== null) return noMatch(validator, value);
  for (const [name, field] of fieldsOf(validator)) {
    const element = Object.hasOwn(value, name) ? value[name] : undefined;
    if (element !== undefined) {
      const failure = check(field.fieldType, element, context);
      if (failure !== null) return inside(failure, `.${name}`);
    } else if (!field.optional) {
      return missingField(validator, value, name);
    }
  }
  const extra = Object.keys(value).filter((name) => !Object.hasOwn(validator.value, name));
  return extra.length === 0 ? null : extraField(validator, value, extra.sort()[0] ?? "");
}

function missingField(validator: ObjectValidatorJson, value: JsonObject, name: string): Failure {
  return {
    path: [],
    message: (path) =>
      `Object is missing the required field \`${name}\`. Consider wrapping the field validator in ` +
      `\`v.optional(...)\` if this is expected.\n${path}\nObject: ${displayObject(value)}\n` +
      `Validator: ${displayValidator(validator)}`,
  };
}

function extraField(validator: ObjectValidatorJson, value: JsonObject, name: string): Failure {
  return {
    path: [],
    message: (path) =>
      `Object contains extra field \`${name}\` that is not in the validator.\n${path}\n` +
      `Object: ${displayObject(value)}\nValidator: ${displayValidator(validator)}`,
  };
}

function checkUnion(
  validator: ValidatorJson & { type: "union" },
  value: JsonValue,
  context: ValidationContext,
): Failure | null {
  const [only] = validator.value;
  if (only !== undefined && validator.value.length === 1) return check(only, value, context);
  for (const member of validator.value) {
    if (check(member, value, context) === null) return null;
  }
  return noMatch(validator, value);
}

function inside(failure: Failure, segment: string): Failure {
  failure.path.push(segment);
  return failure;
}
