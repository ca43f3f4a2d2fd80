/** The table in limits.md misses no limit of the runtime, and the tests that it names are there. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = import.meta.dirname;
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const table = read("limits.md");

/** Each file that holds limits of the runtime itself. */
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) => path.basename(file) === "limits.ts" && !file.includes("fixtures"),
);

/** For documents that only the runtime writes. */
const NOT_FOR_DEVELOPERS = ["MAX_SYSTEM_DOCUMENT_BYTES"];

test.each(files)("every number of %s is in the table", (file) => {
  const constants = [...read(file).matchAll(/^export const ([A-Z_]+)/gm)].map(([, name]) => name ?? "");
  const missing = constants.filter((name) => !table.includes(`\`${name}\``));
  expect(missing.filter((name) => !NOT_FOR_DEVELOPERS.includes(name))).toEqual([]);
});

const rows = [...table.matchAll(/^\| (.+?) +\| .* \| `([\w./-]+\.test\.ts)`: (.+?) +\|$/gm)].map(
  ([, limit = "", file = "", titles = ""]) => ({ limit, file, titles: titles.split(/; | › /) }),
);

test("every limit names its tests", () => {
  const limits = [...table.matchAll(/^\| (?!limit |---)(.+?) +\|/gm)].map(([, name]) => name);
  expect(rows.map(({ limit }) => limit)).toEqual(limits);
});

test.each(rows)("the tests of $limit are in $file", ({ file, titles }) => {
  const source = read(file);
  expect(titles.filter((title) => !source.includes(title))).toEqual([]);
});
