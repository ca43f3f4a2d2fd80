/** The shape of a person's own settings as typed. */
import { z } from "zod";

const PHONE_ERROR = "Phone number must begin with + and the country code, such as +1 555 123 4567";
const TIME_ERROR = "Quiet hours must be times such as 21:00";

const time = z.string({ error: TIME_ERROR }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_ERROR);

/** A change: what is absent stays, null clears. */
export const userSettingsChangesSchema = z.object({
  phone: z
    .string({ error: PHONE_ERROR })
    .transform((text) => text.replaceAll(/[\s().-]/g, ""))
    .refine((text) => text === "" || /^\+[1-9]\d{6,14}$/.test(text), PHONE_ERROR)
    .transform((text) => (text === "" ? null : text))
    .nullish(),
  quietHours: z.object({ from: time, to: time }).nullish(),
});
