/** A folder for a copy of the repository, one for each test of a file, in which commands are run. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach } from "vitest";

const run = promisify(execFile);

/** Makes an empty folder before each test and removes it afterwards; `name` is in its path. */
export function useScratchCopy(name: string) {
  let dir = "";
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), `studbook-${name}-`));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  return {
    /** Returns where a part of the copy is. */
    at: (part: string): string => path.join(dir, part),
    /** Runs a script in the copy and returns what it printed, whether it failed or not. */
    inCopy: async (...args: string[]): Promise<string> => {
      // What this run of Vitest sets would make a build for tests of a build, and another's functions those of the copy.
      const { VITEST: _, NODE_ENV: __, STUDBOOK_TEST_BUNDLE: ___, ...env } = process.env;
      try {
        const { stdout, stderr } = await run(process.execPath, args, { cwd: dir, env });
        return stdout + stderr;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string }; // as a failed process leaves them
        return `failed\n${stdout}${stderr}`;
      }
    },
  };
}
