/**
 * Finds and deletes stored files that no row refers to, such as a photo that was uploaded but never added, or a
 * copy whose job was interrupted. The sweep finds a file's row by an index, so every field of the schema that
 * contains a file's id needs an index that begins with that field. The sweep stops if a field has no such index,
 * because all files in that field would seem to be unused.
 */
import type { GenericId, VAny, Validator } from "convex/values";
import { UNCLAIMED_MINUTES } from "../../../../domain/files/rules";
import { internal } from "../../../_generated/api";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import schema from "../../../schema";
import { expireAwaited } from "./uploadAddresses";
import { settledNow } from "../changes/settledTime";

const MINUTE_MS = 60_000;

/** Each file costs one read for every field that may refer to a file. */
const SWEEP_BATCH = 200;

type AnyValidator = Validator<unknown, "required" | "optional", string> | VAny<GenericId<string>>;

/** Fields at these paths contain a file's id. */
function filePaths(validator: AnyValidator, path: readonly string[] = []): string[] {
  switch (validator.kind) {
    case "id":
      return validator.tableName === "_storage" ? [path.join(".")] : [];
    case "object":
      return Object.entries<AnyValidator>(validator.fields).flatMap(([name, field]) =>
        filePaths(field, [...path, name]),
      );
    case "array":
      return filePaths(validator.element, path);
    case "union":
      return validator.members.flatMap((member: AnyValidator) => filePaths(member, path));
    case "record":
      return [...filePaths(validator.key, path), ...filePaths(validator.value, path)];
    default:
      return [];
  }
}

/** These fields only repeat the file id of another field. */
const REPEATED = new Set(["photos.files.full.storageId"]);

/** Each field has the index that finds a file's row. */
const FILE_FIELDS = Object.entries(schema.tables).flatMap(([table, definition]) =>
  [...new Set(filePaths(definition.validator))]
    .filter((path) => !REPEATED.has(`${table}.${path}`))
    .map((path) => ({
      ...{ table, path },
      index: definition[" indexes"]().find(({ fields }) => fields[0] === path)?.indexDescriptor,
    })),
);

export const fieldsWithoutOwner = (): string[] =>
  FILE_FIELDS.filter(({ index }) => index === undefined).map(({ table, path }) => `${table}.${path}`);

/** Nothing happens if the file is already deleted. */
export async function deleteFile(ctx: MutationCtx, storageId: Id<"_storage"> | undefined): Promise<void> {
  if (storageId && (await ctx.db.system.get("_storage", storageId))) await ctx.storage.delete(storageId);
}

export async function isOwned(ctx: QueryCtx, storageId: Id<"_storage">): Promise<boolean> {
  for (const { table, path, index } of FILE_FIELDS) {
    // The table comes from the schema at run time, so the compiler cannot check it. The index begins with the
    // field.
    const row = await ctx.db
      .query(table as "keptFiles")
      .withIndex(index as "by_storage", (q) => q.eq(path as "storageId", storageId))
      .first();
    if (row !== null) return true;
  }
  return false;
}

/**
 * The storage that was reserved for uploads that never arrived is also released. Each call handles one batch.
 * Throws if a field has no index.
 */
export async function sweepFiles(ctx: MutationCtx): Promise<null> {
  const unknown = fieldsWithoutOwner();
  if (unknown.length > 0) throw new Error(`no index finds whose file is in ${unknown.join(", ")}`);
  const isMoreAwaited = await expireAwaited(ctx);
  const goOn = async () => await ctx.scheduler.runAfter(0, internal.platform.storedFiles.sweep, {});
  const progress = await ctx.db.query("fileSweeps").first();
  const settled = await settledNow(ctx);
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q
        .gt("_creationTime", progress?.sweptUpTo ?? 0)
        .lt("_creationTime", settled - UNCLAIMED_MINUTES * MINUTE_MS),
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
