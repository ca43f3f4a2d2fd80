/**
 * Decides which dogs remain when a finished import is undone. A dog that the import added is deleted, unless
 * somebody has worked on the dog since:
 *
 * - its own fields were saved (by a person, or by another import);
 * - it has a photo, a breeding, a heat, a reminder or any health record, or a puppy was recorded as this dog;
 * - after an import of dogs, it has remaining offspring. Parents are checked after their offspring, so that
 *   remaining dogs keep their pedigree. After a pedigree database, ancestors are deleted in any case, and their
 *   names remain as text.
 *
 * A dog that the file changed gets its former values back. In the following cases it stays unchanged:
 *
 * - Somebody has saved it since.
 * - Its former parents are deleted.
 * - It would become an external ancestor although it has records of its own.
 * - The former values conflict with dogs that were added or saved since. For example, another dog now has the
 *   number, or its offspring or parents contradict the sex or birth date.
 */
import { checkParent, PARENT_ROLES } from "../../../domain/dogs/checks";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  descendsFrom,
  findHolders,
  offspringCountOf,
  offspringOf,
  toFacts,
} from "../../dogs/model/dogRelations";
import { queryOwners } from "../../dogs/model/dogOwners";
import { MAX_OWNERS_PER_DOG } from "../../../domain/dogs/rules";
import { breedingsOf } from "../../dogs/model/parentage";
import { otherKeysOf } from "../../../domain/dogs/registrations";
import { isSaidOf, placementsOf } from "../../placements/model/placements";
import { namingsOf, type Naming } from "../../platform/model/changes/deletionRules";
import { TABLES } from "../../tables.gen";

type Run = Doc<"importRuns">;
type DogId = Id<"dogs">;

/** The dog's own row counts these records, or `isUsedSince` can attribute them to the import. */
const COUNTED: ReadonlySet<string> = new Set(["dogs", "dogOwners", "healthRecords", "photos", "placements"]);

/** These other tables refer to dogs. */
const PLACES = namingsOf("dogs").filter(({ table }) => !COUNTED.has(table));

const isRecord = ({ table }: Naming): boolean => TABLES[table].kind === "record";

/** These records prevent the deletion of a dog, in addition to the counted records. */
export const RECORDS = PLACES.filter(isRecord);

/** Owners prevent the deletion of a dog, unless the import added them. */
const [OWNERS] = namingsOf("dogs").filter(({ table }) => table === "dogOwners");

/** These records do not prevent the deletion of a dog, but must lose their reference to it. */
const MENTIONS = PLACES.filter((place) => !isRecord(place));

/** The holders are read in the order of ids. */
async function firstHolder(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { table, field, rule }: Naming,
  [from, to]: readonly [DogId, DogId],
): Promise<DogId | undefined> {
  // The compiler cannot check the index, because the table is known only from the rule.
  const row = await ctx.db
    .query(table as "dogs")
    .withIndex(rule.by as "by_kennel_and_sire_and_birth", (q) =>
      q
        .eq("kennelId", kennelId)
        .gte(field as "sireId", from)
        .lte(field as "sireId", to),
    )
    .first();
  return row?.[field as "sireId"];
}

/**
 * If at most this number of dogs have rows of a kind, all these rows are read in advance. Otherwise each dog is
 * looked up.
 */
const DOGS_AT_ONCE = 100;

/** Strings before and after every id, because ids are compared as strings. */
const LOWEST = "" as DogId;
const HIGHEST = "\u{ffff}" as DogId;
const after = (id: DogId): DogId => `${id}\u0000` as DogId;

/** Finds out which dogs have rows of a kind. If few dogs have such rows, all these rows are read in advance. */
export class RowHolders {
  /** For each kind of row: the dogs with such rows, or the index in which each dog is looked up. */
  private readonly known: (ReadonlySet<DogId> | Naming)[] = [];
  /** Null if there are too many dogs with owners. */
  private owned: ReadonlySet<DogId> | null = null;

  private constructor(
    private readonly ctx: QueryCtx,
    private readonly kennelId: Id<"kennels">,
  ) {}

  /** Reads which dogs have records or are referred to by records. */
  static async read(
    ctx: QueryCtx,
    kennelId: Id<"kennels">,
    kind: "records" | "mentions",
  ): Promise<RowHolders> {
    const holders = new RowHolders(ctx, kennelId);
    for (const place of kind === "records" ? RECORDS : MENTIONS)
      holders.known.push((await holders.list(place)) ?? place);
    if (kind === "records" && OWNERS) holders.owned = await holders.list(OWNERS);
    return holders;
  }

  /** Dogs must be looked up one by one for some kinds. */
  get isPartial(): boolean {
    return this.known.some((each) => !("has" in each));
  }

  async has(dogId: DogId): Promise<boolean> {
    for (const each of this.known) {
      if ("has" in each ? each.has(dogId) : await firstHolder(this.ctx, this.kennelId, each, [dogId, dogId]))
        return true;
    }
    return false;
  }

  /** If false, the dog's owners need not be looked up. */
  mayHaveOwners(dogId: DogId): boolean {
    return this.owned?.has(dogId) ?? true;
  }

  private async list(place: Naming): Promise<ReadonlySet<DogId> | null> {
    const found = new Set<DogId>();
    for (let from = LOWEST; found.size < DOGS_AT_ONCE;) {
      const dogId = await firstHolder(this.ctx, this.kennelId, place, [from, HIGHEST]);
      if (dogId === undefined) return found;
      found.add(dogId);
      from = after(dogId);
    }
    return null;
  }
}

