/**
 * The veterinarians of dogs. Exactly one of a dog's veterinarians is primary (health/follows.ts): the first
 * veterinarian until the user chooses another. When the primary veterinarian is deleted, the oldest remaining one
 * becomes primary. Source: decision GAP-VET-02.
 */
import { v, type Infer } from "convex/values";
import { MAX_DOGS_PER_KENNEL } from "../../../domain/dogs/rules";
import { MAX_VETERINARIANS_PER_DOG } from "../../../domain/vaccinations/rules";
import { checkLimit, fail } from "../../../domain/errors";
import { VETERINARIAN_FIELDS } from "../../../domain/health/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordKind } from "../../platform/model/changes/recordKind";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { saveRow } from "../../platform/model/changes/edits";
import { dogOfPatientShape, PatientReader } from "../../vaccinations/model/patientShape";
import { findRow } from "../../platform/model/paging/rows";

type Row = Doc<"veterinaryRecords">;

export const veterinarians = recordKind({
  table: "veterinaryRecords",
  fields: VETERINARIAN_FIELDS,
  index: "by_kennel_and_dog",
  // A list covers one of the kennel's dogs, or several dogs.
  mostRead: MAX_DOGS_PER_KENNEL,
  searched: ["veterinarianName", "veterinaryClinic", "specialization"],
  activity: {
    type: "health_record",
    noun: "Veterinarian",
    nameOf: ({ veterinarianName }) => veterinarianName,
  },
  more: {
    shape: { dog: dogOfPatientShape },
    reader: (ctx) => {
      const patients = new PatientReader(ctx);
      return async ({ dogId }) => ({ dog: (await patients.read({ dogId })).dog });
    },
  },
  admit: async (ctx, { row, dog, values, typed }) => {
    if (row === null) {
      if (dog) await checkDog(ctx, dog);
      return {};
    }
    const dogId = await dogAfter(ctx, row, values.dogId);
    // If a veterinarian is moved to another dog, it becomes primary only if the user chose that or the dog has no
    // other veterinarian.
    return { dogId, isPrimary: typed.isPrimary ?? (dogId === row.dogId && row.isPrimary) };
  },
});

export type Veterinarian = Infer<typeof veterinarians.shape>;

/** An empty filter has no effect. */
export const veterinarianListArgs = {
  dogId: v.optional(v.string()),
  search: v.optional(v.string()),
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
};

/** The veterinarians are in the order in which they were recorded. */
export const veterinariansOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  dogId: Id<"dogs">,
): Promise<Row[]> => await veterinarians.rowsOf(ctx, kennelId, dogId);

const primaryFirst = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));

/** The primary veterinarian is first. */
export async function listVeterinarians(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, ...asked }: { dogId?: string; search?: string; page?: number; limit?: number },
): Promise<Infer<typeof veterinarians.pageShape>> {
  const id = dogId ? ctx.db.normalizeId("dogs", dogId) : undefined;
  const rows = id === null ? [] : await veterinarians.rowsOf(ctx, kennelId, id);
  return await veterinarians.page(ctx, id ? primaryFirst(rows) : rows, asked);
}

/** The primary veterinarian is first. */
export async function listVeterinariansOf(ctx: QueryCtx, dog: Doc<"dogs">): Promise<Veterinarian[]> {
  const rows = primaryFirst(await veterinariansOf(ctx, dog.kennelId, dog._id));
  return await Promise.all(rows.map(veterinarians.answering(ctx)));
}

/**
 * Throws VALIDATION_FAILED if the dog is not one of the kennel's own dogs, and LIMIT_REACHED if the dog has the
 * maximum number of veterinarians.
 */
async function checkDog(ctx: QueryCtx, { kennelId, _id, isExternal }: Doc<"dogs">): Promise<void> {
  if (isExternal) {
    fail("VALIDATION_FAILED", {
      fields: { dogId: "Veterinarians are recorded only for the kennel's own dogs" },
    });
  }
  checkLimit((await veterinariansOf(ctx, kennelId, _id)).length, MAX_VETERINARIANS_PER_DOG);
}

/** Throws VALIDATION_FAILED if the kennel has no such dog. */
export async function dogAfter(ctx: QueryCtx, row: Row, dogId: string): Promise<Id<"dogs">> {
  if (dogId === row.dogId) return row.dogId;
  const dog = await findRow(ctx, "dogs", dogId);
  if (dog?.kennelId !== row.kennelId) {
    return fail("VALIDATION_FAILED", { fields: { dogId: "This dog was not found" } });
  }
  await checkDog(ctx, dog);
  return dog._id;
}

/** Throws NOT_FOUND for another dog's veterinarian. */
export async function setPrimaryVeterinarian(
  ctx: MutationCtx,
  row: Row,
  dogId: string | undefined,
): Promise<Veterinarian> {
  if (dogId !== undefined && dogId !== row.dogId) fail("NOT_FOUND");
  if (row.isPrimary) return await veterinarians.describe(ctx, row);
  await saveRow(ctx, "veterinaryRecords", row, { isPrimary: true });
  const dog = await ctx.db.get("dogs", row.dogId);
  await logHealthActivity(ctx, {
    ...{ kennelId: row.kennelId, dogId: row.dogId, title: "Primary veterinarian changed" },
    description: [dog?.name, row.veterinarianName].filter(Boolean).join(": "),
    record: { table: "veterinaryRecords", id: row._id },
  });
  return await veterinarians.reread(ctx, row._id);
}
