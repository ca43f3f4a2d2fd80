/**
 * Counts the functions of `convex/` that change other records as the consequence of a change: `node
 * scripts/consequences.mjs [COMMIT] [--list]`.
 * The script recognizes these functions by their names, because nothing else shows the purpose of a function. It
 * counts functions of `model/` whose name begins with one of the words below and which can write, because they take
 * a MutationCtx, restore something or are methods. It leaves out the code that handles consequences for all
 * records: each area's follows.ts, `convex/changes` (nine functions with such names), and the migrations. It also
 * counts functions with such a name and another purpose (an invitation is renewed), and it misses functions with
 * other names. If somebody handles a consequence by hand, they usually also add a function, and then the count
 * increases.
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

/** The present number of such functions. It may not increase. If it decreases, this constant must be lowered. */
const MOST = 23;

/**
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
 * Lists such functions as `file: name`, in a commit or, without a commit, in the current files.
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

/** Null if the number is as recorded. */
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
