/** The shape of a person's own profile as typed. Source: decision GAP-SET-01. */
import { z } from "zod";
import { isTimeZone } from "../dates/zones";
import { optionalName } from "./fields";

const ZONE_ERROR = "Choose a time zone from the list, such as America/New York";

const fields = {
  firstName: optionalName("First name"),
  lastName: optionalName("Last name"),
  /** Empty or null: the zone of the device that the person signs in from. */
  timeZone: z
    .string({ error: ZONE_ERROR })
    .transform((zone) => zone.trim().replaceAll(" ", "_"))
    .refine((zone) => zone === "" || isTimeZone(zone), ZONE_ERROR)
    .transform((zone) => (zone === "" ? null : zone))
    .nullish(),
};

/** The profile form, and a change of it: what is absent stays, what is null or empty is cleared. */
export const profileSchema = z.object(fields);

export type ProfileInput = z.input<typeof profileSchema>;
export type Profile = z.output<typeof profileSchema>;
