/** Tests contract templates: the built-in templates, placeholders, missing values, and the printed pages. */
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { fieldErrorsOf } from "../records/parse";
import { newTemplateSchema } from "./schemas";
import { BUILT_IN_TEMPLATES, findBuiltIn } from "./built-in";
import { makeContract } from "../pdf/contract";
import { fillTemplate, missingValues, textOf, unknownPlaceholders } from "./fill";
import { EXAMPLE_VALUES, PLACEHOLDER_NAMES, type ContractValues } from "./placeholders";

const NOTHING = Object.fromEntries(PLACEHOLDER_NAMES.map((name) => [name, null])) as ContractValues;

describe("filling a template", () => {
  it("[GAP-BRD-13] replaces placeholders by their values", () => {
    const body = "# Stud\n{{sire}} and {{ dam }} on {{date}} for {{studFee}}.\n\n- {{terms}}";
    expect(fillTemplate(body, EXAMPLE_VALUES)).toEqual([
      { kind: "title", runs: [{ text: "Stud", isMissing: false }] },
      {
        kind: "paragraph",
        runs: [
          {
            text: "Rex vom Eichenhof and Bella of Oakhollow on January 1, 2025 for $1,500.00.",
            isMissing: false,
          },
        ],
      },
      { kind: "item", runs: [{ text: EXAMPLE_VALUES.terms, isMissing: false }] },
    ]);
  });

  it("takes time proportional to the length of the template, whatever blanks it contains", () => {
    for (const blanks of [" ", "\n", "{{ "]) {
      const body = `{{${blanks.repeat(20_000)}{{dam`;
      expect(unknownPlaceholders(body)).toEqual([]);
    }
  });

  it("[GAP-BRD-13] shows a missing value, and treats a value of blanks as missing", () => {
    const values = { ...EXAMPLE_VALUES, studFee: null, dam: "  " };
    const [block] = fillTemplate("Fee: {{studFee}} for {{dam}}", values);
    expect(block?.runs).toEqual([
      { text: "Fee: ", isMissing: false },
      { text: "[stud fee: not recorded]", isMissing: true },
      { text: " for ", isMissing: false },
      { text: "[dam: not recorded]", isMissing: true },
    ]);
    expect(missingValues("{{dam}} {{studFee}} {{dam}} {{sire}}", values)).toEqual(["dam", "stud fee"]);
  });

  it("never treats text in a value as a placeholder or as markup", () => {
    const blocks = fillTemplate("{{sire}}: {{terms}}", {
      ...EXAMPLE_VALUES,
      sire: "{{dam}}",
      terms: "# One\n- Two",
    });
    expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph", "paragraph"]);
    expect(textOf(blocks)).toBe("{{dam}}: # One\n- Two");
  });

  it("shows misspelled placeholders of a stored template instead of leaving them out", () => {
    expect(textOf(fillTemplate("{{sier}} {{constructor}} {{}}", EXAMPLE_VALUES))).toBe(
      "[sier: not recorded] [constructor: not recorded] [value: not recorded]",
    );
  });
});

describe("the built-in templates", () => {
  it.each(BUILT_IN_TEMPLATES)(
    "[GAP-SET-15] $name has only known placeholders and shows every missing value",
    ({ body }) => {
      expect(unknownPlaceholders(body)).toEqual([]);
      expect(missingValues(body, EXAMPLE_VALUES)).toEqual([]);
      const empty = textOf(fillTemplate(body, NOTHING));
      for (const label of missingValues(body, NOTHING)) expect(empty).toContain(`[${label}: not recorded]`);
      expect(textOf(fillTemplate(body, EXAMPLE_VALUES))).not.toMatch(/not recorded|\{\{|\}\}/);
    },
  );

  it("[GAP-SET-15] contain one template each for stud, sale and co-ownership", () => {
    expect(BUILT_IN_TEMPLATES.map(({ kind }) => kind)).toEqual(["stud", "sale", "coown"]);
    expect(findBuiltIn("built-in-stud")?.kind).toBe("stud");
    expect(findBuiltIn("nonsense")).toBeNull();
  });
});

describe("an entered template", () => {
  const errorsOf = (fields: object) => {
    const result = newTemplateSchema.safeParse({ name: "Ours", kind: "stud", body: "{{sire}}", ...fields });
    return result.success ? {} : fieldErrorsOf(result.error);
  };

  it("[GAP-SET-15] needs a name, a valid kind, and a text without misspelled placeholders", () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({ name: " ", kind: "lease", body: " \n" })).toEqual({
      name: "Name is required",
      kind: "Kind must be stud, sale, coown",
      body: "Text is required",
    });
    expect(errorsOf({ body: "{{sier}} and {{dame}} and {{sire}}" })).toEqual({
      body: "Unknown placeholder: {{sier}}, {{dame}}",
    });
    expect(errorsOf({ body: "x".repeat(20_001) })).toEqual({ body: "Text must be at most 20000 characters" });
  });
});

describe("the printed contract", () => {
  const print = async (body: string, values = EXAMPLE_VALUES) =>
    await PDFDocument.load(
      await makeContract({
        name: "Stud contract",
        kind: "stud",
        kennelName: "Oakhollow",
        blocks: fillTemplate(body, values),
        paper: "letter",
        printedOn: "2025-06-15",
      }),
    );

  it("has upright text on one page, and continues on the next page if it is long", async () => {
    const short = await print("# Stud\n{{sire}}");
    expect(short.getPages().map((page) => page.getSize())).toEqual([{ width: 612, height: 792 }]);
    expect(short.getTitle()).toBe("Stud contract");
    const long = await print(`# Stud\n${"A long clause that goes on and on. ".repeat(40)}\n`.repeat(5));
    expect(long.getPageCount()).toBeGreaterThan(1);
  });

  it("wraps text that is wider than the page instead of cutting it", async () => {
    expect((await print("W".repeat(5000))).getPageCount()).toBeGreaterThan(1);
  });
});
