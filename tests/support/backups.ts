/** Backups for tests. */
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { BACKUP_TABLES } from "../../convex/backups/model/backupTables";
import { rowsOf } from "../../convex/platform/model/changes/kennelTables";
import type { RestoreReport } from "../../convex/backups/model/restores";
import type { BackupData, BackupMetadata } from "../../domain/backups/format";
import { TODAY, type Team } from "./backend";
import { wordsOf } from "./record-words";

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

/** By default, the file has no records. */
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

export async function contentsOf(team: Team, backupId: Id<"backups">) {
  const text = new TextDecoder().decode(await recordsOf(team, backupId));
  return JSON.parse(text) as { metadata: BackupMetadata; data: BackupData };
}

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

/** Sends the backup as a file. Returns its id in the other kennel. */
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

/** The files are deleted too unless a backup contains them. */
export async function wipe(team: Team): Promise<void> {
  await team.deployment.run(async (ctx) => {
    for (const table of BACKUP_TABLES) {
      for (const { _id } of await rowsOf(ctx, table, team.kennelId).collect())
        await ctx.db.delete(table, _id);
    }
    await ctx.db.patch("kennels", team.kennelId, { prefix: undefined, logo: undefined });
  });
}

/** In a form without ids. Includes the contents of the files. */
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
