/** Fills a kennel with as many plausible dogs as a suite needs, by one import, three generations deep. */
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";

const NAMES = ["Aria", "Bruno", "Cleo", "Dexter", "Elsa", "Falk", "Greta", "Hektor", "Iris", "Jasper"];
const BREEDS = ["Beagle", "Bernese Mountain Dog", "Border Collie", "Foxhound", "Harrier"];
const STATUSES = ["active", "active", "active", "retired", "sold"];

/** Makes the import's row of one dog; each ten dogs descend from the ten before. */
function rowOf(number: number) {
  const name = (of: number) => `${NAMES[of % NAMES.length]} of Oak Hill ${of}`;
  const year = 2025 - (number % 12);
  const hasParents = number >= 40;
  const litter = number - (number % 10);
  return {
    line: number + 2,
    values: {
      name: name(number),
      breed: BREEDS[Math.floor(number / 10) % BREEDS.length] ?? "Beagle",
      gender: number % 2 === 0 ? "female" : "male",
      ...(hasParents ? {} : { dateOfBirth: `${year}-04-${String((number % 28) + 1).padStart(2, "0")}` }),
      registrationNumber: `HP${10_000 + number}`,
      status: STATUSES[number % STATUSES.length] ?? "active",
      isBreedingDog: number % 4 === 0,
      ...(hasParents ? { sire: name(litter - 39), dam: name(litter - 40) } : {}),
    },
  };
}

/** Adds `count` dogs to a kennel. */
export async function addManyDogs(
  { client }: { client: ConvexHttpClient },
  kennelId: string,
  count: number,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => rowOf(number));
  const report = await client.mutation(api.dogImport.run, {
    kennelId,
    rows,
    mode: "skip",
    today: "2025-12-31",
  });
  if (report.added !== count)
    throw new Error(`Only ${report.added} of ${count} dogs: ${JSON.stringify(report.errors.slice(0, 3))}`);
}
