/** Tests the parsing of texts: visible characters are kept, and invisible characters are removed. */
import { describe, expect, it } from "vitest";
import { optionalEmail, optionalNotes, optionalText, requiredNotes, requiredText } from "./parts";

const CONTROLS = "\u0000\u0001\u0008\u000b\u000c\u001b\u007f\u0085\u009f";

describe("a parsed text", () => {
  it.each([
    ["short", requiredText("Name", "Name is required")],
    ["optional", optionalText("Name")],
    ["long", requiredNotes("Notes", "Notes are required")],
    ["optional long", optionalNotes("Notes")],
  ])("contains no control characters except tabs and line ends: %s", (_, schema) => {
    expect(schema.parse(` ${CONTROLS}An${CONTROLS}na\tBerg\r\nDover${CONTROLS} `)).toBe(
      "Anna\tBerg\r\nDover",
    );
  });

  it("is empty if it consists only of invisible characters", () => {
    expect(optionalText("Name").parse(CONTROLS)).toBeNull();
    expect(optionalEmail("Email").parse(CONTROLS)).toBeNull();
    expect(requiredText("Name", "Name is required").safeParse(CONTROLS).success).toBe(false);
  });

  it("keeps accents, signs of every script and emoji", () => {
    const text = "Ødegård 山田 עמית 👩\u200d🌾";
    expect(optionalText("Name").parse(text)).toBe(text);
  });
});
