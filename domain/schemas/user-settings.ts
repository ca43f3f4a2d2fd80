/** The shape of a person's own settings as typed. */
import { z } from "zod";
import { REMINDER_TYPES } from "../constants/reminders";
import { DOG_COLUMNS, toDogColumns } from "../dogs/table-columns";
import { PUPPY_WEIGHT_UNITS, WEIGHT_UNITS } from "../health/weights";
import { daysInAdvance, reminderType } from "./reminder";

const PHONE_ERROR = "Phone number must begin with + and the country code, such as +1 555 123 4567";
const QUIET_ERROR = "Quiet hours must be times such as 21:00";
const DIGEST_ERROR = "Digest time must be a time such as 07:30";

const time = (error: string) => z.string({ error }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, error);

/** A change: what is absent stays, null clears. */
export const userSettingsChangesSchema = z.object({
  dogColumns: z
    .array(z.enum(DOG_COLUMNS, { error: "Columns must be columns of the table of dogs" }))
    .transform(toDogColumns)
    .nullish(),
  weightUnits: z
    .object({
      dog: z.enum(WEIGHT_UNITS, { error: "The unit of dogs must be lb or kg" }),
      puppy: z.enum(PUPPY_WEIGHT_UNITS, { error: "The unit of puppies must be g or lb" }),
    })
    .nullish(),
  phone: z
    .string({ error: PHONE_ERROR })
    .transform((text) => text.replaceAll(/[\s().-]/g, ""))
    .refine((text) => text === "" || /^\+[1-9]\d{6,14}$/.test(text), PHONE_ERROR)
    .transform((text) => (text === "" ? null : text))
    .nullish(),
  quietHours: z.object({ from: time(QUIET_ERROR), to: time(QUIET_ERROR) }).nullish(),
  mutedTypes: z
    .array(reminderType)
    // In the order of the types, each once.
    .transform((muted) => REMINDER_TYPES.filter((type) => muted.includes(type)))
    .optional(),
  daysInAdvance: daysInAdvance.nullish(),
  digestTime: time(DIGEST_ERROR).optional(),
});
