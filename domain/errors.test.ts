/** Tests the error table: how failures are thrown and read, and that docs/errors explains each code. */
import { readdirSync, readFileSync } from "node:fs";
import { ConvexError } from "convex/values";
import { describe, expect, it } from "vitest";
import { ERRORS, fail, failOnFields, getErrorData, type ErrorCode } from "./errors";

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

describe("fail", () => {
  it("throws a ConvexError with code, public sentence and details", () => {
    const error = thrownBy(() => fail("HAS_OFFSPRING", { count: 2 }));
    expect(error).toBeInstanceOf(ConvexError);
    expect(getErrorData(error)).toEqual({
      code: "HAS_OFFSPRING",
      message: ERRORS.HAS_OFFSPRING.message,
      details: { count: 2 },
    });
  });

  it("adds fields only if there are any", () => {
    expect(thrownBy(() => failOnFields({}))).toBeNull();
    expect(getErrorData(thrownBy(() => failOnFields({ name: "Name is required" })))?.details.fields).toEqual({
      name: "Name is required",
    });
  });
});

describe("getErrorData", () => {
  it("recognizes the codes of the table and no other errors", () => {
    for (const error of [
      new Error("x"),
      "x",
      null,
      new ConvexError("x"),
      new ConvexError({ code: "OTHER" }),
    ]) {
      expect(getErrorData(error)).toBeNull();
    }
  });
});

describe("docs/errors", () => {
  const folder = new URL("../docs/errors/", import.meta.url);
  const pageOf = (code: string) => `${code.toLowerCase().replaceAll("_", "-")}.md`;
  const codes = Object.keys(ERRORS) as ErrorCode[];

  it("has a page for each code and no other pages", () => {
    const pages = readdirSync(folder).filter((name) => name !== "README.md");
    expect(pages.sort()).toEqual(codes.map(pageOf).sort());
  });

  it.each(codes)("describes %s with its status and sentence, the cause and the solution", (code) => {
    const page = readFileSync(new URL(pageOf(code), folder), "utf8");
    expect(page).toContain(`# ${code}`);
    expect(page).toContain(`HTTP ${ERRORS[code].status}`);
    expect(page).toContain(ERRORS[code].message);
    expect(page).toContain("## Why");
    expect(page).toContain("## What to do");
  });
});
