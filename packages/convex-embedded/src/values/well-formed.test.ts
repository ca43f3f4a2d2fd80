/** Compares refusals of half characters in JSON text with those of serde_json. */
import { describe, expect, test } from "vitest";
import { surrogateProblem } from "./well-formed.js";

describe("JSON text", () => {
  test.each([
    ["no escapes", '{"name":"Ærø 🐕"}'],
    ["other escapes", String.raw`{"text":"a\nb\"c\\d\u00e9\u001f"}`],
    ["an escaped pair", String.raw`["\ud83d\udc15"]`],
    ["an escaped pair in capitals", String.raw`["\uD83D\uDC15"]`],
    ["an escaped backslash before the text of half a character", String.raw`["\\ud83d"]`],
    ["an escaped backslash after another escape", String.raw`["\u0041\\ud83d"]`],
  ])("with %s is well formed", (_name, text) => {
    JSON.parse(text);
    expect(surrogateProblem(text)).toBeNull();
  });

  test.each([
    [
      "a second half without the first",
      String.raw`["\udc15"]`,
      "lone leading surrogate in hex escape at line 1 column 8",
    ],
    ["a first half at the end", String.raw`["\ud83d"]`, "unexpected end of hex escape at line 1 column 9"],
    [
      "a first half before a letter",
      String.raw`["\ud83dx"]`,
      "unexpected end of hex escape at line 1 column 9",
    ],
    [
      "a first half before another escape",
      String.raw`["\ud83d\n"]`,
      "unexpected end of hex escape at line 1 column 10",
    ],
    [
      "two first halves",
      String.raw`["\ud83d\ud83d\udc15"]`,
      "lone leading surrogate in hex escape at line 1 column 14",
    ],
    [
      "half a character after whole ones",
      String.raw`["é\ud83d\udc15","\udc15"]`,
      "lone leading surrogate in hex escape at line 1 column 25",
    ],
    [
      "half a character on another line",
      `[\n"é",\n"${"\\"}udc15"]`,
      "lone leading surrogate in hex escape at line 3 column 7",
    ],
    [
      "half a character as a field name",
      String.raw`{"\udc15":1}`,
      "lone leading surrogate in hex escape at line 1 column 8",
    ],
  ])("with %s is refused, as by serde_json", (_name, text, problem) => {
    JSON.parse(text);
    expect(surrogateProblem(text)).toBe(problem);
  });
});
