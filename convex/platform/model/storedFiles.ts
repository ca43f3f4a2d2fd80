/**
 * Which stored files belong to something, and the deletion of those that do not: a photo that was sent and never
 * added, a copy whose work was cut off. Every field of the schema that holds a file's id is named here with the way
 * to find its row. A field that is missing here stops the sweep, because its files would look like nobody's.
 */
import type { GenericId, VAny, Validator } from "convex/values";
import { UNCLAIMED_MINUTES } from "../../../domain/constants/storage";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import schema from "../../schema";
import { expireAwaited } from "./uploadAddresses";

const MINUTE_MS = 60_000;

/** Files looked at in one transaction; each costs a read per field that may hold it. */
const SWEEP_BATCH = 200;

type Find = (ctx: QueryCtx, storageId: Id<"_storage">) => Promise<object | null>;

/** The fields that hold files, as `table.path`, each with how its row is found. */
const OWNERS: Readonly<Record<string, Find>> = {
  "photos.fullId": async (ctx, id) =>
    await ctx.db
      .query("photos")
      .withIndex("by_full", (q) => q.eq("fullId", id))
      .first(),
  "photos.files.preview.storageId": async (ctx, id) =>
    await ctx.db
      .query("photos")
      .withIndex("by_preview", (q) => q.eq("files.preview.storageId", id))
      .first(),
  "photos.files.thumbnail.storageId": async (ctx, id) =>
    await ctx.db
      .query("photos")
      .withIndex("by_thumbnail", (q) => q.eq("files.thumbnail.storageId", id))
      .first(),
  "breedingDocuments.storageId": async (ctx, id) =>
    await ctx.db
      .query("breedingDocuments")
      .withIndex("by_storage", (q) => q.eq("storageId", id))
      .first(),
  "healthAttachments.storageId": async (ctx, id) =>
    await ctx.db
      .query("healthAttachments")
      .withIndex("by_storage", (q) => q.eq("storageId", id))
      .first(),
  "healthTests.certificate.storageId": async (ctx, id) =>
    await ctx.db
      .query("healthTests")
      .withIndex("by_certificate", (q) => q.eq("certificate.storageId", id))
      .first(),
  "healthExports.storageId": async (ctx, id) =>
    await ctx.db
      .query("healthExports")
      .withIndex("by_storage", (q) => q.eq("storageId", id))
      .first(),
  "dataExports.storageId": async (ctx, id) =>
    await ctx.db
      .query("dataExports")
      .withIndex("by_storage", (q) => q.eq("storageId", id))
      .first(),
  "coefficientRuns.snapshotId": async (ctx, id) =>
    await ctx.db
      .query("coefficientRuns")
      .withIndex("by_snapshot", (q) => q.eq("snapshotId", id))
      .first(),
  "coefficientRuns.checkpointId": async (ctx, id) =>
    await ctx.db
      .query("coefficientRuns")
      .withIndex("by_checkpoint", (q) => q.eq("checkpointId", id))
      .first(),
  "kennels.logo.storageId": async (ctx, id) =>
    await ctx.db
      .query("kennels")
      .withIndex("by_logo", (q) => q.eq("logo.storageId", id))
      .first(),
  "users.avatar.storageId": async (ctx, id) =>
    await ctx.db
      .query("users")
      .withIndex("by_avatar", (q) => q.eq("avatar.storageId", id))
      .first(),
  "backups.recordsId": async (ctx, id) =>
    await ctx.db
      .query("backups")
      .withIndex("by_records", (q) => q.eq("recordsId", id))
      .first(),
  "backupFiles.storageId": async (ctx, id) =>
    await ctx.db
      .query("backupFiles")
      .withIndex("by_storage", (q) => q.eq("storageId", id))
      .first(),
  "keptFiles.storageId": async (ctx, id) =>
    await ctx.db
      .query("keptFiles")
      .withIndex("by_storage", (q) => q.eq("storageId", id))
      .first(),
  "keptPhotos.storageId": async (ctx, id) =>
    await ctx.db
      .query("keptPhotos")
      .withIndex("by_storage", (q) => q.eq("storageId", id))
      .first(),
  "kennelRemovals.storageId": async (ctx, id) =>
    await ctx.db
      .query("kennelRemovals")
      .withIndex("by_storage", (q) => q.eq("storageId", id))
      .first(),
};

/** Fields that repeat what another one holds. */
const REPEATED = new Set(["photos.files.full.storageId"]);

type AnyValidator = Validator<unknown, "required" | "optional", string> | VAny<GenericId<string>>;

/** Lists the places in a validator that hold a file's id. */
function fileFields(validator: AnyValidator, place: string): string[] {
  switch (validator.kind) {
    case "id":
      return validator.tableName === "_storage" ? [place] : [];
    case "object":
      return Object.entries<AnyValidator>(validator.fields).flatMap(([name, field]) =>
        fileFields(field, `${place}.${name}`),
      );
    case "array":
      return fileFields(validator.element, place);
    case "union":
      return validator.members.flatMap((member: AnyValidator) => fileFields(member, place));
    case "record":
      return [...fileFields(validator.key, place), ...fileFields(validator.value, place)];
    default:
      return [];
  }
}

/** Lists the schema's fields that hold files whose owner this module could not find. */
export function fieldsWithoutOwner(): string[] {
  const fields = Object.entries(schema.tables).flatMap(([table, { validator }]) =>
    fileFields(validator, table),
  );
  return [...new Set(fields)].filter((field) => !(field in OWNERS) && !REPEATED.has(field));
}

/** Says whether a stored file belongs to something. */
export async function isOwned(ctx: QueryCtx, storageId: Id<"_storage">): Promise<boolean> {
  for (const find of Object.values(OWNERS)) {
    if ((await find(ctx, storageId)) !== null) return true;
  }
  return false;
}

/**
 * Deletes files that are old enough to be owned and are nobody's, and gives back the room of what never came, a batch at a
 * time; throws while a field's owner is unknown.
 */
export async function sweepFiles(ctx: MutationCtx): Promise<null> {
  const unknown = fieldsWithoutOwner();
  if (unknown.length > 0)
    throw new Error(`platform/model/storedFiles.ts does not know ${unknown.join(", ")}`);
  const isMoreAwaited = await expireAwaited(ctx);
  const goOn = async () => await ctx.scheduler.runAfter(0, internal.platform.storedFiles.sweep, {});
  const progress = await ctx.db.query("fileSweeps").first();
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q
        .gt("_creationTime", progress?.sweptUpTo ?? 0)
        .lt("_creationTime", Date.now() - UNCLAIMED_MINUTES * MINUTE_MS),
    )
    .take(SWEEP_BATCH);
  const last = files.at(-1);
  if (!last) {
    if (isMoreAwaited) await goOn();
    return null;
  }
  for (const { _id } of files) {
    if (!(await isOwned(ctx, _id))) await ctx.storage.delete(_id);
  }
  const sweptUpTo = last._creationTime;
  if (progress) await ctx.db.patch("fileSweeps", progress._id, { sweptUpTo });
  else await ctx.db.insert("fileSweeps", { sweptUpTo });
  if (isMoreAwaited || files.length === SWEEP_BATCH) await goOn();
  return null;
}
