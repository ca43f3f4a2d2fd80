/** Reads the content of the record for a puppy's buyer in one transaction. */
import { v, type Infer } from "convex/values";
import { allRegistrationsText } from "../../../domain/dogs/registrations";
import { genderLabels } from "../../../domain/dogs/words";
import { MAX_WEIGHTS_PER_PUPPY } from "../../../domain/litters/rules";
import { dayIn } from "../../../domain/dates/zones";
import { formatDay } from "../../../domain/formatting/formatting";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { dosesOf } from "../../vaccinations/model/doseRows";
import type { Access } from "../../platform/model/people/identity";
import { requireKennel } from "../../platform/model/people/kennels";
import { listPuppyChecks } from "./puppyHealthChecks";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { puppyName } from "../../../domain/litters/words";
import { getOrFail } from "../../platform/model/paging/rows";
import { textOrNull, numberOrNull } from "../../platform/tables/shared";

const factShape = v.object({ label: v.string(), value: textOrNull });

export const puppyRecordShape = v.object({
  puppy: v.string(),
  kennelName: v.string(),
  contact: v.string(),
  facts: v.array(factShape),
  parents: v.array(factShape),
  weights: v.array(v.object({ day: v.string(), grams: v.number() })),
  /** Null if the caller may not read health records. */
  vaccinations: v.union(
    v.array(
      v.object({
        day: v.string(),
        vaccine: v.string(),
        batch: textOrNull,
        veterinarian: textOrNull,
        nextDueOn: textOrNull,
      }),
    ),
    v.null(),
  ),
  checks: v.array(
    v.object({
      day: v.string(),
      weightGrams: numberOrNull,
      temperatureFahrenheit: numberOrNull,
      veterinarian: textOrNull,
      notes: textOrNull,
    }),
  ),
});
type PuppyRecord = Infer<typeof puppyRecordShape>;
type Fact = Infer<typeof factShape>;

async function parentFacts(
  ctx: QueryCtx,
  role: "Sire" | "Dam",
  id: Id<"dogs"> | undefined,
  name: string | undefined,
): Promise<Fact[]> {
  const dog = id && (await ctx.db.get("dogs", id));
  return [
    { label: role, value: dog?.name ?? name ?? null },
    { label: `${role}'s registration`, value: dog ? allRegistrationsText(dog) : null },
  ];
}

const weightsOf = async (ctx: QueryCtx, { kennelId, _id }: Doc<"puppies">): Promise<Doc<"puppyWeights">[]> =>
  (
    await ctx.db
      .query("puppyWeights")
      .withIndex("by_kennel_and_puppy_and_weighed", (q) => q.eq("kennelId", kennelId).eq("puppyId", _id))
      .take(MAX_WEIGHTS_PER_PUPPY)
  ).filter(({ removedAt }) => removedAt === undefined);

/** The oldest vaccination is first, like the weights. Returns null if the caller may not read health records. */
async function vaccinationsOf(
  ctx: QueryCtx,
  { kennelId, _id: puppyId, dogId }: Doc<"puppies">,
  { permissions }: Access,
): Promise<PuppyRecord["vaccinations"]> {
  if (!hasPermission(permissions, "health", "read")) return null;
  const doses = await dosesOf(ctx, kennelId, dogId ? { dogId } : { puppyId });
  return doses.reverse().map((dose) => ({
    day: dose.dateAdministered,
    vaccine: dose.vaccineName,
    batch: dose.batchNumber ?? null,
    veterinarian: dose.veterinarianName ?? dose.veterinaryClinic ?? null,
    nextDueOn: dose.nextDueDate ?? null,
  }));
}

export async function describePuppyRecord(
  ctx: QueryCtx,
  puppy: Doc<"puppies">,
  access: Access,
): Promise<PuppyRecord> {
  const litter = await getOrFail(ctx, "litters", puppy.litterId);
  const breeding = await getOrFail(ctx, "breedings", litter.breedingId);
  const kennel = await requireKennel(ctx, puppy.kennelId);
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  const sire = breeding.sireId && (await ctx.db.get("dogs", breeding.sireId));
  const weights = await weightsOf(ctx, puppy);
  const zone = await timeZoneOf(ctx, puppy.kennelId);
  const checks = await listPuppyChecks(ctx, puppy);
  const { birthWeightGrams, gender, color, markings } = puppy;
  return {
    puppy: puppyName(puppy),
    kennelName: kennel.name,
    contact: [kennel.address, kennel.phone, kennel.email].filter((part) => part !== undefined).join(" · "),
    facts: [
      { label: "Breed", value: dam?.breed ?? sire?.breed ?? null },
      { label: "Sex", value: gender ? genderLabels[gender] : null },
      { label: "Color", value: color ?? null },
      { label: "Markings", value: markings ?? null },
      { label: "Date of birth", value: formatDay(litter.whelpingDate) },
      { label: "Birth weight", value: birthWeightGrams === undefined ? null : `${birthWeightGrams} g` },
      { label: "Microchip", value: puppy.microchipNumber ?? null },
    ],
    parents: [
      ...(await parentFacts(ctx, "Sire", breeding.sireId, breeding.sireName)),
      ...(await parentFacts(ctx, "Dam", breeding.damId, breeding.damName)),
    ],
    weights: weights.map(({ weighedAt, grams }) => ({ day: dayIn(zone, weighedAt), grams })),
    vaccinations: await vaccinationsOf(ctx, puppy, access),
    // The oldest check is first, like the weights.
    checks: checks
      .reverse()
      .map(({ checkDate, weightGrams, temperatureFahrenheit, veterinarian, notes }) => ({
        day: checkDate,
        weightGrams,
        temperatureFahrenheit,
        veterinarian,
        notes,
      })),
  };
}
