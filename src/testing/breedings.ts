/** Creates breedings and pages of breedings as the server returns them. */
import type { FunctionReturnType } from "convex/server";
import { makePage } from "@/testing/pages";
import { BREEDING_RECORD } from "@domain/breedings/record";
import { blankValues } from "@domain/records/record";
import type { api } from "@convex/_generated/api";

type BreedingPage = FunctionReturnType<typeof api.breedings.breedings.list>;
export type Breeding = BreedingPage["data"][number];
type Mate = NonNullable<Breeding["sire"]>;

let count = 0;

export function makeMate(name: string, changes: Partial<Mate> = {}): Mate {
  count += 1;
  const _id = `mate${count}` as Mate["_id"];
  return { _id, name, callName: null, breed: "Beagle", isExternal: false, photos: [], ...changes };
}

/** Rex and Bella. */
export function makeBreeding(changes: Partial<Breeding> = {}): Breeding {
  count += 1;
  const [sire, dam] = [makeMate("Rex"), makeMate("Bella")];
  return {
    _id: `breeding${count}` as Breeding["_id"],
    kennelId: "kennel1" as Breeding["kennelId"],
    ...blankValues(BREEDING_RECORD),
    sireId: sire._id,
    damId: dam._id,
    sire,
    dam,
    breedingDate: "2025-01-01",
    expectedDueDate: "2025-03-05",
    actualDueDate: null,
    isCalledOff: false,
    numberBorn: null,
    numberAlive: null,
    litterId: null,
    kinship: null,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Filters like the server: by status and by a word of a parent's name or the notes. */
export function makeBreedingPage(
  breedings: readonly Breeding[],
  args: Record<string, unknown>,
): BreedingPage {
  const [status, search] = [text(args.status), text(args.search).toLowerCase()];
  const found = breedings.filter(({ sire, dam, notes }) =>
    [sire?.name, dam?.name, notes].some((part) => part?.toLowerCase().includes(search)),
  );
  const shown = found.filter((breeding) => status === "" || breeding.status === status);
  const counts = { planned: 0, bred: 0, confirmed: 0, whelped: 0, completed: 0, failed: 0 };
  for (const breeding of found) counts[breeding.status] += 1;
  return { ...makePage(shown, args, 100), counts };
}
