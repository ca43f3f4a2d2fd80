/** Compares the format of printed values with that of `object-inspect` 1.13 with an indent of two. */
import vm from "node:vm";
import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { createInspect } from "./inspect.js";

const inspect = createInspect();

class Dog {
  readonly name = "Ares";
}

class Tagged {
  get [Symbol.toStringTag]() {
    return "Pack";
  }
}

const circular: Record<string, unknown> = { name: "loop" };
circular["self"] = circular;

const withCause = new Error("outer", { cause: new TypeError("inner") });

describe("a printed value", () => {
  test.each<[string, unknown, string]>([
    ["text", "it's", String.raw`'it\'s'`],
    ["text with control characters", "a\n\t\u0001\\", String.raw`'a\n\t\x01\\'`],
    ["text of other scripts", "Ærø 🐕", "'Ærø 🐕'"],
    ["a number", 1.5, "1.5"],
    ["negative zero", -0, "-0"],
    ["an int64", 7n, "7n"],
    ["nothing", null, "null"],
    ["undefined", undefined, "undefined"],
    ["a boolean", false, "false"],
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["a function", inspect, "[Function (anonymous)]"],
    ["a class", Dog, "[Function: Dog]"],
    [
      "a function with fields",
      Object.assign(function bark() {}, { loud: true }),
      "[Function: bark] { loud: true }",
    ],
    ["an empty list", [], "[]"],
    ["a list of simple values", [1, "a", null], "[ 1, 'a', null ]"],
    ["a list with a hole", [1, , 3], "[ 1, , 3 ]"],
    ["a list of lists", [[1, 2], []], "[ [ 1, 2 ], [] ]"],
    ["a list of objects", [{ a: 1 }, 2], "[\n  {\n    a: 1\n  },\n  2\n]"],
    ["an empty object", {}, "{}"],
    ["an object", { a: 1, "b-c": [true], $d: "e" }, "{\n  a: 1,\n  'b-c': [ true ],\n  $d: 'e'\n}"],
    ["an object with a symbol", { [Symbol("key")]: 1 }, "{\n  [Symbol(key)]: 1\n}"],
    ["an object of a class", new Dog(), "Dog {\n  name: 'Ares'\n}"],
    ["an object with a custom name", new Tagged(), "Tagged [Pack] {}"],
    ["an object without a prototype", Object.create(null), "[Object: null prototype] {}"],
    ["an object that contains itself", circular, "{\n  name: 'loop',\n  self: [Circular]\n}"],
    [
      "a map",
      new Map<unknown, unknown>([
        ["a", { b: 1 }],
        [{ c: [1] }, 2],
      ]),
      "Map (2) {\n  'a' => {\n    b: 1\n  },\n  { c: [ 1 ] } => 2\n}",
    ],
    ["an empty map", new Map(), "Map (0) {}"],
    ["a set", new Set([1, "a"]), "Set (2) {\n  1,\n  'a'\n}"],
    ["a weak map", new WeakMap(), "WeakMap { ? }"],
    ["a weak set", new WeakSet(), "WeakSet { ? }"],
    ["a weak reference", new WeakRef({}), "WeakRef { ? }"],
    ["an error", new TypeError("no"), "[TypeError: no]"],
    ["an error with fields", Object.assign(new Error("no"), { code: 7 }), "{ [Error: no] code: 7 }"],
    ["an error with a cause", withCause, "{ [Error: outer] [cause]: [TypeError: inner] }"],
    [
      "an application's error",
      new ConvexError({ code: "NO" }),
      "{ [ConvexError: {\"code\":\"NO\"}] name: 'ConvexError', data: {\n    code: 'NO'\n  }, [Symbol(ConvexError)]: true }",
    ],
    ["a date", new Date(0), String(new Date(0))],
    ["a regular expression", /a+/g, "/a+/g"],
    ["a boxed number", Object(5), "Object(5)"],
    ["a boxed text", Object("a"), "Object('a')"],
    ["a boxed boolean", Object(true), "Object(true)"],
    ["a boxed symbol", Object(Symbol("s")), "Object(Symbol(s))"],
    ["a boxed int64", Object(7n), "Object(7n)"],
    ["bytes", new Uint8Array([1]), "Uint8Array [Uint8Array] {\n  0: 1\n}"],
    ["an object with its own inspect method", { inspect: () => "<own>" }, "<own>"],
    ["the global object", globalThis, "{ [object globalThis] }"],
  ])("that is %s", (_name, value, written) => {
    expect(inspect(value)).toBe(written);
  });

  test("is formatted down to the fifth level", () => {
    const levels = { a: { b: { c: { d: { e: { f: 1 } } } } } };
    expect(inspect(levels).replace(/\s+/g, " ")).toBe("{ a: { b: { c: { d: { e: [Object] } } } } }");
    expect(inspect([[[[[[1]]]]]])).toBe("[ [ [ [ [ [Array] ] ] ] ] ]");
  });

  test("that is a long text is truncated, with the number of remaining characters", () => {
    expect(inspect("x".repeat(32768))).toBe(`'${"x".repeat(32768)}'`);
    expect(inspect("x".repeat(32769))).toBe(`'${"x".repeat(32768)}'... 1 more character`);
    expect(inspect("x".repeat(32770))).toBe(`'${"x".repeat(32768)}'... 2 more characters`);
  });

  test("is formatted in its own realm, from the source text of the function alone", () => {
    const context = vm.createContext({});
    const source = `(() => { const __name = (value) => value; return (${createInspect.toString()})(); })()`;
    const inside = vm.runInContext(
      `const inspect = ${source}; inspect({ a: new Map([[1, new Date(NaN)]]) })`,
      context,
    ) as string;
    expect(inside).toBe("{\n  a: Map (1) {\n    1 => Invalid Date\n  }\n}");
  });

  test("causes an error if a method that formatting calls throws", () => {
    const value = {
      get field(): never {
        throw new Error("not for you");
      },
    };
    expect(() => inspect(value)).toThrow("not for you");
  });
});
