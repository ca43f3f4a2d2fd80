/**
 * The entities of breedings and litters in REST responses. Shapes: document 001 section 3, decisions GAP-ANC-01 and
 * GAP-LIT-05.
 */
import { LITTER_FIELDS, WHELPING_FIELDS } from "../../../domain/litters/record";
import {
  BREEDING_RECORD,
  DAM_TEMPERATURE_FIELDS,
  MATING_FIELDS,
  PREGNANCY_CHECK_FIELDS,
} from "../../../domain/breedings/record";
import { breedingHistoryShape } from "../model/breedingHistory";
import { breedingEntryShape, breedingShape, litterShape, partnerShape } from "../model/breedingShape";
import { damTemperatureShape } from "../model/damTemperatures";
import { matings } from "../model/matings";
import { pregnancyCheckShape } from "../model/pregnancyChecks";
import { parent } from "../../dogs/rest/dogEntities";
import { count, dayLike } from "../../platform/rest/entities";
import { answerOf, joined, withWarnings } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";

const day = dayLike("2025-01-01");

const breeding = answerOf("Breeding", breedingShape, {
  fields: BREEDING_RECORD,
  about: {
    actualDueDate: day.nullable(),
    isCalledOff: z.boolean().openapi({ description: "A failed plan without a mating" }),
    numberBorn: count.nullable(),
    numberAlive: count.nullable(),
  },
  more: {
    shape: {
      actualDeliveryDate: day.nullable().openapi({ description: "The same as actualDueDate" }),
    },
    of: ({ actualDueDate }) => ({ actualDeliveryDate: actualDueDate }),
  },
});

/** A separate call returns the litters. */
export const breedingEntry = joined(
  "BreedingEntry",
  breeding,
  answerOf(null, breedingEntryShape.pick("sire", "dam"), { about: { sire: parent, dam: parent } }),
);

export const savedBreeding = withWarnings("SavedBreeding", breedingEntry);

export const litter = answerOf("Litter", litterShape, {
  fields: LITTER_FIELDS,
  about: { whelping: answerOf(null, litterShape.fields.whelping, { fields: WHELPING_FIELDS }) },
  more: {
    shape: {
      birthDate: day.openapi({ description: "The same as whelpingDate" }),
      litterSize: count.openapi({ description: "The same as numberBorn" }),
    },
    of: ({ whelpingDate, numberBorn }) => ({ birthDate: whelpingDate, litterSize: numberBorn }),
  },
});

export const pregnancyCheck = answerOf("PregnancyCheck", pregnancyCheckShape, {
  fields: PREGNANCY_CHECK_FIELDS,
});

export const damTemperature = answerOf("DamTemperature", damTemperatureShape, {
  fields: DAM_TEMPERATURE_FIELDS,
});

export const mating = answerOf("Mating", matings.shape, {
  fields: MATING_FIELDS,
  about: {
    isCounting: z.boolean().openapi({
      description: "Whether the breeding's date and type, and so the due date, are those of this mating",
    }),
  },
});

export const breedingHistory = answerOf("BreedingHistory", breedingHistoryShape, {
  about: {
    breeding,
    role: z.enum(["sire", "dam"]).openapi({ description: "What this dog was in the breeding" }),
    partner: answerOf(null, partnerShape, {
      about: { isExternal: z.boolean().openapi({ description: "A dog outside the kennel" }) },
    }),
    litters: litter,
  },
});
