/**
 * Collects the data for the advice of domain/breedings/compatibility.ts on a planned mating: both dogs, their
 * pedigree, the dam's other breedings and litters, and the health data that the caller may read. Every read uses an
 * index that begins with the kennel.
 */
import { v, type Infer } from "convex/values";
import {
  adviseOnMating,
  mergeLitterDays,
  type Mate,
  type MateHealth,
  type OpenBreeding,
} from "../../../domain/breedings/compatibility";
import { finding, SEVERITIES, type Finding } from "../../../domain/breedings/findings";
import type { MateTest } from "../../../domain/breedings/mating-tests";
import type { BreedingStatus } from "../../../domain/breedings/rules";
import { HEALTH_HISTORY_LIMIT } from "../../../domain/health/rules";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";
import { judgedDayOf } from "../../../domain/health/due-state";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { describeMating, matingShape } from "../../pedigree/model/ancestry";
import { breedingsOf } from "../../dogs/model/parentage";
import { offspringOf } from "../../dogs/model/dogRelations";
import { findHarm } from "../../genetics/model/forecast";
import { testRowsOf } from "../../health/model/healthTestRows";
import { checkPermission, type Access, type ReachedDog } from "../../platform/model/people/identity";
import { getOrFail } from "../../platform/model/paging/rows";

export const findingShape = v.object({
  code: v.string(),
  severity: v.union(...SEVERITIES.map((severity) => v.literal(severity))),
  message: v.string(),
  source: v.union(v.string(), v.null()),
});

export const compatibilityShape = v.object({
  /** From 0 to 100. The score ranks pairs. No pair is forbidden. */
  score: v.number(),
  findings: v.array(findingShape),
  mating: matingShape,
  damLitters: v.object({
    count: v.number(),
    /** The last whelping before the mating. */
    lastOn: v.union(v.string(), v.null()),
  }),
});
export type Compatibility = Infer<typeof compatibilityShape>;

export const compatibilityArgs = {
  sireId: v.string(),
  /** Today if there is no planned date. */
  breedingDate: v.optional(v.string()),
  today: v.string(),
  /** The breeding that is being changed must not count against its own dam. */
  breedingId: v.optional(v.string()),
};

/** No dam can have more breedings or offspring. */
const MOST_BREEDINGS = 100;
const MOST_OFFSPRING = 300;

/** Throws NOT_FOUND, VALIDATION_FAILED or FORBIDDEN. */
export async function describeCompatibility(
  ctx: QueryCtx,
  { dog: dam, access }: ReachedDog,
  args: { sireId: string; breedingDate?: string; today: string; breedingId?: string },
): Promise<Compatibility> {
  checkPermission(access, "dogs:read");
  const { today, breedingDate: bredOn = today } = args;
  checkDays({ today, breedingDate: bredOn });
  const { kennelId } = dam;
  const mating = await describeMating(ctx, kennelId, {
    sireId: args.sireId,
    damId: dam._id,
    generations: null,
  });
  const sire = await getOrFail(ctx, "dogs", mating.sire._id);
  const past = await readPast(ctx, dam, bredOn, args.breedingId);
  const { score, findings } = adviseOnMating({
    sire: await toMate(ctx, access, sire),
    dam: await toMate(ctx, access, dam),
    bredOn,
    today,
    coefficient: mating.coefficient,
    completeness: mating.completeness,
    ...past,
  });
  const harm = hasPermission(access.permissions, "health", "read") ? await findHarm(ctx, sire, dam) : [];
  const all = [
    ...harm.map(({ key, severity, words, source }) => finding(severity, key, words, source)),
    ...findings,
  ];
  const lastOn = past.damLitters.at(-1) ?? null;
  return { score, findings: bySeverity(all), mating, damLitters: { count: past.damLitters.length, lastOn } };
}

/** The most serious finding is first. Findings of the same severity keep their order. */
const bySeverity = (findings: readonly Finding[]): Finding[] =>
  SEVERITIES.flatMap((severity) => findings.filter((each) => each.severity === severity));

