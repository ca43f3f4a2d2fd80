/** Counts dogs and their photos. A dog is also counted in its parents' rows. */
import { isCounted } from "../../../domain/billing/dog-limit";
import { otherKeysOf } from "../../../domain/dogs/registrations";
import { MAX_OTHER_REGISTRATIONS } from "../../../domain/dogs/rules";
import { foldText } from "../../../domain/text/text";
import { COUNTERS } from "../../platform/tables/kennelCounters";
import { project, type Share } from "../../platform/tables/projecting";
import { STORED_BYTES } from "../../platform/tables/storedBytes";
import { DOG_PARTS, dogs } from "../../platform/tables/dogs";
import { photos } from "../../platform/tables/photos";

const BREEDS = {
  table: "kennelBreeds",
  index: "by_kennel_and_breed",
  fresh: { dogs: 0 },
} as const;

const NUMBERS = {
  table: "dogNumbers",
  index: "by_kennel_and_number",
  fresh: { registrations: 0 },
} as const;

export const dogProjections = [
  ...Array.from({ length: MAX_OTHER_REGISTRATIONS }, (_, index) =>
    project("dogs", dogs.table, NUMBERS, (dog) => {
      const numberKey = otherKeysOf(dog)[index];
      // A stored dog has an id, although its validator does not contain it.
      const { _id: dogId } = dog as typeof dog & { readonly _id: string };
      return numberKey === undefined ? null : { key: { numberKey, dogId }, add: { registrations: 1 } };
    }),
  ),
  project("dogs", dogs.table, COUNTERS, ({ isExternal, status }): Share =>
    isExternal
      ? { add: { externalDogs: 1 } }
      : { add: { dogs: 1, countedDogs: Number(isCounted(status)), [`dogsByStatus.${status}`]: 1 } },
  ),
  project("dogs", dogs.table, BREEDS, ({ isExternal, breed }) =>
    isExternal ? null : { key: { breedKey: foldText(breed) }, add: { dogs: 1 }, label: { breed } },
  ),
  ...(["sireId", "damId"] as const).map((field) =>
    project("dogs", dogs.table, DOG_PARTS, ({ [field]: parentId }) =>
      parentId === undefined ? null : { key: { _id: parentId }, add: { offspringCount: 1 } },
    ),
  ),
  project("photos", photos.table, STORED_BYTES, ({ bytes = 0 }) => ({
    key: { kind: "photos" },
    add: { bytes },
  })),
  project("photos", photos.table, DOG_PARTS, ({ dogId }) =>
    dogId === undefined ? null : { key: { _id: dogId }, add: { photoCount: 1 } },
  ),
];
