/**
 * Checks that the table in limits.md contains every limit of the runtime. Each row must name two existing tests:
 * one of the last accepted amount, one of the first refused.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const root = import.meta.dirname;
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const table = read("../limits.md");

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) => path.basename(file) === "limits.ts" && !file.includes("fixtures"),
);

/** Only the runtime writes these documents. */
const NOT_FOR_DEVELOPERS = ["MAX_SYSTEM_DOCUMENT_BYTES"];

test.each(files)("every number of %s is in the table", (file) => {
  const constants = [...read(file).matchAll(/^export const ([A-Z_]+)/gm)].map(([, name]) => name ?? "");
  const missing = constants.filter((name) => !table.includes(`\`${name}\``));
  expect(missing.filter((name) => !NOT_FOR_DEVELOPERS.includes(name))).toEqual([]);
});

const rows = table
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| (limit |---)/.test(line))
  .map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, limit = "", , , , , file = "", within = "", beyond = ""] = cells;
    return { limit, file: file.replaceAll("`", ""), within, beyond };
  });

/** Each title comes after those of its groups. */
function testTitles(text: string): Set<string> {
  const source = ts.createSourceFile("tests.ts", text, ts.ScriptTarget.Latest, true);
  const tables = new Map<string, ts.Expression>();
  const titles = new Set<string>();
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      tables.set(node.name.text, node.initializer);
    }
    const call = ts.isCallExpression(node) ? readTestCall(node) : null;
    if (call === null) return ts.forEachChild(node, (child) => visit(child, groups));
    const names = call.cases === null ? [call.title] : titlesOfCases(call.title, call.cases, tables);
    for (const name of names) {
      const path = [...groups, name];
      if (!call.isGroup) titles.add(path.join(" › "));
      else if (call.body) ts.forEachChild(call.body, (child) => visit(child, path));
    }
  };
  visit(source, []);
  return titles;
}

interface TestCall {
  readonly isGroup: boolean;
  readonly title: string;
  /** The argument of `each`. */
  readonly cases: ts.Expression | null;
  readonly body: ts.Expression | undefined;
}

/** Accepts `describe`, `test` or `it`, with or without `each`. Returns null for any other call. */
function readTestCall({ expression, arguments: args }: ts.CallExpression): TestCall | null {
  const [title, body] = args;
  if (title === undefined || !ts.isStringLiteralLike(title)) return null;
  const isEach =
    ts.isCallExpression(expression) &&
    ts.isPropertyAccessExpression(expression.expression) &&
    expression.expression.name.text === "each";
  const name = isEach ? expression.expression.expression : expression;
  if (!ts.isIdentifier(name) || !["describe", "test", "it"].includes(name.text)) return null;
  const cases = isEach ? (expression.arguments[0] ?? null) : null;
  return { isGroup: name.text === "describe", title: title.text, cases, body };
}

/** Replaces `$name` with the name of each case. Titles without `$name` remain unchanged. */
function titlesOfCases(
  title: string,
  cases: ts.Expression,
  tables: ReadonlyMap<string, ts.Expression>,
): string[] {
  const given = ts.isIdentifier(cases) ? tables.get(cases.text) : cases;
  if (!title.includes("$name") || given === undefined || !ts.isArrayLiteralExpression(given)) return [title];
  return given.elements.flatMap((element) => {
    if (!ts.isObjectLiteralExpression(element)) return [];
    const named = element.properties.filter(ts.isPropertyAssignment);
    const name = named.find((property) => property.name.getText() === "name")?.initializer;
    return name !== undefined && ts.isStringLiteralLike(name) ? [title.replace("$name", name.text)] : [];
  });
}

describe("the titles of tests", () => {
  test("are found in groups and in tables of cases, and nowhere else", () => {
    const titles = testTitles(`
      const limits = [{ name: "one", use: 1 }, { use: 2, name: "two" }];
      // test("in a comment", () => {});
      describe.each(limits)("$name", () => { it("passes", () => {}); });
      describe("a", () => { describe("b", () => { test.each([1])("c %s", () => {}); }); });
      other("d", () => { test("e", () => {}); });
    `);
    expect([...titles]).toEqual(["one › passes", "two › passes", "a › b › c %s", "e"]);
  });
});

test("the table has a row for every limit", () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(new Set(rows.map(({ file, within }) => `${file} ${within}`)).size).toBe(rows.length);
});

test.each(rows)(
  "$limit has a test of an accepted amount and a test of a refused one",
  ({ file, within, beyond }) => {
    const titles = testTitles(read(file));
    expect([within, beyond].filter((title) => !titles.has(title))).toEqual([]);
    expect(within).not.toBe(beyond);
  },
);
