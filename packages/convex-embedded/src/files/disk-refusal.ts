/** The errors that callers get for a disk that cannot store a file, without details about the disk itself. */
import { EngineError } from "../errors.js";
import { explainDisk } from "../start-error.js";

const FULL_DISK_CODES = ["ENOSPC", "EDQUOT"];

/** The message may be shown unchanged. */
export class DiskRefusal extends EngineError {
  constructor(readonly isFull: boolean) {
    super(
      "DiskRefusal",
      isFull
        ? "There is no room to store the file. Try again later."
        : "The file could not be stored. Try again later.",
    );
  }
}

/** Whether a refusal was logged since a file was last written. */
let isTold = false;

/** After this, the next refusal is logged again. */
export function noteDiskWorks(): void {
  isTold = false;
}

/**
 * A disk error becomes a refusal, which is logged only once until a file is written again. Other errors are
 * returned unchanged.
 */
export function toDiskRefusal(error: unknown): unknown {
  const explained = explainDisk(error);
  if (explained === null) return error;
  if (!isTold) process.stderr.write(`A file could not be stored. ${explained.message}\n`);
  isTold = true;
  const code = error instanceof Error && "code" in error ? error.code : null;
  return new DiskRefusal(FULL_DISK_CODES.some((each) => each === code));
}
