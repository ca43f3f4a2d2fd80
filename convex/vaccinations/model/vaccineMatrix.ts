/**
 * Lists the newest dose of each vaccine that the kennel's dogs and puppies got, and the date of the next dose.
 * Animals with the earliest due dose come first, so the doses are read by the index of due dates. Animals without a
 * due dose and dogs without any dose come last. The limits below bound how many doses and dogs are read.
 */
import { v, type Infer } from "convex/values";
import { isInKennel } from "../../../domain/dogs/standing";
import { COMMON_VACCINES, CORE } from "../../../domain/vaccinations/rules";
import { isCoreType, vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { textOrNull } from "../../platform/tables/shared";
import { PatientReader, patientShape } from "./patientShape";
import { dosesDue } from "./vaccinationSchedule";
import { FIRST_DAY, LAST_DAY } from "./vaccinationMonths";

export const vaccineMatrixShape = v.object({
  /** Core vaccines first, then the other vaccines by the number of animals that got them. */
  vaccines: v.array(v.object({ key: v.string(), name: v.string(), isCore: v.boolean() })),
  patients: v.array(
    v.object({
      ...patientShape,
      /** The earliest due dose is first. */
      doses: v.array(
        v.object({
          immunizationId: v.id("immunizations"),
          vaccineKey: v.string(),
          /** Null if no further dose is due. */
          dueOn: textOrNull,
        }),
      ),
    }),
  ),
  /** The kennel has more animals than are listed. */
  isCut: v.boolean(),
});
export type VaccineMatrix = Infer<typeof vaccineMatrixShape>;

/** Enough for 600 dogs with more than eight vaccines each. */
const MOST_DOSES = 5000;

const MOST_DOGS = 600;

type Dose = Doc<"immunizations">;

/**
 * The doses belong to animals in the kennel. The earliest due dose is first. Doses without a next dose come last.
 */
async function readNewest(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Dose[]> {
  const due = await dosesDue(ctx, kennelId, { from: FIRST_DAY, to: LAST_DAY }).take(MOST_DOSES);
  const finished = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_due_and_date", (q) => q.eq("kennelId", kennelId).eq("dueOn", null))
    .order("desc")
    .take(MOST_DOSES - due.length);
  return [...due, ...finished];
}

/** Core vaccines come first, then the kennel's other vaccines, the most frequent first. */
function listVaccines(doses: readonly Dose[]): VaccineMatrix["vaccines"] {
  const found = new Map(
    COMMON_VACCINES.filter(({ type }) => type === CORE).map(({ name }) => [
      vaccineKeyOf(name),
      { name, isCore: true, uses: 0 },
    ]),
  );
  const usual = new Map(COMMON_VACCINES.map(({ name }) => [vaccineKeyOf(name), name]));
  for (const { vaccineKey, vaccineName, vaccineType } of doses) {
    const name = usual.get(vaccineKey) ?? vaccineName;
    const vaccine = found.get(vaccineKey) ?? { name, isCore: false, uses: 0 };
    vaccine.uses += 1;
    vaccine.isCore ||= isCoreType(vaccineType);
    found.set(vaccineKey, vaccine);
  }
  return [...found]
    .sort(([, one], [, other]) => Number(other.isCore) - Number(one.isCore) || other.uses - one.uses)
    .map(([key, { name, isCore }]) => ({ key, name, isCore }));
}

/** Animals that have left the kennel are not included. */
export async function describeMatrix(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<VaccineMatrix> {
  const newest = await readNewest(ctx, kennelId);
  const byPatient = new Map<string, Dose[]>();
  for (const dose of newest) {
    const key = dose.dogId ?? dose.puppyId ?? "";
    byPatient.set(key, [...(byPatient.get(key) ?? []), dose]);
  }
  const dogs = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId).eq("isExternal", false))
    .take(MOST_DOGS);
  for (const dog of dogs) if (isInKennel(dog) && !byPatient.has(dog._id)) byPatient.set(dog._id, []);
  const names = new PatientReader(ctx);
  const listed = [...byPatient].slice(0, MOST_DOGS);
  const known = new Map(dogs.map((dog) => [dog._id as string, dog]));
  const patients = await Promise.all(
    listed.map(async ([key, given]) => ({
      ...(await names.describe(given[0] ?? { dogId: known.get(key)?._id })),
      doses: given.map(({ _id, vaccineKey, dueOn = null }) => ({ immunizationId: _id, vaccineKey, dueOn })),
    })),
  );
  return {
    vaccines: listVaccines(newest),
    patients: patients.filter(({ dog, puppy }) => dog !== null || puppy !== null),
    isCut: byPatient.size > MOST_DOGS || newest.length === MOST_DOSES || dogs.length === MOST_DOGS,
  };
}
