/** A folder for a copy of the repository in which commands are run, a new one for each test. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach } from "vitest";

const run = promisify(execFile);

/** An empty folder is created before each test and removed afterwards. Its path contains `name`. */
export function useScratchCopy(name: string) {
  let dir = "";
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), `studbook-${name}-`));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  return {
    at: (part: string): string => path.join(dir, part),
    /** Returns the output, whether the script failed or not. */
    inCopy: async (...args: string[]): Promise<string> => {
      // Otherwise, variables of this Vitest run would make the copy build for tests and use functions from outside
      // the copy.
      const { VITEST: _, NODE_ENV: __, STUDBOOK_TEST_BUNDLE: ___, ...env } = process.env;
      try {
        const { stdout, stderr } = await run(process.execPath, args, { cwd: dir, env });
        return stdout + stderr;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string }; // The error of a failed process has these properties.
        return `failed\n${stdout}${stderr}`;
      }
    },
  };
}
