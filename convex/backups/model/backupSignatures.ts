/**
 * Tells backups that were made here from files that somebody wrote: a backup that is made carries a signature over its
 * checksum and its kennel. Only where it fits do the names of people in its records count as what they did.
 */
import type { BackupMetadata } from "../../../domain/backups/format";
import type { Doc, Id } from "../../_generated/dataModel";
import { isSignedHere, signIfPossible } from "../../platform/model/files/signatures";

const textOf = (kennelId: string, checksum: string): string => `backup/${kennelId}/${checksum}`;

/** Signs the records of a kennel; returns nothing where the deployment has no secret. */
export const signBackup = async (kennelId: Id<"kennels">, checksum: string): Promise<string | undefined> =>
  await signIfPossible(textOf(kennelId, checksum));

/** Says whether the records of a backup are as they were read here; the checksum was compared with them before. */
export async function isMadeHere(
  { type }: Pick<Doc<"backups">, "type">,
  { kennelId = "", checksum, signature }: BackupMetadata,
): Promise<boolean> {
  if (type !== "upload") return true;
  if (checksum === undefined || signature === undefined) return false;
  return await isSignedHere(textOf(kennelId, checksum), signature);
}
