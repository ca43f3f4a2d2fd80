/**
 * Distinguishes backups of this deployment from files that somebody else wrote. A backup of this deployment has a
 * signature over its checksum and kennel. The names of people in the records are trusted only if the signature is
 * valid.
 */
import type { BackupMetadata } from "../../../domain/backups/format";
import type { Doc, Id } from "../../_generated/dataModel";
import { isSignedHere, signIfPossible } from "../../platform/model/files/signatures";

const textOf = (kennelId: string, checksum: string): string => `backup/${kennelId}/${checksum}`;

/** Returns undefined if the deployment has no secret. */
export const signBackup = async (kennelId: Id<"kennels">, checksum: string): Promise<string | undefined> =>
  await signIfPossible(textOf(kennelId, checksum));

/** The caller must have compared the checksum before. */
export async function isMadeHere(
  { type }: Pick<Doc<"backups">, "type">,
  { kennelId = "", checksum, signature }: BackupMetadata,
): Promise<boolean> {
  if (type !== "upload") return true;
  if (checksum === undefined || signature === undefined) return false;
  return await isSignedHere(textOf(kennelId, checksum), signature);
}
