/** Tests which variables functions see. */
import { describe, expect, test } from "vitest";
import { functionEnvironment, requireVariablesInLimits } from "./function-environment.js";

function environmentOf(variables: Record<string, string>) {
  const problems: string[] = [];
  const env = functionEnvironment(variables, (problem) => problems.push(problem));
  return { env, problems };
}

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`V${i}`, "1"]));
/** 63 variables of 8 KiB with their names, and one more. */
const withLast = (bytes: number) => ({
  ...Object.fromEntries(Array.from({ length: 63 }, (_, i) => [`V${100 + i}`, "x".repeat(8188)])),
  LAST: "x".repeat(bytes),
});

interface VariableLimit {
  readonly name: string;
  readonly most: Record<string, string>;
  readonly more: Record<string, string>;
  readonly error: string;
}

const limits: VariableLimit[] = [
  {
    name: "40 characters of a variable's name",
    most: { ["A".repeat(40)]: "1" },
    more: { ["A".repeat(41)]: "1" },
    error: "is too long. Environment variable names may have 40 characters.",
  },
  {
    name: "8 KiB of a variable's value",
    most: { A: "x".repeat(8192) },
    more: { A: "x".repeat(8193) },
    error: "value is 8193 bytes, which is too large. (max size: 8192)",
  },
  {
    name: "512 variables",
    most: many(512),
    more: many(513),
    error: "The environment variable limit (512) has been met.",
  },
  {
    name: "512 KiB of all variables",
    most: withLast(8188),
    more: withLast(8189),
    error: "(524289 bytes) exceeds the limit (524288 bytes).",
  },
];

describe.each(limits)("$name", ({ most, more, error }) => {
  test("are accepted", () => {
    expect(environmentOf(most)).toEqual({ env: most, problems: [] });
  });

  test("are the maximum: one variable over the limit is left out, and reported by name", () => {
    const { env, problems } = environmentOf(more);
    expect(Object.keys(env)).toHaveLength(Object.keys(more).length - 1);
    expect(problems).toEqual([expect.stringContaining(error)]);
  });
});

test("further variables over a limit are refused when they are set later", () => {
  const set = (name: string, value: string) => {
    const changed = new Map([[name, value]]);
    requireVariablesInLimits(changed, changed);
  };
  set("A".repeat(40), "x".repeat(8192));
  expect(() => set("A".repeat(41), "x")).toThrow("is too long");
  expect(() => set("A", "x".repeat(8193))).toThrow(
    "value is 8193 bytes, which is too large. (max size: 8192)",
  );
  requireVariablesInLimits(new Map(Object.entries(many(512))), new Map());
  expect(() => requireVariablesInLimits(new Map(Object.entries(many(513))), new Map())).toThrow(
    "The environment variable limit (512) has been met.",
  );
});
