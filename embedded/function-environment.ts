/**
 * What functions see as `process.env`: what the operator set, without what a shell or npm sets for itself.
 * What a shell sets changes from terminal to terminal and would make each start look like another environment.
 */

const OF_THE_SHELL =
  /^(_|PATH|PWD|OLDPWD|SHLVL|SHELL|HOME|USER|LOGNAME|HOSTNAME|TERM|TERM_.*|COLORTERM|COLUMNS|LINES|LANG|LANGUAGE|LC_.*|LS_COLORS|PS\d|TZ|TMPDIR|TEMP|TMP|EDITOR|VISUAL|PAGER|MAIL|DISPLAY|INIT_CWD|COLOR|FORCE_COLOR|NO_COLOR|NODE|NODE_.*|npm_.*|NVM_.*|SSH_.*|XDG_.*|DBUS_.*|VITEST.*|.*_proxy|.*_PROXY)$/;

/** What the runtime keeps to itself. */
const SECRET = new Set(["STUDBOOK_AUTH_SECRET"]);

/** Picks what functions see of the operator's environment. */
export function functionEnvironment(
  processEnv: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(processEnv)) {
    if (value !== undefined && value !== "" && !OF_THE_SHELL.test(name) && !SECRET.has(name))
      env[name] = value;
  }
  return env;
}
