/**
 * The REST calls of backups: create, list, download, check, delete, clean up, schedule and restore. Sources: BAK-01
 * to 08, decisions GAP-BAK-01 to 09.
 */
import type { Context } from "hono";
import { sourceOfBlob } from "../../../domain/backups/byte-source";
import {
  BACKUP_FORMATS,
  BACKUP_TYPES,
  KEPT_BACKUPS,
  MAX_BACKUP_BYTES,
  type BackupFile,
} from "../../../domain/backups/format";
import { openBackup, type OpenBackup } from "../../../domain/backups/reading";
import { BackupProblem } from "../../../domain/backups/records";
import { writeJson, writeZip, type FullFile } from "../../../domain/backups/writing";
import { fail } from "../../../domain/errors";
import { hasPermission } from "../../../domain/permissions/permissions";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { BackupContents } from "../model/backupContents";
import type { Backup } from "../model/backups";
import { isActive } from "../model/restoreRows";
import type { RestoreReport } from "../model/restores";
import {
  jsonBody,
  one,
  gone,
  fileOf,
  idParam,
  get,
  post,
  del,
  type RestEnv,
  type Endpoint,
  jsonOrFormBody,
} from "../../platform/rest/calls";
import { sendMade, fileField } from "../../platform/rest/files";
import { toInstantOrNull } from "../../platform/rest/entities";
import { kennelDay, kennelQuery, kennelReference, readingDay } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Backups"];
const params = z.object({ id: idParam("id", "The backup's id") });

/** The platform allows responses of 20 MiB. */
const MAX_ANSWER_BYTES = 19 * 1024 * 1024;

/** Base64 needs four characters for three bytes. */
const BASE64_GROWTH = 4 / 3;

const backupAnswer = z
  .object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    size: z.number().int().openapi({ description: "Bytes of records and files" }),
    type: z.enum(BACKUP_TYPES),
    format: z.enum(BACKUP_FORMATS),
    state: z.enum(["making", "uploading", "checking", "ready", "failed"]),
    includesPhotos: z.boolean(),
    fileName: z.string().openapi({ example: "studbook-backup-2025-06-15.json" }),
    counts: z.record(z.string(), z.number().int()).openapi({ description: "Records by their kind" }),
  })
  .openapi("Backup");

const toBackupAnswer = (backup: Backup) => ({
  id: backup.id,
  createdAt: new Date(backup.createdAt).toISOString(),
  size: backup.size,
  type: backup.type,
  format: backup.format,
  state: backup.state,
  includesPhotos: backup.includesPhotos,
  fileName: backup.fileName,
  counts: backup.counts,
});

const overwriteText = "Whether existing records are overwritten; records added later always stay";

const restoreBody = z.object({
  backupId: z.string({ error: "Name the backup to restore" }).min(1, "Name the backup to restore"),
  overwriteExisting: z.boolean({ error: "overwriteExisting must be true or false" }).default(false).openapi({
    description: overwriteText,
  }),
});

const restoreForm = z.object({
  backup: fileField("Choose a backup file", "A backup file, at most 500 MB"),
  overwriteExisting: z
    .enum(["true", "false"], { error: "overwriteExisting must be true or false" })
    .default("false")
    .openapi({ description: overwriteText }),
  kennelId: kennelReference,
});

const restoreAnswer = z
  .object({
    added: z.number().int(),
    replaced: z.number().int(),
    savedBackupId: z
      .string()
      .nullable()
      .openapi({ description: "The backup of the previous state, with which the restore can be undone" }),
    errors: z
      .array(z.object({ kind: z.string(), id: z.string(), message: z.string() }))
      .openapi({ description: "The records that were left out; everything else is restored" }),
  })
  .openapi("Restore");

const scheduleAnswer = z
  .object({
    enabled: z.boolean(),
    frequency: z.literal("daily"),
    keepCount: z.number().int(),
    nextAt: z.iso.datetime().nullable(),
  })
  .openapi("BackupSchedule");

type StoredFile = BackupFile & { readonly storageId: Id<"_storage">; readonly url: string | null };

async function listFiles(ctx: ActionCtx, backupId: string): Promise<StoredFile[]> {
  const found = new Map<string, StoredFile>();
  let cursor: string | null = null;
  do {
    const page: { files: StoredFile[]; cursor: string | null } = await ctx.runQuery(
      api.backups.backups.files,
      {
        backupId,
        cursor,
      },
    );
    for (const file of page.files) found.set(file.sha256, file);
    cursor = page.cursor;
  } while (cursor !== null);
  return [...found.values()];
}

