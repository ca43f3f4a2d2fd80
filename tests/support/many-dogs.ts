/** Fills a kennel with as many plausible dogs as a test needs, litter by litter. */
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";

const NAMES = ["Aria", "Bruno", "Cleo", "Dexter", "Elsa", "Falk", "Greta", "Hektor", "Iris", "Jasper"];
const BREEDS = ["Beagle", "Bernese Mountain Dog", "Border Collie", "Foxhound", "Harrier"] as const;
const STATUSES = ["active", "active", "active", "retired", "sold"] as const;
const LITTER = NAMES.length;

/**
 * The first litters have no recorded parents. Each later litter descends from the first pair of the litter four
 * places before it.
 */
const FOUNDING_LITTERS = 4;

/** Dogs with parents have no birth date, so that no dog can be older than its parents. */
function dogOf(number: number, ids: readonly Id<"dogs">[]) {
  const litter = Math.floor(number / LITTER);
  const first = (litter - FOUNDING_LITTERS) * LITTER;
  const day = String((number % 28) + 1).padStart(2, "0");
  return {
    name: `${NAMES[number % LITTER]} of Oak Hill ${number}`,
    breed: BREEDS[litter % BREEDS.length] ?? BREEDS[0],
    gender: number % 2 === 0 ? ("female" as const) : ("male" as const),
    registrationNumber: `HP${10_000 + number}`,
    status: STATUSES[number % STATUSES.length] ?? STATUSES[0],
    isBreedingDog: number % 4 === 0,
    ...(first < 0
      ? { dateOfBirth: `${2025 - (number % 12)}-04-${day}` }
      : { damId: ids[first], sireId: ids[first + 1] }),
  };
}

export async function addManyDogs(
  { client }: { client: ConvexHttpClient },
  kennelId: string,
  count: number,
): Promise<void> {
  const ids: Id<"dogs">[] = [];
  while (ids.length < count) {
    const size = Math.min(LITTER, count - ids.length);
    const litter = Array.from({ length: size }, (_, index) => dogOf(ids.length + index, ids));
    const added = await Promise.all(
      litter.map((dog) => client.mutation(api.dogs.dogs.create, { kennelId, today: "2025-12-31", ...dog })),
    );
    ids.push(...added.map((dog) => dog._id));
  }
}
