/** Tests that validators accept and refuse values with exactly the messages of Convex. */
import { v } from "convex/values";
import type { GenericValidator } from "convex/values";
import { describe, expect, it } from "vitest";
import { newId } from "./ids.js";
import { encodeFloat, encodeInteger } from "./json.js";
import type { JsonValue } from "./json.js";
import { validateValue } from "./validators.js";
import type { ValidatorJson } from "./validator-json.js";

const tables = new Map([
  [10001, "users"],
  [10002, "posts"],
  [4, "_storage"],
]);
const context = { tableName: (number: number) => tables.get(number) ?? null };

function check(validator: GenericValidator, value: JsonValue): string | null {
  // `json` is internal to convex/values. Its format is what the backend receives.
  const { json } = validator as unknown as { json: ValidatorJson };
  return validateValue(json, value, context);
}

describe("validators", () => {
  it("accept valid values", () => {
    const bytes = { $bytes: "AAE=" };
    expect(check(v.any(), bytes)).toBeNull();
    expect(check(v.null(), null)).toBeNull();
    expect(check(v.number(), 1.5)).toBeNull();
    expect(check(v.number(), encodeFloat(NaN))).toBeNull();
    expect(check(v.int64(), encodeInteger(3n))).toBeNull();
    expect(check(v.boolean(), false)).toBeNull();
    expect(check(v.string(), "")).toBeNull();
    expect(check(v.bytes(), bytes)).toBeNull();
    expect(check(v.literal("a"), "a")).toBeNull();
    expect(check(v.literal(0), 0)).toBeNull();
    expect(check(v.literal(3n), encodeInteger(3n))).toBeNull();
    expect(check(v.id("users"), newId(10001))).toBeNull();
    expect(check(v.array(v.string()), ["a", "b"])).toBeNull();
    expect(check(v.record(v.string(), v.number()), { a: 1 })).toBeNull();
    expect(check(v.union(v.string(), v.null()), null)).toBeNull();
    expect(check(v.object({ a: v.optional(v.string()) }), {})).toBeNull();
  });

  it("accept any function handle for v.function(), whatever its function", () => {
    const handle = "function://;jobs.js:done";
    expect(check(v.function(), handle)).toBeNull();
    expect(check(v.function(), "function://mail/queue;lib/jobs.js:done")).toBeNull();
    expect(
      check(v.object({ onDone: v.function({ fnType: "mutation", args: { id: v.string() } }) }), {
        onDone: handle,
      }),
    ).toBeNull();
    for (const value of ["", "jobs:done", "function://", "function://;", 1, null]) {
      expect(check(v.function(), value)).toContain("Value does not match validator");
    }
    expect(check(v.array(v.function({ returns: v.null() })), ["x"])).toContain(
      "v.function({returns: v.null()})",
    );
  });

  it("that are newer than this runtime are reported by name", () => {
    const newer = { type: "object", value: { a: { fieldType: { type: "colour" }, optional: false } } };
    expect(() => validateValue(newer as unknown as ValidatorJson, { a: 1 }, context)).toThrow("colour");
  });

  it("distinguish int64 and float64", () => {
    expect(check(v.number(), encodeInteger(3n))).toBe(
      "Value does not match validator.\n\nValue: 3\nValidator: v.float64()",
    );
    expect(check(v.int64(), 3)).toBe("Value does not match validator.\n\nValue: 3.0\nValidator: v.int64()");
    expect(check(v.literal(0), encodeFloat(-0))).toBe(
      "`-0.0` does not match literal validator `v.literal(0.0)`.",
    );
  });

  it("name a missing field and its position", () => {
    const validator = v.object({
      list: v.array(v.object({ name: v.string(), age: v.optional(v.number()) })),
    });
    expect(check(validator, { list: [{ name: "a" }, { age: 2 }] })).toBe(
      "Object is missing the required field `name`. Consider wrapping the field validator in " +
        "`v.optional(...)` if this is expected.\nPath: .list[1]\nObject: {age: 2.0}\n" +
        "Validator: v.object({age: v.optional(v.float64()), name: v.string()})",
    );
  });

  it("name an extra field", () => {
    expect(check(v.object({ a: v.string() }), { a: "x", c: 1, b: true })).toBe(
      "Object contains extra field `b` that is not in the validator.\n\n" +
        'Object: {a: "x", b: true, c: 1.0}\nValidator: v.object({a: v.string()})',
    );
  });

  it("check ids by the table number inside them", () => {
    const post = newId(10002);
    expect(check(v.object({ by: v.id("users") }), { by: post })).toBe(
      `Found ID "${post}" from table \`posts\`, which does not match the table name in validator \`v.id("users")\`.Path: .by`,
    );
    const file = newId(4);
    expect(check(v.id("users"), file)).toBe(
      `Found ID "${file}" from a system table, which does not match the table name in validator \`v.id("users")\`.`,
    );
    expect(check(v.id("users"), "nonsense")).toBe(
      'Value does not match validator.\n\nValue: "nonsense"\nValidator: v.id("users")',
    );
    expect(check(v.id("users"), newId(777))).toContain("Value does not match validator.");
  });

  it("do not report which member of a union almost matched", () => {
    const validator = v.union(v.object({ kind: v.literal("a") }), v.null());
    expect(check(validator, { kind: "b" })).toBe(
      'Value does not match validator.\n\nValue: {kind: "b"}\n' +
        'Validator: v.union(v.object({kind: v.literal("a")}), v.null())',
    );
  });

  it("treat a union of one member like that member", () => {
    expect(check(v.union(v.literal("a")), "b")).toBe(
      '`"b"` does not match literal validator `v.literal("a")`.',
    );
  });

  it("check the keys and the values of records", () => {
    const validator = v.record(v.id("users"), v.number());
    expect(check(validator, { x: 1 })).toContain("Path: .keys()");
    expect(check(v.record(v.string(), v.number()), { x: "1" })).toBe(
      'Value does not match validator.\nPath: .values()\nValue: "1"\nValidator: v.float64()',
    );
  });

  it("do not accept an encoded value as an object", () => {
    expect(check(v.object({}), encodeInteger(1n))).toContain("Value does not match validator.");
  });
});
