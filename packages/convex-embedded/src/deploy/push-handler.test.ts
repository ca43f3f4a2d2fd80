/** Tests which versions of the CLI may push. */
import { expect, test } from "vitest";
import { requireRecentCli } from "./push-handler.js";

test("a CLI before 1.34 gets an immediate error that names the version to install", () => {
  for (const version of ["0.19.1", "1.9.0", "1.33.1", "1.33.0-alpha.2"]) {
    expect(() => requireRecentCli(`npm-cli-${version}`)).toThrow(
      `This runtime needs the command line of convex 1.34.0 or newer; this is ${version.split("-")[0]}. Run`,
    );
  }
});

test("newer CLIs, and unknown versions, are accepted", () => {
  for (const client of [undefined, "", "npm-1.20.0", "npm-cli-1.34.0", "npm-cli-1.100.2", "npm-cli-2.0.0"]) {
    expect(() => requireRecentCli(client)).not.toThrow();
  }
});
