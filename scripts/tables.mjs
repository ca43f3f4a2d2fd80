/** Writes `convex/tables.gen.ts`: every table that a file in an area's `tables/` defines under the file's own name. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

/** Returns the tables in the order of their names, each with its file and whether it says what its rows are.
 * @returns {{ name: string, file: string, isOfKennel: boolean }[]}
 */
export function findTables() {
  const files = readdirSync(path.join(root, "convex"), { recursive: true, encoding: "utf8" });
  return files
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /^\w+\/tables\/\w+\.ts$/u.test(file))
    .flatMap((file) => {
      const name = path.basename(file, ".ts");
      const text = readFileSync(path.join(root, "convex", file), "utf8");
      const by = new RegExp(`^export const ${name} = (rows|defineTable)\\(`, "mu").exec(text)?.[1];
      return by ? [{ name, file: file.slice(0, -3), isOfKennel: by === "rows" }] : [];
    })
    .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
}

/** Writes the lists of the tables, and returns whether that has changed them. */
export function updateTables() {
  const tables = findTables();
  const text = `/** The tables of all areas. Written by \`npm run codegen\`. */
${tables.map(({ name, file }) => `import { ${name} } from "./${file}";`).join("\n")}

/** The tables of a kennel's rows. */
export const TABLES = {
${tables.flatMap(({ name, isOfKennel }) => (isOfKennel ? [`  ${name},`] : [])).join("\n")}
};

/** What Convex is told of all tables. */
export const DEFINITIONS = {
${tables.map(({ name, isOfKennel }) => `  ${name}${isOfKennel ? `: ${name}.table` : ""},`).join("\n")}
};
`;
  const file = path.join(root, "convex", "tables.gen.ts");
  const isNew = !existsSync(file) || readFileSync(file, "utf8") !== text;
  if (isNew) writeFileSync(file, text);
  return isNew;
}
