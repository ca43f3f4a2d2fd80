/** Creates litters on a running Studbook over HTTP. */
import type { Id } from "../../convex/_generated/dataModel";
import { api } from "../../convex/_generated/api";
import { addDays, localDay } from "../../domain/dates/calendar-days";
import type { SignedIn } from "./people";

export interface LitterOfDays {
  readonly litterId: Id<"litters">;
  readonly puppyIds: readonly Id<"puppies">[];
  readonly whelpingDate: string;
}

const DAY_MS = 86_400_000;

/** The litter was born `days` ago and has a puppy for each collar. */
export async function addLitterOfDays(
  { client }: SignedIn,
  kennelId: Id<"kennels">,
  { daysAgo, collars }: { daysAgo: number; collars: readonly string[] },
): Promise<LitterOfDays> {
  const today = localDay(new Date());
  const whelpingDate = addDays(today, -daysAgo);
  const dog = { kennelId, breed: "Beagle", today };
  const sire = await client.mutation(api.dogs.dogs.create, { ...dog, name: "Rex", gender: "male" });
  const dam = await client.mutation(api.dogs.dogs.create, { ...dog, name: "Bella", gender: "female" });
  const breeding = await client.mutation(api.breedings.breedings.create, {
    kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate: addDays(whelpingDate, -63),
  });
  const litter = await client.mutation(api.litters.litters.create, {
    breedingId: breeding._id,
    whelpingDate,
    today,
  });
  const puppyIds: Id<"puppies">[] = [];
  for (const [index, collarColor] of collars.entries()) {
    const puppy = await client.mutation(api.litters.puppies.create, {
      litterId: litter._id,
      collarColor,
      gender: index % 2 === 0 ? "female" : "male",
      birthWeightGrams: 300 + index,
    });
    puppyIds.push(puppy._id);
  }
  return { litterId: litter._id, puppyIds, whelpingDate };
}

export async function weighDaysAgo(
  { client }: SignedIn,
  puppyId: Id<"puppies">,
  grams: number,
  daysAgo: number,
): Promise<void> {
  await client.mutation(api.litters.puppyWeights.add, {
    puppyId,
    grams,
    weighedAt: Date.now() - daysAgo * DAY_MS,
    entryKey: `seeded-${puppyId}-${daysAgo}`,
  });
}
