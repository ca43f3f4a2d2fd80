/**
 * The variables that functions see as `process.env`: the operator's variables, without those that a shell or npm
 * sets. A shell's own variables differ between terminals, so each start would otherwise look like a change of the
 * environment.
 */
import { EngineError } from "./errors.js";
import {
  MAX_ENV_BYTES,
  MAX_ENV_NAME_LENGTH,
  MAX_ENV_VALUE_BYTES,
  MAX_ENV_VARIABLES,
} from "./functions/limits.js";

const OF_THE_SHELL =
  /^(_|PATH|PWD|OLDPWD|SHLVL|SHELL|HOME|USER|LOGNAME|HOSTNAME|TERM|TERM_.*|COLORTERM|COLUMNS|LINES|LANG|LANGUAGE|LC_.*|LS_COLORS|PS\d|TZ|TMPDIR|TEMP|TMP|EDITOR|VISUAL|PAGER|MAIL|DISPLAY|INIT_CWD|COLOR|FORCE_COLOR|NO_COLOR|NODE|NODE_.*|npm_.*|NVM_.*|SSH_.*|XDG_.*|DBUS_.*|VITEST.*|.*_proxy|.*_PROXY)$/;

/** Variables that only the runtime uses. */
const SECRET = new Set(["CONVEX_EMBEDDED_ACCOUNTS_SECRET"]);

/**
 * A variable that Convex would refuse is left out, because it may be for another program. `warn` gets the reason.
 */
export function functionEnvironment(
  processEnv: Readonly<Record<string, string | undefined>>,
  warn: (problem: string) => void = (problem) => process.stderr.write(`${problem}\n`),
): Record<string, string> {
  const env: Record<string, string> = {};
  let count = 0;
  let bytes = 0;
  for (const [name, value] of Object.entries(processEnv)) {
    if (value === undefined || value === "" || OF_THE_SHELL.test(name) || SECRET.has(name)) continue;
    const size = sizeOf(name, value);
    const problem = problemOf(name, value) ?? problemOfAll(count + 1, bytes + size);
    if (problem !== null) {
      warn(`${problem} Functions do not see ${name}.`);
      continue;
    }
    env[name] = value;
    count += 1;
    bytes += size;
  }
  return env;
}

/** Only the `changed` variables are new. Throws LimitExceeded. */
export function requireVariablesInLimits(
  variables: ReadonlyMap<string, string>,
  changed: ReadonlyMap<string, string>,
): void {
  let bytes = 0;
  for (const [name, value] of variables) bytes += sizeOf(name, value);
  const problems = [...changed].map(([name, value]) => nameProblemOf(name) ?? problemOf(name, value));
  const problem = problems.find((found) => found !== null) ?? problemOfAll(variables.size, bytes);
  if (problem !== null) throw new EngineError("LimitExceeded", problem);
}

function sizeOf(name: string, value: string): number {
  return Buffer.byteLength(name) + Buffer.byteLength(value);
}

/** The operator's environment may contain other names, which are not an error. */
function nameProblemOf(name: string): string | null {
  if (/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name)) return null;
  return (
    `The environment variable name ${JSON.stringify(name)} is not valid. Environment variable names must start with a ` +
    "letter and contain only letters, numbers, and underscores."
  );
}

function problemOf(name: string, value: string): string | null {
  if (name.length > MAX_ENV_NAME_LENGTH) {
    return (
      `The environment variable name ${name} is too long. Environment variable names may have ` +
      `${MAX_ENV_NAME_LENGTH} characters.`
    );
  }
  const bytes = Buffer.byteLength(value);
  if (bytes <= MAX_ENV_VALUE_BYTES) return null;
  return `The environment variable value is ${bytes} bytes, which is too large. (max size: ${MAX_ENV_VALUE_BYTES})`;
}

function problemOfAll(count: number, bytes: number): string | null {
  if (count > MAX_ENV_VARIABLES) return `The environment variable limit (${MAX_ENV_VARIABLES}) has been met.`;
  if (bytes <= MAX_ENV_BYTES) return null;
  return `The total size of all environment variables (${bytes} bytes) exceeds the limit (${MAX_ENV_BYTES} bytes).`;
}
