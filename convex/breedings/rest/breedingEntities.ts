/** The entities of breedings and litters in REST answers. Shapes: document 001 section 3, decisions GAP-ANC-01 and GAP-LIT-05. */
import { LITTER_FIELDS, WHELPING_FIELDS } from "../../../domain/litters/record";
import { BREEDING_PARENTS, BREEDING_RECORD, PREGNANCY_CHECK_FIELDS } from "../../../domain/breedings/record";
import { GENDERS } from "../../../domain/dogs/rules";
import type { BreedingCard } from "../model/breedingCards";
import type { BreedingHistory } from "../model/breedingHistory";
import type { Breeding, BreedingEntry, Litter } from "../model/breedingShape";
import type { PregnancyCheck } from "../model/pregnancyChecks";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { answer } from "../../platform/rest/calls";
import {
  count,
  dayLike,
  id,
  parentAnswer,
  textOrNull,
  toParentAnswer,
  toWarned,
  toWritten,
  withWarnings,
  writtenFields,
} from "../../platform/rest/entities";
import { z } from "../../platform/rest/zod";

const day = dayLike("2025-01-01");

const { breedingDate, expectedDueDate, breedingType, status, ...recorded } = recordResponses(BREEDING_RECORD);

export const breedingAnswer = z
  .object({
    id,
    kennelId: id,
    ...recordResponses(BREEDING_PARENTS),
    breedingDate,
    expectedDueDate,
    actualDueDate: day.nullable(),
    actualDeliveryDate: day.nullable().openapi({ description: "The same as actualDueDate" }),
    breedingType,
    status,
    isCalledOff: z.boolean().openapi({ description: "A failed plan without a mating" }),
    ...recorded,
    numberBorn: z.number().int().nullable(),
    numberAlive: z.number().int().nullable(),
    ...writtenFields,
  })
  .openapi("Breeding");

export const breedingEntryAnswer = breedingAnswer
  .extend({ sire: parentAnswer, dam: parentAnswer })
  .openapi("BreedingEntry");

const savedBreedingAnswer = withWarnings(breedingEntryAnswer).openapi("SavedBreeding");

export const litterAnswer = z
  .object({
    id,
    breedingId: id,
    ...recordResponses(LITTER_FIELDS),
    birthDate: day.openapi({ description: "The same as whelpingDate" }),
    litterSize: count.openapi({ description: "The same as numberBorn" }),
    whelping: z.object(recordResponses(WHELPING_FIELDS)),
    ...writtenFields,
  })
  .openapi("Litter");

const historyAnswer = z
  .array(
    z.object({
      breeding: breedingAnswer,
      role: z.enum(["sire", "dam"]).openapi({ description: "What this dog was in the breeding" }),
      partner: z
        .object({
          id,
          name: z.string(),
          callName: textOrNull,
          breed: z.string(),
          gender: z.enum(GENDERS),
          registrationNumber: textOrNull,
          isExternal: z.boolean().openapi({ description: "A dog outside the kennel" }),
        })
        .nullable(),
      litters: z.array(litterAnswer),
    }),
  )
  .openapi("BreedingHistory");

/** Makes a breeding's REST answer. */
export const toBreedingAnswer = ({
  _id,
  kennelId,
  actualDueDate,
  isCalledOff,
  numberBorn,
  numberAlive,
  ...breeding
}: Breeding) => ({
  id: _id,
  kennelId,
  ...toRecordResponse(BREEDING_RECORD, breeding),
  actualDueDate,
  actualDeliveryDate: actualDueDate,
  isCalledOff,
  numberBorn,
  numberAlive,
  ...toWritten(breeding),
});

/** Makes a litter's REST answer. */
export const toLitterAnswer = ({ _id, ...litter }: Litter) => ({
  id: _id,
  ...litter,
  birthDate: litter.whelpingDate,
  litterSize: litter.numberBorn,
  ...toWritten(litter),
});

/** Makes the REST response of a breeding with its parents. */
export const toBreedingEntryAnswer = ({ sire, dam, ...breeding }: BreedingEntry) => ({
  ...toBreedingAnswer(breeding),
  sire: toParentAnswer(sire),
  dam: toParentAnswer(dam),
});

/** A breeding as the screens have it; its litters are a call of their own. */
export const breedingCard = answer(breedingEntryAnswer, ({ litterId: _, ...breeding }: BreedingCard) =>
  toBreedingEntryAnswer(breeding),
);

export const savedBreeding = answer(savedBreedingAnswer, toWarned(toBreedingEntryAnswer));

export const pregnancyCheck = answer(
  z
    .object({ id, breedingId: id, ...recordResponses(PREGNANCY_CHECK_FIELDS), ...writtenFields })
    .openapi("PregnancyCheck"),
  ({ _id, breedingId, ...check }: PregnancyCheck) => ({
    id: _id,
    breedingId,
    ...toRecordResponse(PREGNANCY_CHECK_FIELDS, check),
    ...toWritten(check),
  }),
);

function toPartnerAnswer(partner: BreedingHistory[number]["partner"]) {
  if (partner === null) return null;
  const { _id, ...rest } = partner;
  return { id: _id, ...rest };
}

/** A dog's breeding history. */
export const breedingHistory = answer(historyAnswer, (history: BreedingHistory) =>
  history.map(({ breeding, role, partner, litters }) => ({
    breeding: toBreedingAnswer(breeding),
    role,
    partner: toPartnerAnswer(partner),
    litters: litters.map(toLitterAnswer),
  })),
);
