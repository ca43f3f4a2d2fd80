/** The demo kennel for the browser journeys, filled by the script that fills every demo kennel. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { person, type Person } from "../support/people";

const run = promisify(execFile);

/** The Studbook must be new. Returns the credentials of the kennel's owner. */
export async function fillDemoKennel(origin: string): Promise<Person> {
  const { stdout } = await run(process.execPath, ["scripts/run-ts.mjs", "scripts/demo.ts", origin]);
  return {
    ...person("Margaret"),
    email: /Sign in as (\S+)/.exec(stdout)?.[1] ?? "",
    password: /Password of both: (\S+)/.exec(stdout)?.[1] ?? "",
  };
}
