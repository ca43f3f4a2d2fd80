/** Functions see what Convex would have let the operator set, and the operator hears of the rest. */
import { expect, test } from "vitest";
import { functionEnvironment, requireVariablesInLimits } from "./function-environment.js";

function environmentOf(variables: Record<string, string>) {
  const problems: string[] = [];
  const env = functionEnvironment(variables, (problem) => problems.push(problem));
  return { env, problems };
}

test("names have at most 40 characters", () => {
  const { env, problems } = environmentOf({ ["A".repeat(40)]: "1", ["B".repeat(41)]: "1" });
  expect(Object.keys(env)).toEqual(["A".repeat(40)]);
  expect(problems).toEqual([
    expect.stringContaining("is too long. Environment variable names may have 40 characters."),
  ]);
});

test("values have at most 8 KiB", () => {
  const { env, problems } = environmentOf({ FITS: "x".repeat(8192), LARGE: "x".repeat(8193) });
  expect(Object.keys(env)).toEqual(["FITS"]);
  expect(problems).toEqual([
    expect.stringContaining("value is 8193 bytes, which is too large. (max size: 8192)"),
  ]);
});

test("there are at most 512", () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`V${i}`, "1"]));
  expect(environmentOf(many(512)).problems).toEqual([]);
  const { env, problems } = environmentOf(many(513));
  expect(Object.keys(env)).toHaveLength(512);
  expect(problems).toEqual([expect.stringContaining("The environment variable limit (512) has been met.")]);
});

test("together they have at most 512 KiB", () => {
  const large = (last: number) => ({
    ...Object.fromEntries(Array.from({ length: 63 }, (_, i) => [`V${100 + i}`, "x".repeat(8188)])),
    LAST: "x".repeat(last),
  });
  expect(environmentOf(large(8188)).problems).toEqual([]);
  expect(environmentOf(large(8189)).problems).toEqual([
    expect.stringContaining("(524289 bytes) exceeds the limit (524288 bytes)."),
  ]);
});

test("what is set later is refused where it is over a limit", () => {
  const set = (name: string, value: string) => {
    const changed = new Map([[name, value]]);
    requireVariablesInLimits(changed, changed);
  };
  set("A".repeat(40), "x".repeat(8192));
  expect(() => set("A".repeat(41), "x")).toThrow("is too long");
  expect(() => set("A", "x".repeat(8193))).toThrow(
    "value is 8193 bytes, which is too large. (max size: 8192)",
  );
  const many = (count: number) => new Map(Array.from({ length: count }, (_, i) => [`V${i}`, "1"]));
  requireVariablesInLimits(many(512), new Map());
  expect(() => requireVariablesInLimits(many(513), new Map())).toThrow(
    "The environment variable limit (512) has been met.",
  );
});
