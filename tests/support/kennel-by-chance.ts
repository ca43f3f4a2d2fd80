/**
 * A random kennel like those of breeders, created through the public functions: parents inside and outside the
 * kennel, dogs with the same name, unusual characters, missing dates, every status with its date, weights and
 * heights, and a record of each kind.
 */
import { api } from "../../convex/_generated/api";
import { BREEDING_RIGHTS, DOG_STATUSES } from "../../domain/dogs/rules";
import { seedAuditKennel } from "./audit-kennel";
import { dogArgs, type Team } from "./backend";
import { chanceOf } from "./random-kennel";

export const NAMES: readonly string[] = [
  'Ärger, "der" Große',
  "=Rex",
  "+Nala; von\tOak",
  "O'Hara's\u00a0Luna",
  "Звезда",
  "犬 🐕",
  "Bella",
  "Bella",
  "Null",
  "'Quoted",
  "Max\u200f (מקס)",
  '{"a": [1]}',
];

const NOTES = ['Two\nlines, "quoted"', "=1+1", "\\ back / slash", "— dash – and … 100 %", "@name"];

/** The text of these registrations is hard to parse. */
const registrationsOf = (mark: string) => [
  { registry: "FCI", number: `NHSB ${mark}, "x"`, kind: "export_pedigree", since: "2025-06-01" },
  { registry: "The Kennel Club", number: `AB(${mark})`, notes: "2025-01-02 | moved, (limited)" },
  { registry: "VDH/öhzb 2", number: `Z: ${mark} (limited)`, kind: "full" },
];

/** The timers must be fake. */
export async function fillByChance(
  team: Team,
  seed: number,
  { dogs = 16, names = NAMES }: { dogs?: number; names?: readonly string[] } = {},
): Promise<void> {
  const { owner, kennelId } = team;
  await seedAuditKennel(team, "Audit");
  const chance = chanceOf(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(chance() * items.length)];
    if (item === undefined) throw new Error("There is nothing to choose from");
    return item;
  };
  const maybe = <Value>(value: Value): Value | undefined => (chance() < 0.6 ? value : undefined);
  const parents: Record<"male" | "female", string[]> = { male: [], female: [] };
  for (const gender of ["male", "female", "male", "female"] as const) {
    const from = { kennelId, name: `${pick(names)} outside`, breed: "Beagle", gender };
    const { _id } = await owner.as.mutation(api.dogs.dogs.createExternal, from);
    parents[gender].push(_id);
  }
  for (let made = 0; made < dogs; made += 1) {
    const gender = pick(["male", "female"] as const);
    const status = pick(DOG_STATUSES);
    const dateOfBirth = maybe(
      `20${10 + made}-0${1 + Math.floor(chance() * 9)}-1${Math.floor(chance() * 10)}`,
    );
    const sire =
      chance() < 0.3 ? { sireName: 'By name only, "Sire"' } : { sireId: maybe(pick(parents.male)) };
    const { _id } = await owner.as.mutation(
      api.dogs.dogs.create,
      dogArgs(kennelId, {
        name: pick(names),
        callName: maybe(`Call ${made}`),
        breed: pick(["Beagle", "Boxer", "Braque d’Auvergne"]),
        gender,
        dateOfBirth: made > 14 ? undefined : dateOfBirth,
        registrationNumber: maybe(`R/${seed}-${made} ü`),
        otherRegistrations: made % 3 === 0 ? registrationsOf(`${seed}/${made}`) : null,
        microchipNumber: maybe(`9851130012345${10 + made}`),
        titles: maybe("Int. Ch., BH"),
        status,
        statusChangedOn: status === "active" ? undefined : maybe("2025-05-0" + String(1 + (made % 9))),
        weight: maybe(Math.round(chance() * 10_000) / 100 + 1),
        height: maybe(Math.round(chance() * 300) / 10 + 1),
        color: maybe("Tricolour / Füchsrot"),
        markings: maybe("Blaze, 4 socks"),
        isBreedingDog: chance() < 0.5,
        breedingRights: pick(BREEDING_RIGHTS),
        currentOwnerName: maybe("Zoë O'Neil-Müller"),
        currentOwnerPhone: maybe("+49 (0) 1 / 23"),
        currentOwnerEmail: maybe("zoe@example.com"),
        notes: maybe(pick(NOTES)),
        ...sire,
        damId: maybe(pick(parents.female)),
      }),
    );
    parents[gender].push(_id);
  }
}
