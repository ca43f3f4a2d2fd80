/**
 * Checks rules that lint cannot check: every source file begins with a comment about its purpose, no test is
 * switched off, comments and names use plain words, texts obey the rules of docs/writing.md, every rule and
 * decision that a file names exists in the documents, `.env.example` lists exactly the used variables, the lock
 * file contains no host names, areas import in their order, and no additional functions handle consequences of
 * changes themselves.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { checkAreas } from "./areas.mjs";
import { checkConsequences } from "./consequences.mjs";
import { root } from "./setup.mjs";
import { checkTexts, isReadByPeople } from "./texts.mjs";
import path from "node:path";

/** @type {string[]} */
const findings = [];
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);
/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), "utf8");
const sources = files.filter(
  (file) =>
    /^(convex|domain|src|packages|tests|scripts)\//.test(file) &&
    /\.(ts|tsx|mjs)$/.test(file) &&
    !file.includes("_generated/"),
);

for (const file of sources) {
  const text = read(file);
  const opening = text.replace(/^(#!.*\n|"use node";\n|\/\/ @vitest-environment .*\n|\s+)*/, "");
  const isFixture =
    file.includes("/fixtures/") || file.startsWith("src/components/ui/") || file.endsWith(".d.ts");
  // Tests of attacks may use words that are forbidden elsewhere.
  const saysWhatItDoes = file.startsWith("tests/attacks/attacks/") && text.includes("does: ");
  if (!isFixture && !saysWhatItDoes && !opening.startsWith("/*") && !opening.startsWith("//")) {
    findings.push(`${file}: open the file with a sentence on what it owns`);
  }
  if (/\b(it|test|describe)\.(only|skip|todo|fixme)\(/.test(text))
    findings.push(`${file}: a test is switched off`);
}

// Forbidden words in comments, each with the replacement.
/** @type {[RegExp, string][]} */
const plainWords = [
  [/\breckon(s|ed|ing|ings)?\b/i, "calculate"],
  [/\banew\b/i, "again"],
  [/\bforetold\b/i, "predicted"],
  [/^\s*(\/?\*\*?) Answers\b/, "Returns"],
];
// Forbidden words in names in the code.
/** @type {[RegExp, string][]} */
const plainNames = [
  [/\b_?(set)?reckon(?!ing")/i, "calculate"],
  [/\btellOf[A-Z]/, "log…Activity"],
  [/\bput(ting)?Back[A-Z]?|PUT_BACK/, "revert"],
  [/\breappear/i, "undelete"],
  [/\b\w*leftBehind/i, "orphans"],
  [/\b\w*whereabouts/i, "location"],
  [/\b\w*(held|sent)Files?\b/i, "archive file, uploaded file"],
  [/\bdeeds?\b/i, "action, command"],
];
for (const file of sources.filter((each) => each !== "scripts/check-structure.mjs")) {
  for (const [at, line] of read(file).split("\n").entries()) {
    const isComment = /^\s*(\*|\/\*|\/\/)/.test(line);
    if (!isComment && (/^(tests|packages)\//.test(file) || file === "scripts/texts.mjs")) continue;
    for (const [word, instead] of isComment ? plainWords : plainNames) {
      if (word.test(line)) findings.push(`${file}:${at + 1}: write '${instead}'`);
    }
  }
}

for (const file of files.filter(isReadByPeople)) findings.push(...checkTexts(file, read(file)));

const ruleIds = new Set(
  ["docs/rules.md", "docs/decisions/gaps.md"].flatMap((file) =>
    [...read(file).matchAll(/^- \*\*([A-Z-]+-\d+)\*\*/gm)].map((match) => match[1]),
  ),
);
const areas = new Set([...ruleIds].map((id) => id?.replace(/-\d+$/, "")));
for (const file of sources) {
  for (const [, id = "", area] of read(file).matchAll(/\b((GAP-[A-Z]+|[A-Z]{3,5})-\d{2})\b/g)) {
    if (areas.has(area) && !ruleIds.has(id))
      findings.push(`${file}: neither docs/rules.md nor docs/decisions/gaps.md has ${id}`);
  }
}

const documented = new Set(
  [...read(".env.example").matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]),
);
const product = sources.filter(
  (file) => !/^(tests|scripts\/check)/.test(file) && !file.includes(".test.") && !file.includes("/fixtures/"),
);
const used = new Set();
for (const file of product) {
  for (const match of read(file).matchAll(/\benv\b(?:\.|\[["'])([A-Z][A-Z0-9_]+)/g)) used.add(match[1]);
}
const given = new Set([
  "NODE_ENV",
  // Set by scripts/start.mjs for the runtime.
  "CONVEX_EMBEDDED_ACCOUNTS_SECRET",
  "CHROMIUM_PATH",
  "WHOLE_CHROMIUM_PATH",
  "DEBIAN_FRONTEND",
  "CONVEX_CLOUD_URL",
  "CONVEX_SITE_URL",
  "HOME",
  "CI",
  "DEV",
  "PROD",
  "MODE",
]);
for (const name of used) {
  if (!documented.has(name) && !given.has(name)) findings.push(`.env.example does not name ${name}`);
}

if (/"resolved":\s*"https?:/.test(read("package-lock.json")))
  findings.push("package-lock.json names a registry host");

findings.push(...checkAreas(files).findings, ...checkConsequences());

for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
