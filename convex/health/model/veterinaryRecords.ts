/**
 * The veterinarians of dogs. A dog with any has exactly one primary one: the first, until another is chosen; when the
 * primary one goes, the one recorded first of the others takes its place. Source: decision GAP-VET-02.
 */
import { differencesOf } from "../../../domain/history/differences";
import { v, type Infer } from "convex/values";
import { MAX_DOGS_PER_KENNEL } from "../../../domain/dogs/rules";
import { MAX_VETERINARIANS_PER_DOG } from "../../../domain/vaccinations/rules";
import { fail } from "../../../domain/errors";
import { applyChanges, valuesIn } from "../../../domain/records/record";
import { VETERINARIAN_FIELDS } from "../../../domain/health/record";
import { parseOrFail } from "../../../domain/records/parse";
import { newVeterinarianSchema, veterinarianChangesSchema } from "../../../domain/health/schemas";
import { matchesWords, searchWords } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordActivity } from "../../platform/model/changes/activities";
import { settleNow } from "../../changes/follow";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { toPageRequest, toPagination } from "../../platform/model/paging/paging";
import { PatientReader } from "../../vaccinations/model/patientShape";
import { removeRow } from "../../platform/model/changes/removing";
import { storedFields } from "../../platform/tables/recordValidators";
import { toVeterinarian, type Veterinarian, type veterinarianPageShape } from "./veterinaryShape";
import { nextVersion } from "../../platform/model/changes/edits";

type Row = Doc<"veterinaryRecords">;

/** Veterinarians that the kennel's list looks through: of all of its dogs one, or of many several. */
const MOST_LISTED = MAX_DOGS_PER_KENNEL;

/** Arguments of the list; an empty filter narrows nothing. */
export const veterinarianListArgs = {
  dogId: v.optional(v.string()),
  search: v.optional(v.string()),
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
};

const ofKennel = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Row[]> =>
  await ctx.db
    .query("veterinaryRecords")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId))
    .take(MOST_LISTED);

/** Reads a dog's veterinarians in the order in which they were recorded. */
export const veterinariansOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  dogId: Id<"dogs">,
): Promise<Row[]> =>
  await ctx.db
    .query("veterinaryRecords")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MAX_VETERINARIANS_PER_DOG + 1);

const primaryFirst = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));

/** Makes the response for a veterinarian. */
export const describeVeterinarian = async (ctx: QueryCtx, row: Row): Promise<Veterinarian> =>
  await toVeterinarian(row, new PatientReader(ctx));

const describeSaved = async (ctx: QueryCtx, id: Id<"veterinaryRecords">): Promise<Veterinarian> =>
  await describeVeterinarian(ctx, (await ctx.db.get("veterinaryRecords", id)) ?? fail("NOT_FOUND"));

/** Lists a page of the kennel's veterinarians, or of one dog's, the primary one first. */
export async function listVeterinarians(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, search = "", ...asked }: { dogId?: string; search?: string; page?: number; limit?: number },
): Promise<Infer<typeof veterinarianPageShape>> {
  const request = toPageRequest(asked);
  const id = dogId ? ctx.db.normalizeId("dogs", dogId) : undefined;
  const rows =
    id === null
      ? []
      : id === undefined
        ? await ofKennel(ctx, kennelId)
        : primaryFirst(await veterinariansOf(ctx, kennelId, id));
  const words = searchWords(search);
  const matches = rows.filter(({ veterinarianName, veterinaryClinic, specialization }) =>
    matchesWords(words, [veterinarianName, veterinaryClinic, specialization]),
  );
  const start = (request.page - 1) * request.limit;
  const patients = new PatientReader(ctx);
  return {
    data: await Promise.all(
      matches.slice(start, start + request.limit).map(async (row) => await toVeterinarian(row, patients)),
    ),
    pagination: toPagination(request, matches.length),
  };
}

/** Lists a dog's veterinarians, the primary one first. */
export async function listVeterinariansOf(ctx: QueryCtx, dog: Doc<"dogs">): Promise<Veterinarian[]> {
  const patients = new PatientReader(ctx);
  const rows = primaryFirst(await veterinariansOf(ctx, dog.kennelId, dog._id));
  return await Promise.all(rows.map(async (row) => await toVeterinarian(row, patients)));
}

async function checkRoom(ctx: QueryCtx, kennelId: Id<"kennels">, dogId: Id<"dogs">): Promise<void> {
  if ((await veterinariansOf(ctx, kennelId, dogId)).length >= MAX_VETERINARIANS_PER_DOG) {
    fail("LIMIT_REACHED", { count: MAX_VETERINARIANS_PER_DOG });
  }
}

function checkOwn(dog: Doc<"dogs">): void {
  if (!dog.isExternal) return;
  fail("VALIDATION_FAILED", {
    fields: { dogId: "Veterinarians are recorded only for the kennel's own dogs" },
  });
}

