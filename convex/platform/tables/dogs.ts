/**
 * The dogs of a kennel and the external ancestors of its pedigrees (`isExternal`: neither listed nor counted).
 * Written by dogs/model/dogs.ts and the imports (model/import*.ts), which also update `nameKey` and `breedKey`.
 * Projections update `offspringCount`, `healthRecordCount` and `photoCount`.
 */
import { v } from "convex/values";
import { DOG_FIELDS, DOG_STATE } from "../../../domain/dogs/record";
import { rowFields } from "./recordValidators";
import { recordTable } from "./recordTable";

const DESCRIPTION = { ...DOG_FIELDS, ...DOG_STATE };

export const { gender: genderValidator, status: statusValidator } = rowFields(DOG_FIELDS);

export const dogs = recordTable(DESCRIPTION, {
  columns: (recorded) => ({
    ...recorded,
    /** The key for sorting is in lower case and without accents. */
    nameKey: v.string(),
    /** The key for comparison is in lower case and without accents. */
    breedKey: v.string(),
    registrationKey: v.optional(v.string()),
    microchipKey: v.optional(v.string()),
    offspringCount: v.number(),
    healthRecordCount: v.number(),
    photoCount: v.number(),
    primaryPhotoId: v.optional(v.id("photos")),
    /** The import that added the dog, and the dog's position in that import. */
    importId: v.optional(v.id("importRuns")),
    importOrder: v.optional(v.number()),
    /** pedigree/follows.ts writes the dog's place in the kennel's packed pedigree. */
    pedigreePlace: v.optional(v.number()),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_external_and_name", ["kennelId", "isExternal", "nameKey"])
      .index("by_kennel_and_external_and_breed", ["kennelId", "isExternal", "breedKey", "nameKey"])
      .index("by_kennel_and_external_and_gender_and_name", ["kennelId", "isExternal", "gender", "nameKey"])
      .index("by_kennel_and_place", ["kennelId", "pedigreePlace"])
      .index("by_kennel_and_import", ["kennelId", "importId", "importOrder"])
      .index("by_kennel_and_registration", ["kennelId", "registrationKey"])
      .index("by_kennel_and_microchip", ["kennelId", "microchipKey"])
      .index("by_kennel_and_sire_and_birth", ["kennelId", "sireId", "dateOfBirth"])
      .index("by_kennel_and_dam_and_birth", ["kennelId", "damId", "dateOfBirth"])
      .index("by_kennel_and_breeder", ["kennelId", "breederId"])
      .index("by_kennel_and_former_owner", ["kennelId", "acquiredFromId"])
      .index("by_kennel_and_owner", ["kennelId", "currentOwnerId"])
      .index("by_kennel_and_lives_with", ["kennelId", "livesWithId"])
      .searchIndex("by_name_words", {
        searchField: "nameKey",
        filterFields: ["kennelId", "isExternal", "gender"],
      }),
  onDelete: {
    sireId: { does: "keepName", by: "by_kennel_and_sire_and_birth", as: "sireName" },
    damId: { does: "keepName", by: "by_kennel_and_dam_and_birth", as: "damName" },
    breederId: { does: "clear", by: "by_kennel_and_breeder" },
    acquiredFromId: { does: "clear", by: "by_kennel_and_former_owner" },
    currentOwnerId: { does: "clear", by: "by_kennel_and_owner" },
    livesWithId: { does: "clear", by: "by_kennel_and_lives_with" },
    primaryPhotoId: { does: "stay" },
    importId: { does: "stay" },
  },
  history: {
    place: 10,
    label: "Dog",
    plural: "Dogs",
    area: "dogs",
    titles: ["name"],
  },
  export: {
    place: 10,
    printed: [
      "name",
      "breed",
      "gender",
      "dateOfBirth",
      "registrationNumber",
      "microchipNumber",
      "sireId",
      "damId",
      "status",
    ],
  },
  backup: { place: 10 },
});

export const DOG_PARTS = {
  table: "dogs",
  fresh: { offspringCount: 0, healthRecordCount: 0, photoCount: 0 },
} as const;
