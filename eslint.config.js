/**
 * Lint for the whole repository. The folder boundaries are derived from the folders that exist, so a
 * new feature or a new engine folder is guarded from its first file on.
 */
import { existsSync, readdirSync } from "node:fs";
import convexPlugin from "@convex-dev/eslint-plugin";
import reactHooks from "eslint-plugin-react-hooks";
import * as regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

const topFolders = ["convex", "domain", "src", "embedded", "tests", "scripts"];

/** @param {string} parent */
const foldersIn = (parent) =>
  existsSync(parent)
    ? readdirSync(parent, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

/** Matches an import that enters `folder`, by its alias or however many levels up it climbs first.
 * @param {string} folder
 */
const entering = (folder) => `^(@|(\\.\\./)+)${folder}/`;

/**
 * @param {string[]} files
 * @param {{ regex: string, importNames?: string[], message: string }[]} patterns
 * @returns {import("typescript-eslint").ConfigWithExtends}
 */
const forbid = (files, patterns) => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

/** Top folders that `folder` may not import from.
 * @param {string} folder @param {string[]} allowed
 */
const outside = (folder, allowed) =>
  topFolders
    .filter((other) => other !== folder && !allowed.includes(other))
    .map((other) => ({
      regex: entering(other),
      message: `${folder}/ may import ${allowed.length ? allowed.join(" and ") : "nothing of ours"}, not ${other}/.`,
    }));

/** The official CLI bundles these folders, which need no settings of ours for that. */
const onlyRelative = {
  regex: "^@(domain|convex)?/",
  message: "convex/ and domain/ import by relative paths.",
};

const rawBuilders = {
  regex: "_generated/server$",
  importNames: ["query", "mutation"],
  message: "Use the permission-first builders of convex/platform/functions.ts.",
};

const featureBoundaries = foldersIn("src/features").map((feature) =>
  forbid(
    [`src/features/${feature}/**/*.{ts,tsx}`],
    [
      ...outside("src", ["convex", "domain"]),
      ...foldersIn("src/features")
        .filter((other) => other !== feature)
        .map((other) => ({
          regex: `^(@/features/|(\\.\\./)+(features/)?)${other}/`,
          message: "A feature imports entities and shared UI, never another feature.",
        })),
      { regex: "^(@/|(\\.\\./)+)app/", message: "Features do not know the app that mounts them." },
    ],
  ),
);

const entityBoundary = forbid(
  ["src/entities/**/*.{ts,tsx}"],
  [
    ...outside("src", ["convex", "domain"]),
    { regex: "^(@/|(\\.\\./)+)(features|app)/", message: "Entities do not know features or the app." },
  ],
);

const sharedUiBoundary = forbid(
  ["src/components/**/*.{ts,tsx}", "src/lib/**/*.{ts,tsx}", "src/hooks/**/*.{ts,tsx}"],
  [
    ...outside("src", ["convex", "domain"]),
    {
      regex: "^(@/|(\\.\\./)+)(features|entities|app)/",
      message: "Shared UI knows no dog: what does is an entity, and features and the app stand above.",
    },
  ],
);

const driver = { regex: "^libsql$", message: "Only embedded/storage imports the SQLite driver." };

/**
 * Which engine folders each engine folder may stand on; one that is not named may stand on all.
 * @type {Record<string, string[] | undefined>}
 */
const engineLayers = {
  values: [],
  storage: ["values"],
  database: ["values", "storage"],
  auth: ["values", "functions"],
};

const engineBoundaries = foldersIn("embedded").map((folder) => {
  const allowed = engineLayers[folder];
  const others = foldersIn("embedded").filter(
    (other) => other !== folder && allowed && !allowed.includes(other),
  );
  return forbid(
    [`embedded/${folder}/**/*.ts`],
    [
      ...outside("embedded", []),
      ...(folder === "storage" || folder === "accounts" ? [] : [driver]),
      ...others.map((other) => ({
        regex: `^(\\.\\./)+${other}/`,
        message: `embedded/${folder} stands on ${allowed?.join(", ") || "nothing"}.`,
      })),
    ],
  );
});

export default tseslint.config(
  {
    ignores: ["dist/**", "data/**", "node_modules/**", "**/_generated/**", "test-results/**", "coverage/**"],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-console": "error",
      eqeqeq: ["error", "always"],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  ...convexPlugin.configs.recommended.map((/** @type {object} */ config) => ({
    ...config,
    files: ["convex/**/*.ts"],
  })),
  {
    files: ["convex/**/*.ts"],
    rules: {
      "@convex-dev/no-collect-in-query": "error",
      "@convex-dev/require-args-validator": "error",
      "@convex-dev/explicit-table-ids": "error",
      "@convex-dev/import-wrong-runtime": "error",
    },
  },
  forbid(["convex/**/*.ts"], [...outside("convex", ["domain"]), onlyRelative, rawBuilders]),
  // The builders, and the types of the raw ones that the recorder of changes wraps.
  forbid(
    ["convex/platform/functions.ts", "convex/platform/model/changeRecorder.ts"],
    outside("convex", ["domain"]),
  ),
  forbid(["domain/**/*.ts"], [...outside("domain", []), onlyRelative]),
  forbid(["src/**/*.{ts,tsx}"], outside("src", ["convex", "domain"])),
  sharedUiBoundary,
  entityBoundary,
  ...featureBoundaries,
  forbid(["embedded/*.ts"], [...outside("embedded", []), driver]),
  ...engineBoundaries,
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
    },
  },
  { files: ["**/*.{mjs,js}"], ...tseslint.configs.disableTypeChecked },
  {
    // What meets text from outside must take time that grows with the text alone; a check cannot know which texts do.
    files: ["convex/**", "domain/**", "embedded/**", "src/**"],
    ignores: ["**/fixtures/**", "**/testing/**", "**/*.test.{ts,tsx}"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  {
    files: ["scripts/**", "tests/**", "**/fixtures/**", "**/testing/**", "**/*.test.{ts,tsx}"],
    rules: {
      "no-console": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-base-to-string": "off",
    },
  },
);