/** Adds a veterinarian to a dog; throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createVeterinarian(
  ctx: MutationCtx,
  dog: Doc<"dogs">,
  fields: object,
): Promise<Veterinarian> {
  checkOwn(dog);
  const { _id: dogId, kennelId } = dog;
  const values = valuesIn(VETERINARIAN_FIELDS, parseOrFail(newVeterinarianSchema, { ...fields, dogId }));
  await checkRoom(ctx, kennelId, dogId);
  const id = await ctx.db.insert("veterinaryRecords", {
    kennelId,
    ...storedFields(VETERINARIAN_FIELDS, { ...values, dogId }),
    updatedAt: Date.now(),
  });
  await settleNow(ctx);
  await recordActivity(ctx, kennelId, {
    type: "health_record",
    title: "Veterinarian added",
    description: `${dog.name}: ${values.veterinarianName}`,
    dogId,
    record: { table: "veterinaryRecords", id },
  });
  return await describeSaved(ctx, id);
}

/** Returns the dog that a changed veterinarian is of; throws VALIDATION_FAILED when the kennel has none such. */
export async function dogAfter(ctx: QueryCtx, row: Row, dogId: string | undefined): Promise<Id<"dogs">> {
  if (dogId === undefined || dogId === row.dogId) return row.dogId;
  const id = ctx.db.normalizeId("dogs", dogId);
  const dog = id && (await ctx.db.get("dogs", id));
  if (dog?.kennelId !== row.kennelId) {
    return fail("VALIDATION_FAILED", { fields: { dogId: "This dog was not found" } });
  }
  checkOwn(dog);
  await checkRoom(ctx, row.kennelId, dog._id);
  return dog._id;
}

/** Tells what became of a dog's veterinarian. */
export async function logVeterinarianActivity(
  ctx: MutationCtx,
  { _id, kennelId, dogId, veterinarianName }: Row,
  title: "Veterinarian changed" | "Primary veterinarian changed" | "Veterinarian deleted",
): Promise<void> {
  const dog = await ctx.db.get("dogs", dogId);
  await logHealthActivity(ctx, {
    ...{ kennelId, dogId, title, description: dog ? `${dog.name}: ${veterinarianName}` : veterinarianName },
    ...(title !== "Veterinarian deleted" && { record: { table: "veterinaryRecords", id: _id } }),
  });
}

/** Changes a veterinarian; throws VALIDATION_FAILED, or STALE_UPDATE when it was saved since `expectedUpdatedAt`. */
export async function updateVeterinarian(
  ctx: MutationCtx,
  row: Row,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
): Promise<Veterinarian> {
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== row.updatedAt) fail("STALE_UPDATE");
  const typed = parseOrFail(veterinarianChangesSchema, fields);
  const dogId = await dogAfter(ctx, row, typed.dogId);
  const values = applyChanges(VETERINARIAN_FIELDS, valuesIn(VETERINARIAN_FIELDS, row), typed);
  await ctx.db.patch("veterinaryRecords", row._id, {
    ...storedFields(VETERINARIAN_FIELDS, { ...values, dogId }),
    // With another dog it is primary only where it is chosen, or the only one.
    isPrimary: typed.isPrimary ?? (dogId === row.dogId && row.isPrimary),
    updatedAt: nextVersion(row),
  });
  await settleNow(ctx);
  const saved = (await ctx.db.get("veterinaryRecords", row._id)) ?? fail("NOT_FOUND");
  if (differencesOf("veterinaryRecords", row, saved).length > 0)
    await logVeterinarianActivity(ctx, saved, "Veterinarian changed");
  return await describeVeterinarian(ctx, saved);
}

/** Makes a veterinarian the dog's primary one, and no other; throws NOT_FOUND when it is another dog's. */
export async function setPrimaryVeterinarian(
  ctx: MutationCtx,
  row: Row,
  dogId: string | undefined,
): Promise<Veterinarian> {
  if (dogId !== undefined && dogId !== row.dogId) fail("NOT_FOUND");
  if (row.isPrimary) return await describeVeterinarian(ctx, row);
  await ctx.db.patch("veterinaryRecords", row._id, { isPrimary: true, updatedAt: nextVersion(row) });
  await settleNow(ctx);
  await logVeterinarianActivity(ctx, row, "Primary veterinarian changed");
  return await describeSaved(ctx, row._id);
}

/** Deletes a veterinarian; of a dog's others the first becomes the primary one. */
export async function removeVeterinarian(ctx: MutationCtx, row: Row): Promise<null> {
  await removeRow(ctx, "veterinaryRecords", row);
  await logVeterinarianActivity(ctx, row, "Veterinarian deleted");
  return null;
}
