/**
 * Recomputes the folded keys of stored rows. They are derived from the text by domain/text, so when folding changes
 * (a rule of ours, or Unicode in a newer runtime) stored keys would no longer meet the keys that searches make.
 */
import { vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import { foldText } from "../../../domain/text/text";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { keysOf } from "./dogValues";
import { findReminderOf } from "../../reminders/model/reminderSourceRows";

/** Returns a dog's keys and its breed's spelling as they are made now, or nothing when they stand so already. */
export function refoldDog(dog: Doc<"dogs">): Partial<Doc<"dogs">> | undefined {
  const keys = keysOf(dog);
  const isCurrent = Object.entries(keys).every(([name, key]) => dog[name as keyof typeof keys] === key); // the names are keys' own
  return isCurrent ? undefined : keys;
}

/** Gives a row of a breed list its key as it is made now; two rows that become one breed are added up. */
export async function refoldBreed(
  ctx: MutationCtx,
  row: Doc<"kennelBreeds">,
): Promise<Partial<Doc<"kennelBreeds">> | undefined> {
  const breedKey = foldText(row.breed);
  if (breedKey === row.breedKey) return undefined;
  const twin = await ctx.db
    .query("kennelBreeds")
    .withIndex("by_kennel_and_breed", (q) => q.eq("kennelId", row.kennelId).eq("breedKey", breedKey))
    .first();
  if (!twin) return { breedKey };
  await ctx.db.patch("kennelBreeds", twin._id, { dogs: twin.dogs + row.dogs });
  await ctx.db.delete("kennelBreeds", row._id);
  return undefined;
}

/** Gives a clinic its key as it is made now; two rows that become one clinic are added up. */
export async function refoldClinic(
  ctx: MutationCtx,
  row: Doc<"kennelClinics">,
): Promise<Partial<Doc<"kennelClinics">> | undefined> {
  const clinicKey = foldText(row.name);
  if (clinicKey === row.clinicKey) return undefined;
  const twin = await ctx.db
    .query("kennelClinics")
    .withIndex("by_kennel_and_clinic", (q) => q.eq("kennelId", row.kennelId).eq("clinicKey", clinicKey))
    .first();
  if (!twin) return { clinicKey };
  await ctx.db.patch("kennelClinics", twin._id, { uses: twin.uses + row.uses });
  await ctx.db.delete("kennelClinics", row._id);
  return undefined;
}

/** Returns the key of a booking's vaccine as it is made now, or nothing when it stands so already. */
export function refoldBooking({
  vaccineName,
  vaccineKey,
}: Doc<"scheduledVaccinations">): Pick<Doc<"scheduledVaccinations">, "vaccineKey"> | undefined {
  const key = vaccineKeyOf(vaccineName);
  return key === vaccineKey ? undefined : { vaccineKey: key };
}

/** The source of a dog's planned vaccination: `dog:<dog>:<vaccine>:<weeks or booster>`. */
const PLANNED_DOSE = /^(dog:[^:]+):(.+):([^:]+)$/;

/** Names a planned vaccination by its vaccine's key as it is made now, unless that one has a reminder of its own. */
export async function refoldPlannedDose(
  ctx: MutationCtx,
  { kennelId, source = "" }: Doc<"reminders">,
): Promise<Pick<Doc<"reminders">, "source"> | undefined> {
  const [, maker = "", key = "", part = ""] = PLANNED_DOSE.exec(source) ?? [];
  const renamed = `${maker}:${vaccineKeyOf(key)}:${part}`;
  if (maker === "" || renamed === source) return undefined;
  return (await findReminderOf(ctx, kennelId, renamed)) ? undefined : { source: renamed };
}
