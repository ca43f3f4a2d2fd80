/**
 * Restores a backup to a new data folder. The backup is unpacked beside it, every byte is verified, and the
 * database is opened. Only then is the folder renamed, so it exists completely or not at all.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DATABASE_FILE, FILES_FOLDER } from "../data-folder.js";
import { contentPath } from "../files/content-folder.js";
import { StartError } from "../start-error.js";
import { readArchive } from "./archive.js";
import { openAndListFiles } from "./contents.js";
import { syncFolder } from "./staging.js";

/** `dataDir` must be empty or missing. Throws a StartError that explains what to do. */
export async function restore(file: string, dataDir: string): Promise<{ readonly madeAt: string }> {
  if (!existsSync(file)) throw new StartError(`There is no backup ${file}.`);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new StartError(
      `The folder ${dataDir} is not empty: move it away, or restore into another one with --data.`,
    );
  }
  const unfinished = `${dataDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const { madeAt } = await readArchive(file, unfinished);
    await requireWhole(file, unfinished);
    if (existsSync(dataDir)) rmdirSync(dataDir);
    renameSync(unfinished, dataDir);
    syncFolder(path.dirname(dataDir));
    return { madeAt };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function requireWhole(file: string, folder: string): Promise<void> {
  const database = path.join(folder, DATABASE_FILE);
  if (!existsSync(database)) throw new StartError(`The backup ${file} holds no database.`);
  for (const uuid of await openAndListFiles(database)) {
    if (existsSync(path.join(folder, FILES_FOLDER, contentPath(uuid)))) continue;
    throw new StartError(`The backup ${file} lacks the content of the stored file ${uuid}.`);
  }
}