async function* readFiles(ctx: ActionCtx, files: readonly StoredFile[]): AsyncGenerator<FullFile> {
  for (const file of files) {
    const stored = await ctx.storage.get(file.storageId);
    if (stored) yield { ...file, bytes: new Uint8Array(await stored.arrayBuffer()) };
  }
}

/** Each file has its address instead of its content. */
const withAddresses = (records: string, files: readonly StoredFile[]): string => {
  const addresses = files.map(({ sha256, type, size, url }) => [sha256, { type, size, url }] as const);
  return `${records.replace(/\}\s*$/u, "")},"files":${JSON.stringify(Object.fromEntries(addresses))}}`;
};

async function assemble(ctx: ActionCtx, backup: BackupContents, stored: Blob): Promise<Blob> {
  const files = await listFiles(ctx, backup.id);
  const whole = stored.size + backup.fileBytes * BASE64_GROWTH;
  if (whole > MAX_ANSWER_BYTES) {
    return new Blob([withAddresses(await stored.text(), files)], { type: "application/json" });
  }
  const isZip = backup.format === "zip";
  const contents = readFiles(ctx, files);
  const records = sourceOfBlob(stored);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of isZip ? writeZip(records, files, contents) : writeJson(records, contents)) {
    pieces.push(piece);
  }
  return new Blob(pieces, { type: isZip ? "application/zip" : "application/json" });
}

async function sendBackup(c: Context<RestEnv>, backupId: string) {
  const backup = await c.env.runQuery(api.backups.backups.get, { backupId });
  if (backup.url === null) return fail("BACKUP_UNREADY");
  const stored =
    (await c.env.storage.get(backup.recordsId ?? fail("BACKUP_UNREADY"))) ?? fail("BACKUP_UNREADY");
  // Records that are too large for one response are downloaded from their own address.
  if (stored.size > MAX_ANSWER_BYTES) return c.redirect(backup.url, 302);
  const file = await assemble(c.env, backup, stored);
  const { type } = file;
  return sendMade(c, { type, fileName: backup.fileName, content: await file.arrayBuffer() });
}

/** Throws BACKUP_INVALID with the reason. */
async function openSent(sent: Blob): Promise<OpenBackup> {
  try {
    return await openBackup(sourceOfBlob(sent));
  } catch (error) {
    if (error instanceof BackupProblem) fail("BACKUP_INVALID", { fields: { backup: error.message } });
    throw error;
  }
}

/** One transaction adds at most this number of files and bytes. Then the kennel's limit is checked. */
const FILES_AT_ONCE = 100;
const BYTES_AT_ONCE = 32 * 1024 * 1024;

/** If the kennel's limit is exceeded, the last files are deleted. Throws STORAGE_FULL. */
async function storeFiles(
  ctx: ActionCtx,
  { files, readFile }: Pick<OpenBackup, "files" | "readFile">,
  accept: (storageIds: Id<"_storage">[]) => Promise<unknown>,
): Promise<void> {
  let stored: Id<"_storage">[] = [];
  let bytes = 0;
  const take = async () => {
    await accept(stored);
    stored = [];
    bytes = 0;
  };
  try {
    for (const { sha256, type } of files) {
      const content = await readFile(sha256);
      if (!content) continue;
      stored.push(await ctx.storage.store(new Blob([content], { type })));
      bytes += content.length;
      if (stored.length === FILES_AT_ONCE || bytes >= BYTES_AT_ONCE) await take();
    }
    if (stored.length > 0) await take();
  } catch (error) {
    for (const storageId of stored) await ctx.storage.delete(storageId);
    throw error;
  }
}

/** Throws BACKUP_INVALID. */
async function takeIn(ctx: ActionCtx, kennelId: string, sent: Blob): Promise<Id<"backups">> {
  const opened = await openSent(sent);
  const backupId = await ctx.runMutation(api.backups.restores.beginSending, {
    kennelId,
    today: await kennelDay(ctx, [kennelId]),
  });
  try {
    await storeFiles(ctx, opened, (storageIds) =>
      ctx.runMutation(internal.backups.restores.acceptFiles, { kennelId, backupId, storageIds }),
    );
    const storageId = await ctx.storage.store(await opened.text());
    try {
      await ctx.runMutation(internal.backups.restores.acceptRecords, { kennelId, backupId, storageId });
    } catch (error) {
      await ctx.storage.delete(storageId);
      throw error;
    }
  } catch (error) {
    // Nobody can continue this upload. If the upload cannot be deleted now, the sweep deletes it later.
    await ctx.runMutation(api.backups.backups.remove, { backupId }).catch(() => undefined);
    throw error;
  }
  await ctx.runAction(internal.backups.actions.backupChecking.checkSent, { backupId });
  const checked = await ctx.runQuery(api.backups.restores.sent, { kennelId, backupId });
  if (checked.state !== "ready") {
    fail("BACKUP_INVALID", { fields: { backup: checked.problems.join("\n") } });
  }
  return backupId;
}

