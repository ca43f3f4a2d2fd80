/** A dog's offspring by litter, and its full and half siblings. */
import { v, type Infer } from "convex/values";
import { OFFSPRING_STEP, SIBLINGS_LIMIT } from "../../../domain/breedings/rules";
import { MAX_DOGS_PER_KENNEL } from "../../../domain/dogs/rules";
import { groupOffspring } from "../../../domain/pedigree/group-offspring";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { genderValidator, statusValidator } from "../../platform/tables/dogs";
import { offspringOf } from "./dogRelations";
import { ParentReader } from "../../platform/model/paging/parents";
import { PhotoReader, photoShape } from "../../platform/model/files/photoShape";
import { textOrNull } from "../../platform/tables/shared";

export const relativeShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  callName: textOrNull,
  breed: v.string(),
  gender: genderValidator,
  dateOfBirth: textOrNull,
  registrationNumber: textOrNull,
  status: statusValidator,
  statusChangedOn: textOrNull,
  isExternal: v.boolean(),
  /** Contains at most the primary photo. */
  photos: v.array(photoShape),
});
type Relative = Infer<typeof relativeShape>;

/** A recorded dog, a name without a record, or an unknown parent (both null). */
const mateShape = v.object({ _id: v.union(v.id("dogs"), v.null()), name: textOrNull });

export const offspringShape = v.object({
  /** All offspring are counted. The list may contain only the youngest. */
  total: v.number(),
  litters: v.array(v.object({ mate: mateShape, dateOfBirth: textOrNull, offspring: v.array(relativeShape) })),
});

const siblingsShape = v.object({
  siblings: v.array(relativeShape),
  /** More dogs exist than the list shows. */
  hasMore: v.boolean(),
});

export const siblingGroupsShape = v.object({
  full: siblingsShape,
  sameSire: siblingsShape,
  sameDam: siblingsShape,
});

const toRelative = async (row: Doc<"dogs">, photos: PhotoReader): Promise<Relative> => ({
  _id: row._id,
  name: row.name,
  callName: row.callName ?? null,
  breed: row.breed,
  gender: row.gender,
  dateOfBirth: row.dateOfBirth ?? null,
  registrationNumber: row.registrationNumber ?? null,
  status: row.status,
  statusChangedOn: row.statusChangedOn ?? null,
  isExternal: row.isExternal,
  photos: await photos.primaryOf(row),
});

const toLimit = (limit: number | undefined): number =>
  Number.isFinite(limit)
    ? Math.min(Math.max(1, Math.trunc(limit ?? OFFSPRING_STEP)), MAX_DOGS_PER_KENNEL)
    : OFFSPRING_STEP;

/** The youngest offspring are returned, grouped by mate and birth date. */
export async function describeOffspring(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  limit: number | undefined,
): Promise<Infer<typeof offspringShape>> {
  const rows = await offspringOf(ctx, dog.kennelId, dog._id, dog.gender).order("desc").take(toLimit(limit));
  const parents = new ParentReader(ctx);
  const photos = new PhotoReader(ctx);
  const groups = groupOffspring(
    rows.map((row) => {
      const mateId = dog.gender === "male" ? row.damId : row.sireId;
      const mateName = dog.gender === "male" ? row.damName : row.sireName;
      return {
        row,
        dateOfBirth: row.dateOfBirth ?? null,
        mate: mateId ?? mateName ?? null,
        mateId,
        mateName,
      };
    }),
  );
  return {
    total: dog.offspringCount,
    litters: await Promise.all(
      groups.map(async ({ dateOfBirth, offspring }) => {
        const [first] = offspring;
        const mate = await parents.read(first?.mateId);
        return {
          mate: { _id: mate?._id ?? null, name: mate?.name ?? first?.mateName ?? null },
          dateOfBirth,
          offspring: await Promise.all(offspring.map(({ row }) => toRelative(row, photos))),
        };
      }),
    ),
  };
}

const SIBLINGS_READ = 4 * SIBLINGS_LIMIT;

/** The dog itself is left out. */
async function siblingsThrough(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  parentId: Id<"dogs"> | undefined,
  gender: "male" | "female",
): Promise<{ rows: Doc<"dogs">[]; isCut: boolean }> {
  if (parentId === undefined) return { rows: [], isCut: false };
  const rows = await offspringOf(ctx, dog.kennelId, parentId, gender).order("desc").take(SIBLINGS_READ);
  return { rows: rows.filter((row) => row._id !== dog._id), isCut: rows.length === SIBLINGS_READ };
}

/** Dogs with the same parents, dogs with only the same sire, and dogs with only the same dam. */
export async function describeSiblings(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
): Promise<Infer<typeof siblingGroupsShape>> {
  const { sireId, damId } = dog;
  const ofSire = await siblingsThrough(ctx, dog, sireId, "male");
  const ofDam = await siblingsThrough(ctx, dog, damId, "female");
  // Full siblings are searched among the dam's offspring, because a dam has far fewer offspring than a popular
  // sire.
  const full = ofDam.rows.filter((row) => sireId !== undefined && row.sireId === sireId);
  const sameSire = ofSire.rows.filter((row) => damId === undefined || row.damId !== damId);
  const sameDam = ofDam.rows.filter((row) => sireId === undefined || row.sireId !== sireId);
  const photos = new PhotoReader(ctx);
  const describe = async (rows: Doc<"dogs">[], isCut: boolean) => ({
    siblings: await Promise.all(rows.slice(0, SIBLINGS_LIMIT).map((row) => toRelative(row, photos))),
    hasMore: isCut || rows.length > SIBLINGS_LIMIT,
  });
  return {
    full: await describe(full, ofDam.isCut),
    sameSire: await describe(sameSire, ofSire.isCut),
    sameDam: await describe(sameDam, ofDam.isCut),
  };
}
