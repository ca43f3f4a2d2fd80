/**
 * Checks the order of the areas of `convex/`, which is derived from the imports of their files. Neither areas nor
 * files may import each other in a circle. The files of the screens, the domain and the packages are checked too.
 * Tables import only tables, and they and the schema are at the bottom. The files that assemble the areas are above
 * all areas. `platform` names no table of another area.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";
import { findTables } from "./tables.mjs";

/**
 * The percentage of imports between areas' files that stay within their own area, without imports of `platform`. A
 * change that lowers the share also lowers this number and gives the reason in its commit. A change that raises the
 * share raises the number.
 */
const WITHIN_PERCENT = 78.2;
/** Adding one file changes the share by less than this number. */
const TOLERANCE = 0.3;

/** The files of `platform` that name tables of other areas, each with these tables and the reason. */
const FOREIGN_TABLES = {
  // A dog refers to the import that added it.
  "convex/platform/tables/dogs.ts": ["importRuns"],
  // A puppy has photos like a dog, and may be recorded as one later.
  "convex/platform/tables/photos.ts": ["puppies"],
  // The kind of stored bytes identifies their owner, and one kind has the same name as a table.
  "convex/platform/tables/storedBytes.ts": ["backups"],
};

/**
 * Finds tables of other areas whose names a file of platform contains as the text of a literal.
 * @param {string} text
 * @param {readonly string[]} foreign
 */
export const foreignTablesIn = (text, foreign) =>
  foreign.filter((table) => new RegExp(`"${table}"|/tables/${table}"`).test(text));

/**
 * Finds tables of other areas that `platform` names but FOREIGN_TABLES does not, and entries that `platform` no
 * longer names.
 * @param {readonly string[]} files
 */
