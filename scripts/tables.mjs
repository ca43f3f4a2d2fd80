/**
 * Writes `convex/tables.gen.ts`, which contains every table that a file in an area's `tables/` folder defines,
 * under the file's name. Also writes the lists that `domain/` and the web app read (table-words.ts).
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildScript } from "./build.mjs";
import { root } from "./setup.mjs";

/**
 * In alphabetical order.
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
      const by = new RegExp(`^export const ${name} = (rows|recordTable|defineTable)\\(`, "mu").exec(
        text,
      )?.[1];
      return by ? [{ name, file: file.slice(0, -3), isOfKennel: by !== "defineTable" }] : [];
    })
    .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
}

export async function updateTables() {
  const lists = updated("convex/tables.gen.ts", tablesModule());
  /** @type {{ modules: () => Record<string, string> }} */
  const { modules } = await import(pathToFileURL(await buildScript("scripts/table-words.ts")).href);
  const words = Object.entries(modules()).flatMap(([file, text]) => updated(file, formatted(file, text)));
  return [...lists, ...words];
}

function tablesModule() {
  const tables = findTables();
  return `/** The tables of all areas. Written by \`npm run codegen\`. */
${tables.map(({ name, file }) => `import { ${name} } from "./${file}";`).join("\n")}

/** The tables of a kennel's rows. */
export const TABLES = {
${tables.flatMap(({ name, isOfKennel }) => (isOfKennel ? [`  ${name},`] : [])).join("\n")}
};

/** The definitions of all tables for Convex. */
export const DEFINITIONS = {
${tables.map(({ name, isOfKennel }) => `  ${name}${isOfKennel ? `: ${name}.table` : ""},`).join("\n")}
};
`;
}

/** @param {string} file @param {string} text */
const formatted = (file, text) =>
  execFileSync(
    process.execPath,
    [path.join(root, "node_modules", "oxfmt", "bin", "oxfmt"), `--stdin-filepath=${file}`],
    { cwd: root, input: text, encoding: "utf8" },
  );

/**
 * Writes a file if its text differs, and then returns its path.
 * @param {string} file @param {string} text
 */
function updated(file, text) {
  const absolute = path.join(root, file);
  if (existsSync(absolute) && readFileSync(absolute, "utf8") === text) return [];
  writeFileSync(absolute, text);
  return [file];
}