/** Throws VALIDATION_FAILED. */
function checkDays(days: Record<"today" | "breedingDate", string>): void {
  if (!isCalendarDay(days.today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
  if (isCalendarDay(days.breedingDate)) return;
  fail("VALIDATION_FAILED", { fields: { breedingDate: "Mating date must be a date such as 2025-06-15" } });
}

async function toMate(ctx: QueryCtx, access: Access, dog: Doc<"dogs">): Promise<Mate> {
  return {
    id: dog._id,
    name: dog.name,
    breedKey: dog.breedKey,
    dateOfBirth: dog.dateOfBirth ?? null,
    status: dog.status,
    isExternal: dog.isExternal,
    isBreedingDog: dog.isBreedingDog,
    breedingRights: dog.breedingRights,
    isSpayed: dog.spayedOn !== undefined,
    sireId: dog.sireId ?? null,
    damId: dog.damId ?? null,
    grandparentIds: await findGrandparents(ctx, dog),
    health: await readHealth(ctx, access, dog),
    tests: await readTests(ctx, access, dog),
  };
}

async function findGrandparents(ctx: QueryCtx, dog: Doc<"dogs">): Promise<Id<"dogs">[]> {
  const found: Id<"dogs">[] = [];
  for (const parentId of [dog.sireId, dog.damId]) {
    const parent = parentId && (await ctx.db.get("dogs", parentId));
    for (const id of [parent?.sireId, parent?.damId]) if (id !== undefined) found.push(id);
  }
  return found;
}

/** Returns null if the data is unknown or the caller may not read it. */
async function readHealth(ctx: QueryCtx, access: Access, dog: Doc<"dogs">): Promise<MateHealth | null> {
  if (dog.isExternal || !hasPermission(access.permissions, "health", "read")) return null;
  const { kennelId, _id: dogId } = dog;
  const doses = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .order("desc")
    .take(HEALTH_HISTORY_LIMIT);
  const records = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .order("desc")
    .take(HEALTH_HISTORY_LIMIT);
  return {
    vaccinesDue: dueDoses(doses),
    hasHealthTests: records.some(({ recordType }) => recordType === "test"),
  };
}

/** External dogs may also have tests. Returns null if the caller may not read them. */
async function readTests(ctx: QueryCtx, access: Access, dog: Doc<"dogs">): Promise<MateTest[] | null> {
  if (!hasPermission(access.permissions, "health", "read")) return null;
  return (await testRowsOf(ctx, dog)).map(({ kind, name = null, result, testedOn, validUntil = null }) => ({
    kind,
    name,
    result,
    testedOn,
    validUntil,
  }));
}

/** Only the newest dose of each vaccine counts (decisions GAP-IMM-03 and GAP-IMM-07). */
function dueDoses(newestFirst: readonly Doc<"immunizations">[]): { name: string; dueOn: string }[] {
  const newest = new Map<string, Doc<"immunizations">>();
  for (const dose of newestFirst) if (!newest.has(dose.vaccineKey)) newest.set(dose.vaccineKey, dose);
  return [...newest.values()].flatMap((dose) => {
    const dueOn = judgedDayOf(dose);
    return dueOn === null ? [] : [{ name: dose.vaccineName, dueOn }];
  });
}

const OPEN: ReadonlySet<BreedingStatus> = new Set(["planned", "bred", "confirmed"]);
const WITH_LITTER: ReadonlySet<BreedingStatus> = new Set(["whelped", "completed"]);

/** The dam's litters before the mating, and her other open breedings. */
async function readPast(
  ctx: QueryCtx,
  dam: Doc<"dogs">,
  bredOn: string,
  breedingId: string | undefined,
): Promise<{ damLitters: string[]; openBreedings: OpenBreeding[] }> {
  const rows = await breedingsOf(ctx, dam).order("desc").take(MOST_BREEDINGS);
  const others = rows.filter(({ _id }) => _id !== breedingId);
  const children = await offspringOf(ctx, dam.kennelId, dam._id, dam.gender)
    .order("desc")
    .take(MOST_OFFSPRING);
  const whelpedOn = others
    .filter(({ status, actualDueDate }) => actualDueDate !== undefined || WITH_LITTER.has(status))
    .map(
      ({ actualDueDate, expectedDueDate, breedingDate }) => actualDueDate ?? expectedDueDate ?? breedingDate,
    );
  const born = children.flatMap(({ dateOfBirth }) => dateOfBirth ?? []);
  return {
    damLitters: mergeLitterDays([...whelpedOn, ...born]).filter((day) => day <= bredOn),
    openBreedings: await Promise.all(
      others.filter(({ status }) => OPEN.has(status)).map(async (row) => await toOpenBreeding(ctx, row)),
    ),
  };
}

async function toOpenBreeding(ctx: QueryCtx, row: Doc<"breedings">): Promise<OpenBreeding> {
  const sire = row.sireId && (await ctx.db.get("dogs", row.sireId));
  return {
    status: row.status,
    breedingDate: row.breedingDate,
    sireName: sire?.name ?? row.sireName ?? null,
  };
}