async function restoreNow(ctx: ActionCtx, kennelId: string, backupId: string, isOverwriting: boolean) {
  const restoreId = await ctx.runMutation(internal.backups.restores.prepare, {
    kennelId,
    backupId,
    mode: isOverwriting ? "overwrite" : "add",
  });
  await ctx.runAction(internal.backups.actions.backupRestore.run, { restoreId });
  const report: RestoreReport | null = await ctx.runQuery(api.backups.restores.newest, { kennelId });
  // If the request's time ends, a very large restore continues in the background.
  if (report && isActive(report)) return fail("KENNEL_RESTORING");
  if (report?.state !== "finished") {
    const problem = report?.problem ?? "The backup could not be restored.";
    return fail("BACKUP_INVALID", { fields: { backup: problem } });
  }
  const { added, replaced, savedId, errors } = report;
  return { added, replaced, savedBackupId: savedId, errors };
}

/**
 * Throws FORBIDDEN for a user who may not restore anything in any kennel. Only the body names the kennel, and the
 * body has not been read yet.
 */
async function demandRestoring(ctx: ActionCtx): Promise<void> {
  const kennels = await ctx.runQuery(api.kennels.kennels.list, {});
  if (!kennels.some(({ permissions }) => hasPermission(permissions, "backups", "write"))) fail("FORBIDDEN");
}

