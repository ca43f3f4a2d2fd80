/** What callers are told of a disk that takes no file: that, and nothing of the disk itself. */
import { EngineError } from "../errors.js";
import { explainDisk } from "../start-error.js";

const FULL_DISK_CODES = ["ENOSPC", "EDQUOT"];

/** Raised when the disk did not take a file; may be shown as it stands. */
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

/** Whether the operator was told since a file could last be written. */
let isTold = false;

/** Notes that a file was written, so that the operator hears of the next refusal. */
export function noteDiskWorks(): void {
  isTold = false;
}

/** Converts a fault of the disk to a refusal, of which the log gets one line until a file is written again; returns other errors as they are. */
export function toDiskRefusal(error: unknown): unknown {
  const explained = explainDisk(error);
  if (explained === null) return error;
  if (!isTold) process.stderr.write(`A file could not be stored. ${explained.message}\n`);
  isTold = true;
  const code = error instanceof Error && "code" in error ? error.code : null;
  return new DiskRefusal(FULL_DISK_CODES.some((each) => each === code));
}
