/**
 * Patients and their vaccines: the kennel's dogs, and puppies that are not recorded as dogs. A puppy that is
 * recorded as a dog counts as the dog. A patient that was sold or has died keeps its doses, but its next dose has
 * no reminder.
 */
import { isDead, isGone, isInKennel } from "../../../domain/dogs/standing";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { PatientIds } from "./patientShape";
import { puppyName } from "../../../domain/litters/words";

/** If both ids are set, `dogId` counts. */
export interface Patient {
  readonly kennelId: Id<"kennels">;
  readonly dogId?: Id<"dogs">;
  readonly puppyId?: Id<"puppies">;
  readonly name: string;
  readonly callName?: string | undefined;
  readonly bornOn: string | null;
  readonly diedOn: string | null;
  readonly isDead: boolean;
  /** Set if the patient is a puppy. */
  readonly litterId?: Id<"litters">;
  /** The kennel is responsible for the next dose. */
  readonly isInKennel: boolean;
}

export const patientOfDog = (dog: Doc<"dogs">): Patient => ({
  kennelId: dog.kennelId,
  dogId: dog._id,
  name: dog.name,
  callName: dog.callName,
  bornOn: dog.dateOfBirth ?? null,
  diedOn: isDead(dog) ? (dog.statusChangedOn ?? null) : null,
  isDead: isDead(dog),
  isInKennel: isInKennel(dog),
});

/** The puppy must not be recorded as a dog. */
async function patientOfPuppy(ctx: QueryCtx, puppy: Doc<"puppies">): Promise<Patient> {
  const litter = await ctx.db.get("litters", puppy.litterId);
  return {
    kennelId: puppy.kennelId,
    puppyId: puppy._id,
    name: puppyName(puppy),
    bornOn: litter?.whelpingDate ?? null,
    diedOn: puppy.diedOn ?? null,
    isDead: isDead(puppy),
    litterId: puppy.litterId,
    isInKennel: !isGone(puppy),
  };
}

/** Returns null if the patient was deleted. */
export async function patientOf(ctx: QueryCtx, { dogId, puppyId }: PatientIds): Promise<Patient | null> {
  const dog = dogId && (await ctx.db.get("dogs", dogId));
  if (dog) return patientOfDog(dog);
  const puppy = puppyId && (await ctx.db.get("puppies", puppyId));
  if (!puppy) return null;
  return puppy.dogId ? await patientOf(ctx, { dogId: puppy.dogId }) : await patientOfPuppy(ctx, puppy);
}

/** The ids come from a client. Returns null if there is no such patient. */
export const findPatient = async (
  ctx: QueryCtx,
  { dogId, puppyId }: { dogId?: string | null; puppyId?: string | null },
): Promise<Patient | null> =>
  await patientOf(ctx, {
    dogId: dogId ? (ctx.db.normalizeId("dogs", dogId) ?? undefined) : undefined,
    puppyId: !dogId && puppyId ? (ctx.db.normalizeId("puppies", puppyId) ?? undefined) : undefined,
  });
