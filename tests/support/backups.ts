/** Backups for tests: one made at once, and what is in it. */
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { TODAY, type Team } from "./backend";

/** Makes a backup of the team's kennel and answers its id. */
export async function madeBackup(
  team: Team,
  { includePhotos = true }: { includePhotos?: boolean } = {},
): Promise<Id<"backups">> {
  const backupId = await team.owner.as.mutation(internal.backups.prepare, {
    kennelId: team.kennelId,
    backupType: "local",
    includePhotos,
    format: "json",
    today: TODAY,
  });
  await team.deployment.action(internal.integrations.backupMaking.make, { backupId });
  return backupId;
}

/** Reads the stored text of a backup's records. */
export async function recordsOf(team: Team, backupId: Id<"backups">): Promise<Uint8Array<ArrayBuffer>> {
  const { state } = await team.owner.as.query(api.backups.get, { backupId });
  if (state !== "ready") throw new Error(`The backup is ${state}`);
  const text = await team.deployment.run(async (ctx) => {
    const backup = await ctx.db.get("backups", backupId);
    const file = backup?.recordsId && (await ctx.storage.get(backup.recordsId));
    return file ? await file.text() : "";
  });
  return new TextEncoder().encode(text);
}
