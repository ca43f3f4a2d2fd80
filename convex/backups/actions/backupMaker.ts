/** Creates a backup: reads the kennel, stores the records as one text and retains the files. */
import { BACKUP_PRODUCT, BACKUP_VERSION, type FullMetadata } from "../../../domain/backups/format";
import { recordsBlob, TooManyRecords } from "../../../domain/backups/records-writer";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { ArchiveFile } from "../model/backupMaking";
import { signBackup } from "../model/backupSignatures";
import { readKennel, type KennelReading } from "./backupReading";

/** Another action has taken over the backup, or the backup was deleted. */
class Superseded extends Error {}

const NOT_MADE = "The backup could not be created.";
const TOO_LARGE = "The kennel has more records than one backup can hold.";

async function storeReading(
  ctx: ActionCtx,
  { _id: backupId, kennelId, includesPhotos, attempt }: Doc<"backups">,
  { data, checksum, counts, kennelName, files, takenAt }: KennelReading,
): Promise<boolean> {
  const metadata: FullMetadata = {
    product: BACKUP_PRODUCT,
    version: BACKUP_VERSION,
    createdAt: new Date(takenAt).toISOString(),
    kennelId,
    kennelName,
    counts,
    includesPhotos,
    checksum,
    signature: await signBackup(kennelId, checksum),
  };
  const text = recordsBlob(metadata, data);
  // Each content is stored once, even if several records use it.
  const contents = new Map(files.map(({ sha256, size }) => [sha256, size]));
  return await ctx.runMutation(internal.backups.backups.finishMade, {
    backupId,
    attempt,
    recordsId: await ctx.storage.store(text),
    recordsBytes: text.size,
    fileCount: contents.size,
    fileBytes: [...contents.values()].reduce((sum, size) => sum + size, 0),
    counts,
    checksum,
    takenAt,
  });
}

/** Returns whether the backup was created. Calls `onProgress` every few seconds. */
export async function makeBackup(
  ctx: ActionCtx,
  backupId: Id<"backups">,
  onProgress: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const backup: Doc<"backups"> | null = await ctx.runMutation(internal.backups.backups.beginMade, {
    backupId,
  });
  if (!backup) return false;
  const making = { backupId, attempt: backup.attempt };
  try {
    const reading = await readKennel(ctx, backup, {
      note: async (progress) => {
        if (!(await ctx.runMutation(internal.backups.backups.noteMade, { ...making, progress })))
          throw new Superseded();
        await onProgress();
      },
      hold: async (storageIds): Promise<ArchiveFile[]> => {
        const held: ArchiveFile[] | null = await ctx.runMutation(internal.backups.backups.holdMade, {
          ...making,
          storageIds,
        });
        if (held === null) throw new Superseded();
        return held;
      },
    });
    return await storeReading(ctx, backup, reading);
  } catch (error) {
    if (error instanceof Superseded) return false;
    const isTooLarge = error instanceof TooManyRecords;
    await ctx.runMutation(internal.backups.backups.failMade, {
      ...making,
      problem: isTooLarge ? TOO_LARGE : NOT_MADE,
    });
    if (isTooLarge) return false;
    throw error;
  }
}