export const backupEndpoints: readonly Endpoint[] = [
  post("/backups", {
    operationId: "createBackup",
    tags,
    permission: "backups:write",
    summary: "Create a backup of a kennel",
    description: "It is kept, whatever its type, and downloaded with GET /backups/{id}/download.",
    body: jsonBody(
      z.object({
        kennelId: kennelReference,
        backupType: z
          .enum(["local", "server"], { error: "backupType must be local or server" })
          .default("local"),
        includePhotos: z.boolean({ error: "includePhotos must be true or false" }).default(true),
        format: z
          .enum(BACKUP_FORMATS, { error: `format must be ${BACKUP_FORMATS.join(" or ")}` })
          .default("json"),
        today: readingDay,
      }),
      { backupType: "local", includePhotos: true, format: "json" },
    ),
    returns: one(backupAnswer, "The backup"),
    refusals: ["KENNEL_RESTORING", "LIMIT_REACHED"],
    run: async ({ env, body }) => {
      const backupId = await env.runMutation(internal.backups.backups.prepare, body);
      await env.runAction(internal.backups.actions.backupMaking.make, { backupId });
      return toBackupAnswer(await env.runQuery(api.backups.backups.get, { backupId }));
    },
  }),
  get("/backups/history", {
    operationId: "listBackupHistory",
    tags,
    permission: "backups:read",
    summary: "List a kennel's backups, the newest first",
    query: kennelQuery,
    returns: one(z.array(backupAnswer), "The backups"),
    run: async ({ env, query }) => (await env.runQuery(api.backups.backups.list, query)).map(toBackupAnswer),
  }),
  get("/backups/stats", {
    operationId: "getBackupStats",
    tags,
    permission: "backups:read",
    summary: "Get a kennel's backup totals",
    query: kennelQuery,
    returns: one(
      z
        .object({
          count: z.number().int(),
          totalSize: z.number().int(),
          lastBackupAt: z.iso.datetime().nullable(),
        })
        .openapi("BackupStats"),
      "How many, how large, and when the last was made",
    ),
    run: async ({ env, query }) => {
      const { lastBackupAt, ...stats } = await env.runQuery(api.backups.backups.stats, query);
      return { ...stats, lastBackupAt: toInstantOrNull(lastBackupAt) };
    },
  }),
  get("/backups/{id}/download", {
    operationId: "downloadBackup",
    tags,
    permission: "backups:read",
    summary: "Get a backup as a file",
    description:
      "JSON with its files in base64, or a ZIP. Above 20 MB the response is only the JSON, with the address of each file in place of its content; the web app assembles larger ones in the browser. The response redirects records of more than 20 MB to a signed address, which returns them in parts to requests with a Range header.",
    params,
    returns: fileOf("The file", "application/json", "application/zip"),
    refusals: ["BACKUP_UNREADY"],
    run: async ({ params }, c) => await sendBackup(c, params.id),
  }),
  del("/backups/{id}", {
    operationId: "deleteBackup",
    tags,
    permission: "backups:write",
    summary: "Delete a backup",
    params,
    returns: gone("The backup was deleted"),
    refusals: ["KENNEL_RESTORING"],
    run: async ({ env, params }) => {
      await env.runMutation(api.backups.backups.remove, { backupId: params.id });
    },
  }),
  get("/backups/{id}/validate", {
    operationId: "validateBackup",
    tags,
    permission: "backups:read",
    summary: "Check a backup: its checksum, every record and every file",
    params,
    returns: one(
      z.object({ valid: z.boolean(), problems: z.array(z.string()) }).openapi("BackupCheck"),
      "What is wrong with it, if anything",
    ),
    refusals: ["BACKUP_UNREADY"],
    run: async ({ env, params }) => {
      const { id: backupId, kennelId } = await env.runQuery(api.backups.backups.get, {
        backupId: params.id,
      });
      const problems = await env.runAction(api.backups.actions.backupChecking.check, { kennelId, backupId });
      return { valid: problems.length === 0, problems };
    },
  }),
  post("/backups/restore", {
    operationId: "restoreBackup",
    tags,
    permission: "backups:write",
    summary: "Restore a kept backup by its id, or a backup file",
    description:
      "The current state is saved first. The whole file is checked before anything is written; if the restore fails midway, the previous state is put back. A restore that takes longer than a request may last continues after a 409 KENNEL_RESTORING.",
    body: jsonOrFormBody(restoreBody, restoreForm),
    returns: one(restoreAnswer, "What was restored"),
    refusals: [
      "BACKUP_INVALID",
      "KENNEL_RESTORING",
      "IMPORT_UNDERWAY",
      "BACKUP_UNREADY",
      "STILL_MOVING",
      "BACKUP_TOO_LARGE",
    ],
    maxBodyBytes: MAX_BACKUP_BYTES,
    demands: demandRestoring,
    run: async ({ env, body: given }) => {
      const isOverwriting = String(given.overwriteExisting) === "true";
      if ("backup" in given) {
        if (given.backup.size > MAX_BACKUP_BYTES) fail("BACKUP_TOO_LARGE");
        const sentId = await takeIn(env, given.kennelId, given.backup);
        return await restoreNow(env, given.kennelId, sentId, isOverwriting);
      }
      const { backupId } = given;
      const { kennelId } = await env.runQuery(api.backups.backups.get, { backupId });
      return await restoreNow(env, kennelId, backupId, isOverwriting);
    },
  }),
  post("/backups/cleanup", {
    operationId: "cleanUpBackups",
    tags,
    permission: "backups:write",
    summary: "Delete all but a kennel's newest backups",
    body: jsonBody(
      z.object({
        kennelId: kennelReference,
        keepCount: z
          .number({ error: "keepCount must be a whole number from 1" })
          .int("keepCount must be a whole number from 1")
          .default(KEPT_BACKUPS),
      }),
      { keepCount: 10 },
    ),
    returns: one(z.object({ deleted: z.number().int() }), "How many were deleted"),
    refusals: ["KENNEL_RESTORING"],
    run: async ({ env, body }) => ({ deleted: await env.runMutation(api.backups.backups.cleanup, body) }),
  }),
  post("/backups/schedule", {
    operationId: "scheduleBackups",
    tags,
    permission: "backups:write",
    summary: "Turn nightly backups in the kennel's time zone on or off",
    body: jsonBody(
      z.object({
        kennelId: kennelReference,
        enabled: z.boolean({ error: "enabled must be true or false" }),
        frequency: z.literal("daily", { error: "frequency must be daily" }).default("daily"),
        keepCount: z
          .number({ error: "keepCount must be a whole number from 1" })
          .int("keepCount must be a whole number from 1")
          .default(KEPT_BACKUPS),
      }),
      { enabled: true, frequency: "daily", keepCount: 10 },
    ),
    returns: one(scheduleAnswer, "The schedule after the change"),
    refusals: ["KENNEL_RESTORING"],
    run: async ({ env, body: { kennelId, enabled, keepCount } }) => {
      const schedule = await env.runMutation(api.backups.backups.setNightly, {
        kennelId,
        enabled,
        keepCount,
      });
      return { ...schedule, nextAt: toInstantOrNull(schedule.nextAt) };
    },
  }),
];
