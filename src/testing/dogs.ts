/** Creates dogs and pages of dogs as the server returns them. */
import type { FunctionReturnType } from "convex/server";
import { makePage } from "@/testing/pages";
import type { api } from "@convex/_generated/api";
import { DOG_FIELDS } from "@domain/dogs/record";
import { blankValues } from "@domain/records/record";

type DogPage = FunctionReturnType<typeof api.dogs.dogs.list>;
type Dog = DogPage["data"][number];

let count = 0;

export function makeDog(changes: Partial<Dog> = {}): Dog {
  count += 1;
  return {
    _id: `dog${count}` as Dog["_id"],
    kennelId: "kennel1" as Dog["kennelId"],
    isExternal: false,
    ...blankValues(DOG_FIELDS),
    name: `Dog ${count}`,
    breed: "Beagle",
    gender: "female",
    sireId: null,
    damId: null,
    ...{ breederId: null, acquiredFromId: null, currentOwnerId: null, livesWithId: null },
    sire: null,
    dam: null,
    photos: [],
    _count: { healthRecords: 0, offspring: 0 },
    createdAt: Date.UTC(2025, 5, 15, 12),
    updatedAt: 1,
    ...changes,
  };
}

type Photo = Dog["photos"][number];

export function makePhoto(changes: Partial<Photo> = {}): Photo {
  count += 1;
  const path = `/uploads/photos/photo${count}`;
  return {
    _id: `photo${count}` as Photo["_id"],
    dogId: "dog1" as Photo["dogId"],
    filePath: `${path}/full`,
    previewPath: `${path}/preview`,
    thumbnailPath: `${path}/thumbnail`,
    isPrimary: false,
    caption: null,
    createdAt: Date.UTC(2025, 5, 15, 12),
    ...changes,
  };
}

export function makeDogPage(dogs: readonly Dog[], args: Record<string, unknown> = {}): DogPage {
  return makePage(dogs, args, 12);
}
