/**
 * Evaluates the expressions of `filter` over a document. Values compare by Convex's total order: a bigint never
 * equals a number, -0 is not 0, and a missing field is `undefined`, which is below all other values.
 */
import { displayValue, typeName } from "../values/display.js";
import {
  decodeFloat,
  decodeInteger,
  encodeFloat,
  encodeInteger,
  fieldAt,
  isJsonObject,
  kindOf,
} from "../values/json.js";
import type { JsonObject, JsonValue } from "../values/json.js";
import { compareValues, equalValues } from "../values/key-codec.js";
import { DatabaseError } from "./errors.js";

type MaybeValue = JsonValue | undefined;
type Evaluate = (document: JsonObject) => MaybeValue;
export type Predicate = (document: JsonObject) => boolean;

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

export function compileFilter(expression: JsonValue): Predicate {
  const evaluate = compile(expression);
  return (document) => toBoolean(evaluate(document));
}

function compile(expression: JsonValue): Evaluate {
  if (!isJsonObject(expression)) throw malformed(expression);
  const [entry] = Object.entries(expression);
  if (entry === undefined) throw malformed(expression);
  const [operator, operand] = entry;
  switch (operator) {
    case "$literal": {
      const value = kindOf(operand) === "undefined" ? undefined : operand;
      return () => value;
    }
    case "$field": {
      if (typeof operand !== "string") throw malformed(expression);
      const path = operand.split(".");
      return (document) => fieldAt(document, path);
    }
    case "$and":
      return all(operands(operand, expression));
    case "$or":
      return any(operands(operand, expression));
    case "$not": {
      const inner = compile(operand);
      return (document) => !toBoolean(inner(document));
    }
    case "$neg": {
      const inner = compile(operand);
      return (document) => negate(inner(document));
    }
    default:
      return compileBinary(operator, operands(operand, expression), expression);
  }
}

function operands(list: JsonValue, expression: JsonValue): Evaluate[] {
  if (!Array.isArray(list)) throw malformed(expression);
  return list.map(compile);
}

function all(parts: readonly Evaluate[]): Evaluate {
  return (document) => parts.every((part) => toBoolean(part(document)));
}

function any(parts: readonly Evaluate[]): Evaluate {
  return (document) => parts.some((part) => toBoolean(part(document)));
}

const COMPARISONS: Readonly<Record<string, (a: MaybeValue, b: MaybeValue) => boolean>> = {
  $eq: equalValues,
  $neq: (a, b) => !equalValues(a, b),
  $lt: (a, b) => compareValues(a, b) < 0,
  $lte: (a, b) => compareValues(a, b) <= 0,
  $gt: (a, b) => compareValues(a, b) > 0,
  $gte: (a, b) => compareValues(a, b) >= 0,
};

interface Arithmetic {
  readonly name: string;
  readonly floats: (a: number, b: number) => number;
  readonly integers: (a: bigint, b: bigint) => bigint;
}

const ARITHMETIC: Readonly<Record<string, Arithmetic>> = {
  $add: { name: "add", floats: (a, b) => a + b, integers: (a, b) => a + b },
  $sub: { name: "subtract", floats: (a, b) => a - b, integers: (a, b) => a - b },
  $mul: { name: "multiply", floats: (a, b) => a * b, integers: (a, b) => a * b },
  $div: { name: "divide", floats: (a, b) => a / b, integers: (a, b) => a / b },
  $mod: { name: "mod", floats: (a, b) => a % b, integers: (a, b) => a % b },
};

function compileBinary(operator: string, parts: readonly Evaluate[], expression: JsonValue): Evaluate {
  const [left, right] = parts;
  if (left === undefined || right === undefined) throw malformed(expression);
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) return (document) => comparison(left(document), right(document));
  const arithmetic = ARITHMETIC[operator];
  if (arithmetic === undefined) throw malformed(expression);
  return (document) => calculate(arithmetic, left(document), right(document));
}

function asNumber(value: MaybeValue): number | bigint | null {
  if (typeof value === "number") return value;
  if (!isJsonObject(value)) return null;
  const kind = kindOf(value);
  if (kind === "float64") return decodeFloat(value);
  return kind === "int64" ? decodeInteger(value) : null;
}

function calculate({ name, floats, integers }: Arithmetic, a: MaybeValue, b: MaybeValue): JsonValue {
  const left = asNumber(a);
  const right = asNumber(b);
  if (typeof left === "number" && typeof right === "number") return encodeFloat(floats(left, right));
  if (typeof left === "bigint" && typeof right === "bigint") {
    if (right === 0n && (name === "divide" || name === "mod")) {
      throw evalError(`Cannot ${name} ${left} by zero`);
    }
    // Rust's checked_rem fails if the division would overflow.
    const result = name === "mod" && right === -1n ? left / right : integers(left, right);
    if (result > MAX_INT64 || result < MIN_INT64) {
      throw evalError(`Cannot ${name} ${left} and ${right}: the result is out of range for Int64`);
    }
    return encodeInteger(result);
  }
  throw evalError(
    `Cannot ${name} ${displayValue(a)} (type ${typeName(a)}) and ${displayValue(b)} (type ${typeName(b)})`,
  );
}

function negate(value: MaybeValue): JsonValue {
  const operand = asNumber(value);
  if (typeof operand === "number") return encodeFloat(-operand);
  if (operand === null) throw evalError(`Cannot negate ${displayValue(value)} (type ${typeName(value)})`);
  if (operand === MIN_INT64) {
    throw evalError(`Cannot negate ${operand}: the result is out of range for Int64`);
  }
  return encodeInteger(-operand);
}

function toBoolean(value: MaybeValue): boolean {
  if (typeof value === "boolean") return value;
  throw evalError(`Cannot use value ${displayValue(value)} (type ${typeName(value)}) as a Boolean`);
}

function evalError(message: string): DatabaseError {
  return new DatabaseError("EvalError", message);
}

function malformed(expression: JsonValue): DatabaseError {
  return new DatabaseError("InvalidArgument", `Unknown filter expression: ${JSON.stringify(expression)}`);
}
