/** Creates litters and puppies as the server returns them, for component tests. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";
import { LITTER_FIELDS, WHELPING_FIELDS, PUPPY_FIELDS, PUPPY_STATE } from "@domain/litters/record";
import { blankValues } from "@domain/records/record";
import { makeBreeding } from "@/testing/breedings";

type Litter = FunctionReturnType<typeof api.litters.litters.get>;
type Puppy = Litter["puppies"][number];

export const makePuppy = (fields: Partial<Puppy> = {}): Puppy => ({
  _id: "puppy1" as Puppy["_id"],
  kennelId: "kennel1" as Puppy["kennelId"],
  litterId: "litter1" as Puppy["litterId"],
  ...blankValues(PUPPY_FIELDS),
  ...blankValues(PUPPY_STATE),
  order: 1,
  name: "Juniper",
  gender: "female",
  dogId: null,
  buyerId: null,
  reservedAt: null,
  saleRecordedOn: null,
  createdAt: 1,
  updatedAt: 1,
  ...fields,
});

/** Rex and Bella with two living puppies. */
export function makeLitter(fields: Partial<Litter> = {}): Litter {
  const { sire, dam, litterId: _litterId, ...breeding } = makeBreeding();
  const parentOf = (mate: typeof sire) => mate && { _id: mate._id, name: mate.name, breed: mate.breed };
  return {
    _id: "litter1" as Litter["_id"],
    kennelId: "kennel1" as Litter["kennelId"],
    breedingId: breeding._id,
    ...{ ...blankValues(LITTER_FIELDS), veterinarianId: null },
    whelpingDate: "2025-01-10",
    numberBorn: 2,
    numberAlive: 2,
    numberMales: 1,
    numberFemales: 1,
    whelping: blankValues(WHELPING_FIELDS),
    createdAt: 1,
    updatedAt: 1,
    breeding: { ...breeding, sire: parentOf(sire), dam: parentOf(dam) },
    puppies: [],
    ...fields,
  };
}
