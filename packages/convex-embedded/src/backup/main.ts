/** The command `convex-embedded-backup backup|restore FILE [--data DIR]`. An error is one line and exit code 1. */
import path from "node:path";
import { parseArgs } from "node:util";
import { packageVersion } from "../command-line.js";
import { explainStartFailure, StartError } from "../start-error.js";
import { backUp } from "./store-backup.js";
import { restore } from "./store-restore.js";

const USAGE = "Use: convex-embedded-backup backup|restore FILE [--data DIR]";
const HELP = `${USAGE}

  backup FILE   copies a data folder, which may be in use, into one file
  restore FILE  makes a data folder of such a file
  --data DIR    the data folder (data)
  --version     prints the version
  --help        prints this`;

async function run(args: string[]): Promise<string> {
  if (args.includes("--help")) return HELP;
  if (args.includes("--version")) return packageVersion();
  const { command, file, dataDir } = readArguments(args);
  if (command === "backup") {
    const { files, bytes } = await backUp(dataDir, file);
    return `${file} holds all of ${dataDir}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB. It holds the keys too: keep it safe.`;
  }
  const { madeAt } = await restore(file, dataDir);
  return `${dataDir} is as it was at ${madeAt}. Start it with --data ${dataDir}.`;
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { data: { type: "string", default: "data" } },
    });
    const [command, file] = positionals;
    const isKnown = command === "backup" || command === "restore";
    if (!isKnown || file === undefined || positionals.length > 2) {
      throw new StartError(USAGE);
    }
    return { command, file: path.resolve(file), dataDir: path.resolve(values.data) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${error instanceof Error ? error.message : String(error)}. ${USAGE}`, {
      cause: error,
    });
  }
}

run(process.argv.slice(2)).then(
  (report) => process.stdout.write(`${report}\n`),
  (error: unknown) => {
    const explained = explainStartFailure(error);
    const text = explained instanceof StartError ? explained.message : String(explained);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  },
);