function checkPlatform(files) {
  const foreign = findTables().flatMap(({ name, file }) => (file.startsWith("platform/") ? [] : [name]));
  return files
    .filter((file) => /^convex\/platform\/.*(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => {
      const named = foreignTablesIn(readFileSync(path.join(root, file), "utf8"), foreign);
      const known = Object.entries(FOREIGN_TABLES).find(([each]) => each === file)?.[1] ?? [];
      const added = named.filter((table) => !known.includes(table));
      const gone = known.filter((table) => !named.includes(table));
      return [
        ...added.map((table) => `${file}: platform names ${table}, a table of another area`),
        ...gone.map((table) => `scripts/areas.mjs: ${file} names ${table} no longer`),
      ];
    });
}

/**
 * `convex/changes` counts as platform, because it records the changes of rows.
 * @param {string} file
 */
const areaOf = (file) =>
  /^convex\/([^/]+)\//.exec(file.replace("convex/changes/", "convex/platform/"))?.[1] ?? null;
/**
 * Each area contributes to general code in these files: updates that follow from changes for the recorder, undo
 * rules and restore rules for the history, endpoints for the REST application.
 */
const LISTS = ["projections", "follows", "checks", "reverts", "endpoints"].map((name) => `convex/${name}.ts`);

/** @param {string} file */
const isGround = (file) =>
  file.includes("/tables/") ||
  file === "convex/schema.ts" ||
  file === "convex/tables.gen.ts" ||
  LISTS.includes(file);

/** The aliases that other folders use to import each folder. */
const ALIASES = { "@/": "src/", "@domain/": "domain/", "@convex/": "convex/" };

/**
 * Reads which of the product's files each file imports. Imports of types are included, but not code that is loaded
 * on demand.
 * @param {readonly string[]} files
 * @returns {Map<string, string[]>}
 */
function readImports(files) {
  const known = new Set(
    files.filter((file) =>
      /^(convex|domain|src|packages)\/(?!_generated).*(?<!\.test|\.d)\.tsx?$/.test(file),
    ),
  );
  return new Map(
    [...known].map((file) => {
      const specifiers = readFileSync(path.join(root, file), "utf8").matchAll(
        file.startsWith("convex/") ? /(?:\bfrom|\bimport\()\s*"([^"]+)"/g : /\bfrom\s*"([^"]+)"/g,
      );
      const targets = [...specifiers].flatMap(([, to = ""]) => {
        const alias = Object.entries(ALIASES).find(([name]) => to.startsWith(name));
        if (!alias && !to.startsWith(".")) return [];
        const target = alias
          ? alias[1] + to.slice(alias[0].length)
          : path.posix.join(path.posix.dirname(file), to);
        return [`${target}.ts`, `${target}.tsx`, target.replace(/\.js$/, ".ts")].filter((each) =>
          known.has(each),
        );
      });
      return [file, [...new Set(targets)]];
    }),
  );
}

/**
 * Finds the groups of nodes that reach each other, by Tarjan's algorithm (1972). A group comes before the groups
 * that depend on it.
 * @param {Map<string, readonly string[]>} graph
 */
function findGroups(graph) {
  /** @type {string[][]} */
  const groups = [];
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const lowest = new Map();
  /** @type {string[]} */
  const open = [];
  /** @param {string} node */
  const visit = (node) => {
    const number = order.size;
    order.set(node, number);
    lowest.set(node, number);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      const reached = open.includes(next) ? lowest.get(next) : undefined;
      if (reached !== undefined) lowest.set(node, Math.min(lowest.get(node) ?? number, reached));
    }
    if (lowest.get(node) === number) groups.push(open.splice(open.indexOf(node)));
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups;
}

/**
 * Returns instructions if the share of imports within areas differs from the recorded share. Otherwise returns
 * null.
 * @param {number} percent @param {number} recorded
 */
export function shareFinding(percent, recorded) {
  const found = `${percent.toFixed(1)} % of imports stay in their own area`;
  if (percent > recorded + TOLERANCE)
    return `${found}: raise WITHIN_PERCENT in scripts/areas.mjs to keep that`;
  if (percent >= recorded - TOLERANCE) return null;
  return (
    `${found}, ${recorded} % did: what several areas use belongs below them. ` +
    "If the imports are right, lower WITHIN_PERCENT in scripts/areas.mjs and give the reason in the commit"
  );
}

/**
 * Finds violations of the order of the areas, and measures how many imports stay within their area.
 * @param {readonly string[]} files every file of the repository
 */
export function checkAreas(files) {
  const imports = readImports(files);
  const findings = checkPlatform(files);
  for (const circle of findGroups(imports).filter((group) => group.length > 1)) {
    findings.push(`files import each other in a circle: ${circle.sort().join(", ")}`);
  }
  /** @type {Map<string, Map<string, string>>} the first import of each area by each other one */
  const between = new Map();
  let [within, all] = [0, 0];
  for (const [file, targets] of imports) {
    const area = areaOf(file);
    for (const target of targets.filter((each) => each.startsWith("convex/"))) {
      const other = areaOf(target);
      if (file.includes("/tables/") && !isGround(target)) findings.push(`${file}: a table imports ${target}`);
      if (area === null || (other === null && !isGround(target))) {
        if (area !== null) findings.push(`${file}: an area imports ${target}, which assembles the areas`);
        continue;
      }
      if (other === null) continue;
      if (other !== "platform" || area === "platform") {
        all += 1;
        if (area === other) within += 1;
      }
      if (area === other || isGround(target)) continue;
      const ofArea = between.get(area) ?? new Map();
      between.set(area, ofArea);
      if (!ofArea.has(other)) ofArea.set(other, `${file} imports ${target}`);
    }
  }
  const order = findGroups(new Map([...between].map(([area, others]) => [area, [...others.keys()]])));
  for (const circle of order.filter((group) => group.length > 1)) {
    const ways = circle.flatMap((area) => circle.flatMap((other) => between.get(area)?.get(other) ?? []));
    findings.push(
      `the areas ${circle.sort().join(", ")} import each other in a circle:\n  ${ways.join("\n  ")}`,
    );
  }
  const percent = (100 * within) / all;
  const finding = shareFinding(percent, WITHIN_PERCENT);
  if (finding) findings.push(finding);
  return { findings, percent, order: order.flat() };
}

// `node scripts/areas.mjs` prints the order, the lowest area first, and the share of imports within areas.
if (process.argv[1] === import.meta.filename) {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const { findings, percent, order } = checkAreas(
    listed.split("\n").filter((file) => existsSync(path.join(root, file))),
  );
  const lines = [...findings, order.join(" < "), `${percent.toFixed(1)} % of imports stay in their own area`];
  process.stdout.write(`${lines.join("\n")}\n`);
}
