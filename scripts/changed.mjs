/**
 * Finds the parts that a change may have broken: the files that differ from the common base, and the checks, test
 * files and journeys for these files. For screens and domain rules the script follows their imports. Functions are
 * called by path at run time, so a test of functions belongs to the areas that it calls or imports.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";
import { LONG_FOLDERS } from "./test-groups.mjs";

/** @param {string[]} args */
const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

/**
 * Lists the files that differ from the commit where this branch left the main branch, including uncommitted and new
 * files.
 * @param {string} [since] a commit to compare with instead
 */
export function listChanged(since) {
  const main = ["origin/main", "main"].find((name) => {
    try {
      return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`).length > 0;
    } catch {
      return false;
    }
  });
  const [base = "HEAD"] = since ? [since] : main ? git("merge-base", "HEAD", main) : [];
  const differing = git("diff", "--name-only", "--relative", base);
  return [...new Set([...differing, ...git("ls-files", "--others", "--exclude-standard")])].sort();
}

export const listAll = () =>
  git("ls-files", "-co", "--exclude-standard").filter((file) => existsSync(path.join(root, file)));

/** @param {string} file */
const areaOf = (file) =>
  // `convex/changes` counts as platform.
  /^convex\/(?!_generated)([^/]+)\//u.exec(file.replace("convex/changes/", "convex/platform/"))?.[1] ?? null;
/** The journey through an area, a feature or an entity, if the journey has another name. */
const JOURNEYS = new Map(
  Object.entries({
    account: ["accounts", "connections", "identity", "sign-in"],
    ancestry: ["pedigree"],
    breeding: ["breedings", "reports"],
    calendars: ["calendar"],
    dogs: ["app", "components", "hooks", "lib"],
    "forgotten-password": ["mail"],
    health: ["health-tests", "medications"],
    invitations: ["kennels"],
    notifications: ["deliveries", "service-worker"],
    "own-data": ["exports"],
    signatures: ["signings"],
    "puppy-sale": ["contracts", "placements", "waiting-list"],
    "two-people": ["changes", "convex-embedded", "people", "platform", "rest"],
    weighing: ["litters", "weights"],
  }).flatMap(([journey, rooms]) => rooms.map((room) => [room, journey])),
);

/** More journeys than this would take longer than `npm run check` may take. */
const MOST_JOURNEYS = 2;

/** @param {readonly string[]} changed @param {ReadonlySet<string>} present */
function journeysOf(changed, present) {
  const rooms = changed.flatMap((file) => {
    if (isTest(file) || isDerived(file)) return [];
    const room =
      /^(?:convex|domain|src\/(?:features|entities)|src|packages)\/(?!_generated|features|entities)([^/]+)\//u.exec(
        file,
      );
    return room?.[1] ?? [];
  });
  const named = rooms.map((room) => `tests/e2e/${JOURNEYS.get(room) ?? room}.spec.ts`);
  const itself = changed.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/u.test(file));
  return [...new Set([...itself, ...named])].filter((file) => present.has(file));
}

/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$/u.test(file);
/**
 * Whether only `npm run test:all` runs the file.
 * @param {string} file
 */
const isLong = (file) =>
  /\.long\.test\./u.test(file) ||
  [...LONG_FOLDERS, "tests/crash", "tests/soak", "tests/fuzz"].some((folder) =>
    file.startsWith(`${folder}/`),
  );
/** @param {string} file */
const isBackendTest = (file) => isTest(file) && /^(?:convex|tests\/functions|tests\/rest)\//u.test(file);

/**
 * Code generation creates the file from the tables. A new table changes these files, but the change belongs to the
 * table's area.
 * @param {string} file
 */
const isDerived = (file) => /\.gen\.ts$/u.test(file);
/**
 * Whether a test covers all tables, including new tables.
 * @param {string} source
 */
const walksTables = (source) => /\btables\.gen\b|\/audit-kennel"|\/schema"/u.test(source);

/**
 * Finds the areas that a change of domain rules or functions affects. Null if the change may affect any area.
 * @param {readonly string[]} changed @param {readonly string[]} all @param {(file: string) => string} read
 */
function areasTouched(changed, all, read) {
  const areas = new Set();
  const rules = [];
  for (const file of changed.filter((each) => !isTest(each) && !isDerived(each))) {
    const area = areaOf(file);
    if (area === "platform" || (area === null && file.startsWith("convex/") && !file.includes("_generated")))
      return null;
    if (area !== null) areas.add(area);
    if (file.startsWith("domain/")) rules.push(file.replace(/\.tsx?$/u, ""));
  }
  if (rules.length === 0) return areas;
  for (const file of all) {
    const area = areaOf(file);
    if (area === null || isTest(file) || !file.endsWith(".ts")) continue;
    const source = read(file);
    if (rules.some((rule) => source.includes(`/${rule}"`))) areas.add(area);
  }
  return areas;
}

/**
 * Whether a test calls one of these areas, imports from it or sends REST requests to it.
 * @param {string} file @param {string} source @param {ReadonlySet<string>} areas
 */
function callsArea(file, source, areas) {
  return [...areas].some(
    (area) =>
      areaOf(file) === area ||
      source.includes(`api.${area}.`) ||
      source.includes(`internal.${area}.`) ||
      source.includes(`convex/${area}/`) ||
      path.basename(file) === `${area}.test.ts`,
  );
}

const ALIASES = /** @type {const} */ ([
  ["@/", "src/"],
  ["@domain/", "domain/"],
  ["@convex/", "convex/"],
]);
/**
 * Matches a statement that imports more than types. It may also match other text, but that text is then not the
 * path of a file.
 */
const IMPORTS = /^(?:import|export)(?!\s+type\b)[^;]*?"([^"]+)";/gmu;
const LATE_IMPORTS = /\bimport\("([^"]+)"\)/gu;

