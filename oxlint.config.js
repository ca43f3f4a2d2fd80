/**
 * Lint settings for the whole repository. The folder boundaries are derived from the existing folders, so they also
 * cover a new feature or a new domain folder.
 */
import { existsSync, readdirSync } from "node:fs";
import convexPlugin from "@convex-dev/eslint-plugin";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig } from "oxlint";

const topFolders = ["convex", "domain", "src", "packages", "tests", "scripts"];

/** @param {string} parent */
const foldersIn = (parent) =>
  existsSync(parent)
    ? readdirSync(parent, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

/**
 * Matches an import that enters `folder`, by its alias or by a relative path with any number of `../`.
 * @param {string} folder
 */
const entering = (folder) => `^(@|(\\.\\./)+)${folder}/`;

/**
 * @param {string[]} files
 * @param {{ regex: string, importNames?: string[], message: string }[]} patterns
 * @returns {import("oxlint").OxlintOverride}
 */
const forbid = (files, patterns) => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

/**
 * Lists the top folders from which `folder` may not import.
 * @param {string} folder @param {string[]} allowed
 */
const outside = (folder, allowed) =>
  topFolders
    .filter((other) => other !== folder && !allowed.includes(other))
    .map((other) => ({
      regex: entering(other),
      message: `${folder}/ may import ${allowed.length ? allowed.join(" and ") : "nothing of ours"}, not ${other}/.`,
    }));

/**
 * The official command line bundles these folders and supports no path aliases, so they use only relative imports.
 */
const onlyRelative = {
  regex: "^@(domain|convex)?/",
  message: "convex/ and domain/ import by relative paths.",
};

const rawBuilders = {
  regex: "_generated/server$",
  importNames: ["query", "mutation"],
  message: "Use the permission-first builders of convex/platform/functions.ts.",
};

/** Links of the router library, which do not add the kennel to the address. */
const plainLinks = {
  regex: "^react-router-dom$",
  importNames: ["Link", "NavLink", "Navigate", "useLocation", "useNavigate"],
  message: "Links and hooks of src/lib/router.tsx keep the kennel in the address.",
};

/**
 * Features that show parts of other features, with those other features.
 * @type {Record<string, string[] | undefined>}
 */
const SHOWN_BY = {
  dogs: ["imports", "pedigree"],
  genetics: ["pedigree", "reports"],
  health: ["vaccinations"],
};

const featureBoundaries = foldersIn("src/features").map((feature) =>
  forbid(
    [`src/features/${feature}/**/*.{ts,tsx}`],
    [
      ...outside("src", ["convex", "domain"]),
      ...foldersIn("src/features")
        .filter((other) => other !== feature && !SHOWN_BY[feature]?.includes(other))
        .map((other) => ({
          regex: `^(@/features/|(\\.\\./)+(features/)?)${other}/`,
          message:
            "A feature imports entities and shared UI, no other feature but those that SHOWN_BY names.",
        })),
      { regex: "^(@/|(\\.\\./)+)app/", message: "Features do not know the app that mounts them." },
      plainLinks,
    ],
  ),
);

const entityBoundary = forbid(
  ["src/entities/**/*.{ts,tsx}"],
  [
    ...outside("src", ["convex", "domain"]),
    { regex: "^(@/|(\\.\\./)+)(features|app)/", message: "Entities do not know features or the app." },
    plainLinks,
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

const driver = {
  regex: "^libsql$",
  message: "Only packages/convex-embedded/src/storage imports the SQLite driver.",
};

/**
 * The domain folders that each domain folder may import. A folder that is not listed may import all.
 * @type {Record<string, string[] | undefined>}
 */
const engineLayers = {
  values: [],
  storage: ["values"],
  database: ["values", "storage"],
  auth: ["values", "functions"],
};

const engineBoundaries = foldersIn("packages/convex-embedded/src").map((folder) => {
  const allowed = engineLayers[folder];
  const others = foldersIn("packages/convex-embedded/src").filter(
    (other) => other !== folder && allowed && !allowed.includes(other),
  );
  return forbid(
    [`packages/convex-embedded/src/${folder}/**/*.ts`],
    [
      ...outside("packages", []),
      ...(folder === "storage" || folder === "accounts" ? [] : [driver]),
      ...others.map((other) => ({
        regex: `^(\\.\\./)+${other}/`,
        message: `packages/convex-embedded/src/${folder} stands on ${allowed?.join(", ") || "nothing"}.`,
      })),
    ],
  );
});

/** Rules that need types, for example rules against a promise that nobody awaits, or an `any` that spreads. */
const typeAware = [
  "await-thenable",
  "no-array-delete",
  "no-base-to-string",
  "no-duplicate-type-constituents",
  "no-floating-promises",
  "no-for-in-array",
  "no-implied-eval",
  "no-misused-promises",
  "no-redundant-type-constituents",
  "no-unnecessary-type-assertion",
  "no-unsafe-argument",
  "no-unsafe-assignment",
  "no-unsafe-call",
  "no-unsafe-enum-comparison",
  "no-unsafe-member-access",
  "no-unsafe-return",
  "no-unsafe-unary-minus",
  "only-throw-error",
  "prefer-promise-reject-errors",
  "restrict-plus-operands",
  "restrict-template-expressions",
  "switch-exhaustiveness-check",
  "unbound-method",
];

const syntactic = [
  "ban-ts-comment",
  "consistent-type-imports",
  "no-duplicate-enum-values",
  "no-empty-object-type",
  "no-explicit-any",
  "no-extra-non-null-assertion",
  "no-misused-new",
  "no-namespace",
  "no-non-null-asserted-optional-chain",
  "no-non-null-assertion",
  "no-require-imports",
  "no-this-alias",
  "no-unnecessary-type-constraint",
  "no-unsafe-declaration-merging",
  "no-unsafe-function-type",
  "no-wrapper-object-types",
  "prefer-as-const",
  "prefer-namespace-keyword",
  "triple-slash-reference",
];

/**
 * @param {string[]} rules @param {"error" | "off"} severity
 * @returns {Record<string, "error" | "off">}
 */
const typescript = (rules, severity) =>
  Object.fromEntries(rules.map((rule) => [`typescript/${rule}`, severity]));

/** Rules of the React compiler. The linter already contains its two rules for hooks. */
const compilerRules = Object.fromEntries(
  Object.keys(reactHooks.configs.recommended.rules)
    .filter((rule) => !/\/(rules-of-hooks|exhaustive-deps)$/.test(rule))
    .map((rule) => [rule.replace("react-hooks/", "react-compiler/"), "error"]),
);

const testCode = ["scripts/**", "tests/**", "**/fixtures/**", "**/testing/**", "**/*.test.{ts,tsx}"];

export default defineConfig({
  plugins: ["typescript", "react"],
  jsPlugins: [
    { name: "studbook", specifier: "./scripts/lint-rules.mjs" },
    "@convex-dev/eslint-plugin",
    "eslint-plugin-regexp",
    { name: "react-compiler", specifier: "eslint-plugin-react-hooks" },
  ],
  categories: { correctness: "off" },
  // Examples are written as a beginner writes them, before types are generated.
  ignorePatterns: [
    // These files need packages that only `npm run newest` installs, in another folder.
    "tests/fixtures/newest",
    "**/dist/**",
    "packages/*/examples/**",
    "data/**",
    "**/_generated/**",
    "test-results/**",
    "coverage/**",
  ],
  options: { typeAware: true, reportUnusedDisableDirectives: "error", maxWarnings: 0 },
  rules: {
    "no-console": "error",
    eqeqeq: ["error", "always"],
    "no-var": "error",
    "prefer-const": "error",
    "prefer-rest-params": "error",
    "prefer-spread": "error",
    "no-array-constructor": "error",
    "no-unused-expressions": "error",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    ...typescript(syntactic, "error"),
    ...typescript(typeAware, "error"),
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
  },
  overrides: [
    {
      files: ["convex/**/*.ts"],
      rules: {
        ...convexPlugin.configs.recommended[0].rules,
        "@convex-dev/no-collect-in-query": "error",
        // This rule needs types, which plugins do not get in this linter. Our own rule recognizes a query's filter
        // by its shape.
        "@convex-dev/no-filter-in-query": "off",
        "studbook/no-filter-in-query": "error",
        "@convex-dev/import-wrong-runtime": "error",
      },
    },
    forbid(["convex/**/*.ts"], [...outside("convex", ["domain"]), onlyRelative, rawBuilders]),
    // Only these files may use Convex's own builders: the files that define our builders, and the types that the
    // change recorder wraps.
    forbid(["convex/platform/functions.ts", "convex/changes/recorder.ts"], outside("convex", ["domain"])),
    forbid(["domain/**/*.ts"], [...outside("domain", []), onlyRelative]),
    forbid(["src/**/*.{ts,tsx}"], outside("src", ["convex", "domain"])),
    sharedUiBoundary,
    entityBoundary,
    ...featureBoundaries,
    forbid(["packages/convex-embedded/src/*.ts"], [...outside("packages", []), driver]),
    ...engineBoundaries,
    {
      files: ["src/**/*.{ts,tsx}"],
      rules: {
        "react/rules-of-hooks": "error",
        "react/exhaustive-deps": "error",
        ...compilerRules,
        "typescript/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      },
    },
    {
      files: ["src/**/*.{ts,tsx}"],
      excludeFiles: ["src/lib/late-lazy.ts", "src/lib/ready-lazy.tsx"],
      rules: { "studbook/no-plain-lazy": "error" },
    },
    { files: ["**/*.{mjs,js}"], rules: { ...typescript(typeAware, "off"), "no-var": "off" } },
    {
      // Code that reads text from outside must not have regular expressions whose time grows faster than the text.
      // The rule cannot know which text comes from outside, so it checks all code.
      files: ["convex/**", "domain/**", "packages/convex-embedded/src/**", "src/**"],
      excludeFiles: ["**/fixtures/**", "**/testing/**", "**/*.test.{ts,tsx}"],
      rules: {
        "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
        "regexp/no-super-linear-move": ["error", { report: "potential" }],
      },
    },
    {
      files: testCode,
      rules: {
        "no-console": "off",
        ...typescript(
          [
            "unbound-method",
            "no-unsafe-assignment",
            "no-unsafe-member-access",
            "no-unsafe-argument",
            "no-unsafe-return",
            "no-unsafe-call",
            "no-base-to-string",
          ],
          "off",
        ),
      },
    },
  ],
});
