/** Backups for tests: creates one in a single step, and reads its content. */
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { BACKUP_TABLES } from "../../convex/backups/model/backupTables";
import { rowsOf } from "../../convex/platform/model/changes/kennelTables";
import type { RestoreReport } from "../../convex/backups/model/restores";
import type { BackupData, BackupMetadata } from "../../domain/backups/format";
import { TODAY, type Team } from "./backend";
import { wordsOf } from "./record-words";

/** Creates a backup of the team's kennel and returns its id. */
export async function madeBackup(
  team: Team,
  { includePhotos = true }: { includePhotos?: boolean } = {},
): Promise<Id<"backups">> {
  const backupId = await team.owner.as.mutation(internal.backups.backups.prepare, {
    kennelId: team.kennelId,
    backupType: "local",
    includePhotos,
    format: "json",
    today: TODAY,
  });
  await team.deployment.action(internal.backups.actions.backupMaking.make, { backupId });
  return backupId;
}

/** Builds the body of a request that restores a file, by default a file without records. */
export function backupForm(
  { kennelId }: Pick<Team, "kennelId">,
  text: string | Uint8Array<ArrayBuffer> = '{"metadata":{},"data":{}}',
): FormData {
  const form = new FormData();
  form.append("backup", new Blob([text], { type: "application/json" }), "backup.json");
  form.append("overwriteExisting", "false");
  form.append("kennelId", kennelId);
  return form;
}

/** Reads the stored text of a backup's records. */
export async function recordsOf(team: Team, backupId: Id<"backups">): Promise<Uint8Array<ArrayBuffer>> {
  const { state } = await team.owner.as.query(api.backups.backups.get, { backupId });
  if (state !== "ready") throw new Error(`The backup is ${state}`);
  const text = await team.deployment.run(async (ctx) => {
    const backup = await ctx.db.get("backups", backupId);
    const file = backup?.recordsId && (await ctx.storage.get(backup.recordsId));
    return file ? await file.text() : "";
  });
  return new TextEncoder().encode(text);
}

/** Reads the description of a backup and its records. */
export async function contentsOf(team: Team, backupId: Id<"backups">) {
  const text = new TextDecoder().decode(await recordsOf(team, backupId));
  return JSON.parse(text) as { metadata: BackupMetadata; data: BackupData };
}

/** Restores a backup within the test and returns the result. */
export async function restored(
  team: Team,
  backupId: Id<"backups">,
  mode: "add" | "overwrite" | "exact",
): Promise<RestoreReport> {
  const { kennelId, owner } = team;
  const restoreId = await owner.as.mutation(internal.backups.restores.prepare, { kennelId, backupId, mode });
  await team.deployment.action(internal.backups.actions.backupRestore.run, { restoreId });
  const report = await owner.as.query(api.backups.restores.newest, { kennelId });
  if (!report) throw new Error("There is no restore");
  return report;
}

/** Sends a backup of one kennel to another one as a file, and returns its id there. */
export async function restoreOf(from: Team, backupId: Id<"backups">, to: Team): Promise<Id<"backups">> {
  const { kennelId, owner } = to;
  const sentId = await owner.as.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY });
  const records = await recordsOf(from, backupId);
  const files: Blob[] = [];
  // The other kennel may be in another deployment.
  await from.deployment.run(async (ctx) => {
    const held = await ctx.db.query("backupFiles").collect();
    const seen = new Set<string>();
    for (const { storageId: id, sha256, backupId: holder } of held) {
      const file = holder === backupId && !seen.has(sha256) ? await ctx.storage.get(id) : null;
      seen.add(sha256);
      if (file) files.push(file);
    }
  });
  const { storageIds, storageId } = await to.deployment.run(async (ctx) => {
    const copies: Id<"_storage">[] = [];
    for (const file of files) copies.push(await ctx.storage.store(file));
    return { storageIds: copies, storageId: await ctx.storage.store(new Blob([records])) };
  });
  await owner.as.mutation(api.backups.restores.takeFiles, { kennelId, backupId: sentId, storageIds });
  await owner.as.mutation(internal.backups.restores.acceptRecords, { kennelId, backupId: sentId, storageId });
  await to.deployment.action(internal.backups.actions.backupChecking.checkSent, { backupId: sentId });
  return sentId;
}

/** Deletes all records of the team's kennel. Deletes their files unless a backup contains them. */
export async function wipe(team: Team): Promise<void> {
  await team.deployment.run(async (ctx) => {
    for (const table of BACKUP_TABLES) {
      for (const { _id } of await rowsOf(ctx, table, team.kennelId).collect())
        await ctx.db.delete(table, _id);
    }
    await ctx.db.patch("kennels", team.kennelId, { prefix: undefined, logo: undefined });
  });
}

/** Returns the team's records and the contents of their files in a form without ids. */
export async function stateOf(team: Team) {
  return await team.deployment.run(async (ctx) => {
    const data: BackupData = {};
    for (const table of BACKUP_TABLES) data[table] = await rowsOf(ctx, table, team.kennelId).collect();
    // The position of a dog in the packed pedigree is not part of its record.
    data.dogs = (data.dogs ?? []).map((dog) => ({ ...dog, pedigreePlace: undefined }));
    const kennel = await ctx.db.get("kennels", team.kennelId);
    if (kennel) data.kennel = [kennel];
    const contents = new Map<string, string>();
    for (const { _id } of await ctx.db.system.query("_storage").collect()) {
      contents.set(_id, (await (await ctx.storage.get(_id))?.text()) ?? "");
    }
    const records = wordsOf(data, (id) => contents.get(id) ?? "missing");
    return {
      records,
      sizes: Object.fromEntries(Object.entries(records).map(([table, list]) => [table, list.length])),
    };
  });
}
