/**
 * Counts the functions of `convex/` that move consequences: `node scripts/consequences.mjs [COMMIT] [--list]`.
 *
 * They are counted by name, as nothing else tells what a function is for: those of `model/` whose name begins with one of
 * the words below and which can write, because they take a MutationCtx, bring something back or are a method. Left out is
 * what says or does it for all: each area's follows.ts, `convex/changes` (nine functions with such names), and the
 * migrations. Counted is also what only has such a name (an invitation is renewed); missed is what has another. A call by
 * hand that is added most often comes with a function that is added here.
 */
import { execFileSync } from "node:child_process";
import { root } from "./setup.mjs";

const WORDS = [
  ...["adjust", "after", "apply", "compare", "count", "follow", "forget", "hand", "move", "raise"],
  ...["recount", "refold", "release", "renew", "settle"],
];

const NAME = `((?:${WORDS.join("|")})(?![a-z])\\w*)`;
const DECLARATION = new RegExp(
  [
    `^(?:export )?(?:async )?function ${NAME}`,
    `^(?:export )?const ${NAME}(?=\\b[^=]*= (?:async )?\\()`,
    `^  (?:private )?(?:async )?${NAME}(?=\\((?:.*[^;])?$)`,
  ].join("|"),
  "gm",
);

/** So many there may be; fewer are kept that way. */
const MOST = 23;

/**
 * Lists the names of those that a text declares.
 * @param {string} text
 */
export function* functionsIn(text) {
  for (const match of text.matchAll(DECLARATION)) {
    const [, ...names] = match;
    const head = text.slice(match.index).split(/\{\n|=>/, 1)[0] ?? "";
    const canWrite = names[2] !== undefined || /MutationCtx|: AfterUndelete</.test(head);
    if (canWrite) yield names.find((name) => name !== undefined) ?? "";
  }
}

/**
 * Lists them as `file: name`; of a commit, else of the files as they are.
 * @param {string} [commit]
 */
export function findConsequences(commit) {
  const of = commit === undefined ? ["--untracked"] : [commit];
  const lines = execFileSync("git", ["grep", "-I", "-e", "", ...of, "--", "convex/*/model/*.ts"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  }).split("\n");
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const line of lines) {
    const [, file, text] = /(convex\/[^:]+):(.*)$/.exec(line) ?? [];
    if (file !== undefined) texts.set(file, `${texts.get(file) ?? ""}${text}\n`);
  }
  return [...texts].flatMap(([file, text]) => [...functionsIn(text)].map((name) => `${file}: ${name}`));
}

/** Says when there are more than there were, or fewer. */
export function checkConsequences() {
  const { length } = findConsequences();
  if (length === MOST) return [];
  return length < MOST
    ? [`${length} functions move consequences: lower MOST in scripts/consequences.mjs to keep that`]
    : [
        `${length} functions move consequences, ${MOST} did: say what follows in a projection or a settle (docs/decisions/0016-counts-follow.md); node scripts/consequences.mjs --list names them`,
      ];
}

if (process.argv[1] === import.meta.filename) {
  const [commit] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const found = findConsequences(commit);
  if (process.argv.includes("--list")) process.stdout.write(`${found.join("\n")}\n`);
  process.stdout.write(`${found.length} functions move consequences\n`);
}