/** Owners that an import added and nobody has changed since are separate from other owners. */
export async function ownersBy(ctx: QueryCtx, { writtenAt }: Run, { kennelId, _id: dogId }: Doc<"dogs">) {
  const rows = await queryOwners(ctx, { kennelId, dogId }).take(MAX_OWNERS_PER_DOG);
  const isOfImport = ({ updatedAt }: Doc<"dogOwners">) => updatedAt === writtenAt;
  return { ofImport: rows.filter(isOfImport), others: rows.filter((row) => !isOfImport(row)) };
}

/** Before the import is finished, nobody can work on the dog. */
export async function isUsedSince(
  ctx: QueryCtx,
  run: Run,
  dog: Doc<"dogs">,
  holders: RowHolders,
): Promise<boolean> {
  if (run.finishedAt === undefined) return false;
  const { updatedAt, photoCount, healthRecordCount } = dog;
  // If the clock was set back after the import, later saves have earlier times. An earlier version of Studbook used
  // several times for one import.
  const isSaved = run.writtenAt === undefined ? updatedAt > run.finishedAt : updatedAt !== run.writtenAt;
  if (isSaved || photoCount > 0 || healthRecordCount > 0) return true;
  if (holders.mayHaveOwners(dog._id) && (await ownersBy(ctx, run, dog)).others.length > 0) return true;
  // A sold dog has a placement, which somebody may have edited.
  for (const placement of dog.status === "sold" ? await placementsOf(ctx, dog) : []) {
    if (await isSaidOf(ctx, placement)) return true;
  }
  return await holders.has(dog._id);
}

export async function canGoBack(
  ctx: QueryCtx,
  run: Run,
  dog: Doc<"dogs">,
  { savedAt, row }: Omit<BeforeImport, "dogId">,
  holders: RowHolders,
): Promise<boolean> {
  if (dog.updatedAt !== savedAt) return false;
  for (const parentId of [row.sireId, row.damId]) {
    if (parentId !== undefined && !(await ctx.db.get("dogs", parentId))) return false;
  }
  // An interrupted import is undone completely.
  if (run.finishedAt !== undefined && !(await isStillFitting(ctx, run, dog, row, holders))) return false;
  if (!row.isExternal || dog.isExternal) return true;
  return dog.photoCount + dog.healthRecordCount === 0 && !(await holders.has(dog._id));
}

type BeforeImport = NonNullable<Doc<"importSteps">["before"]>[number];
type FormerDog = BeforeImport["row"];

/** Only data that is newer than the import can contradict the former values. */
async function isStillFitting(
  ctx: QueryCtx,
  run: Run,
  dog: Doc<"dogs">,
  row: FormerDog,
  holders: RowHolders,
): Promise<boolean> {
  return (
    !(await isNumberOfAnother(ctx, dog, row)) &&
    (await fitsOffspring(ctx, run, dog, row, holders)) &&
    (await fitsParents(ctx, run, dog, row))
  );
}

async function isNumberOfAnother(
  ctx: QueryCtx,
  { kennelId, _id }: Doc<"dogs">,
  row: FormerDog,
): Promise<boolean> {
  const keys = { ...row, otherKeys: otherKeysOf(row) };
  const { registration, others, microchip } = await findHolders(ctx, kennelId, keys, _id);
  return [registration, microchip, ...others].some((holder) => holder !== undefined);
}

/** A dog with more offspring stays unchanged. */
const MOST_OFFSPRING = 100;

async function fitsOffspring(
  ctx: QueryCtx,
  run: Run,
  dog: Doc<"dogs">,
  row: FormerDog,
  holders: RowHolders,
): Promise<boolean> {
  const isOtherSex = row.gender !== dog.gender;
  const bornOn = row.dateOfBirth === dog.dateOfBirth ? undefined : row.dateOfBirth;
  if (!isOtherSex && bornOn === undefined) return true;
  if (isOtherSex && (await breedingsOf(ctx, dog).first())) return false;
  if (offspringCountOf(ctx, dog) === 0) return true;
  const offspring = await offspringOf(ctx, dog.kennelId, dog._id, dog.gender).take(MOST_OFFSPRING);
  if (offspring.length === MOST_OFFSPRING) return false;
  for (const child of offspring) {
    const isContradicted =
      isOtherSex || (bornOn !== undefined && child.dateOfBirth !== undefined && child.dateOfBirth <= bornOn);
    if (isContradicted && (await staysAsItIs(ctx, run, child, holders))) return false;
  }
  return true;
}

/** The offspring must remain valid after the undo. */
async function staysAsItIs(
  ctx: QueryCtx,
  run: Run,
  child: Doc<"dogs">,
  holders: RowHolders,
): Promise<boolean> {
  if (child.importId !== run._id) return child.updatedAt > (run.finishedAt ?? 0);
  return (
    (run.kind === "dogs" && offspringCountOf(ctx, child) > 0) || (await isUsedSince(ctx, run, child, holders))
  );
}

async function fitsParents(ctx: QueryCtx, run: Run, dog: Doc<"dogs">, row: FormerDog): Promise<boolean> {
  for (const role of ["sire", "dam"] as const) {
    const { field } = PARENT_ROLES[role];
    const parentId = row[field];
    const isOther = parentId !== dog[field];
    if (parentId === undefined || (!isOther && row.dateOfBirth === dog.dateOfBirth)) continue;
    const parent = await ctx.db.get("dogs", parentId);
    if (!parent) return false;
    const isSaved = parent.updatedAt > (run.finishedAt ?? 0);
    if (isSaved && checkParent(role, toFacts(parent), row.dateOfBirth ?? null) !== null) return false;
    if (isOther && (await descendsFrom(ctx, parent, dog)) !== false) return false;
  }
  return true;
}