/**
 * Finds the tests of screens and rules that import one of these files. For a module that the app loads on demand,
 * the tests in its own folder count. Tests of other folders count only if there is no nearer test.
 * @param {readonly string[]} files @param {ReadonlySet<string>} present @param {(file: string) => string} read
 */
function testsImporting(files, present, read) {
  const resolve = (/** @type {string} */ from, /** @type {string} */ name) => {
    const [alias, folder] = ALIASES.find(([prefix]) => name.startsWith(prefix)) ?? [];
    if (alias === undefined && !name.startsWith(".")) return undefined;
    const base = alias ? folder + name.slice(alias.length) : path.posix.join(path.posix.dirname(from), name);
    return [base, `${base}.ts`, `${base}.tsx`].find((each) => present.has(each));
  };
  /** @type {Map<string, { file: string, isLate: boolean }[]>} */
  const known = new Map();
  const importsOf = (/** @type {string} */ file) => {
    const source = known.has(file) ? "" : read(file);
    const found = (/** @type {RegExp} */ pattern, /** @type {boolean} */ isLate) =>
      [...source.matchAll(pattern)].flatMap(([, name = ""]) => {
        const imported = resolve(file, name);
        return imported === undefined ? [] : [{ file: imported, isLate }];
      });
    const imports = known.get(file) ?? [...found(IMPORTS, false), ...found(LATE_IMPORTS, true)];
    known.set(file, imports);
    return imports;
  };
  const tests = [...present].filter(
    (file) => isTest(file) && /^(?:src|domain)\//u.test(file) && !isLong(file),
  );
  const reachedBy = (/** @type {string} */ test, /** @type {boolean} */ isAllFollowed) => {
    const reached = new Set([test]);
    for (const from of reached) {
      const isFollowed = isAllFollowed || from === test || from.startsWith("src/testing/");
      for (const { file, isLate } of importsOf(from)) {
        if (!isLate || isFollowed || path.dirname(file) === path.dirname(test)) reached.add(file);
      }
    }
    return reached;
  };
  /** @type {Set<string>} */
  const found = new Set();
  let wanted = files;
  for (const isAllFollowed of [false, true]) {
    const closures = wanted.length > 0 ? tests.map((test) => reachedBy(test, isAllFollowed)) : [];
    const unfound = [];
    for (const file of wanted) {
      const those = tests.filter((_, index) => closures[index]?.has(file));
      for (const test of those) found.add(test);
      if (those.length === 0) unfound.push(file);
    }
    wanted = unfound;
  }
  return [...found];
}

/**
 * @param {readonly string[]} changed files of the change @param {readonly string[]} all files of the repository
 * @param {(file: string) => string} [read] returns the content of a file
 */
export function planFor(
  changed,
  all,
  read = (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : ""),
) {
  const present = new Set(all);
  const here = changed.filter((file) => present.has(file));
  const touches = (/** @type {RegExp} */ pattern) => changed.some((file) => pattern.test(file));
  const areas = areasTouched(changed, all, read);
  const helpers = changed.flatMap((file) => /^tests\/(support\/.+)\.ts$/u.exec(file)?.[1] ?? []);
  const usesHelper = (/** @type {string} */ file) => {
    const source = helpers.length > 0 ? read(file) : "";
    return helpers.some((helper) => source.includes(`/${helper}"`));
  };
  const isTableNew = touches(/\.gen\.ts$/u);
  const isEmbedded = touches(/^packages\/convex-embedded\//u);
  const tests = all.filter((file) => {
    if (!isTest(file) || /^(?:src|domain)\//u.test(file)) return false;
    if (changed.includes(file)) return true;
    if (isLong(file)) return false;
    if (usesHelper(file)) return true;
    if (isBackendTest(file)) {
      const source = read(file);
      return areas === null || callsArea(file, source, areas) || (isTableNew && walksTables(source));
    }
    return isEmbedded && file.startsWith("packages/convex-embedded/");
  });
  const journeys = journeysOf(changed, present);
  return {
    lint: here.filter((file) => /\.(?:ts|tsx|js|mjs)$/u.test(file) && !file.includes("_generated")),
    /** Files for the formatter, which itself ignores files of other types. */
    format: here,
    types: touches(/\.(?:ts|tsx|mjs)$|^tsconfig|^package(?:-lock)?\.json$/u),
    codegen: touches(
      /^(?:convex|domain\/(?:history|permissions|records))\/|^domain\/permissions\/rules|^scripts\/(?:codegen|permission|table)/u,
    ),
    knip: touches(/\.(?:ts|tsx|mjs)$|^package(?:-lock)?\.json$|^knip/u),
    related: testsImporting(
      here.filter((file) => /^(?:src|domain)\/.*\.tsx?$/u.test(file) && !isDerived(file)),
      present,
      read,
    ).sort(),
    tests: tests.sort(),
    /** Journeys that run if they are tagged `@core` or were changed themselves. */
    journeys: journeys.slice(0, MOST_JOURNEYS),
    /** Tests that only the longer commands run. */
    left: [
      ...(touches(/^(?:src|convex|domain)\//u) || journeys.length > MOST_JOURNEYS
        ? ["npm test: the other journeys"]
        : []),
      ...(touches(/^packages\/|^package-lock\.json$/u) || changed.some(isLong)
        ? ["npm run test:all: what takes long"]
        : []),
    ],
  };
}
