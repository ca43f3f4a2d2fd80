/** The shapes of a kennel as typed, for the settings form, REST and the functions. Source: decision GAP-KEN-01. */
import { z } from "zod";
import { optionalEmail, optionalText, optionalWebAddress, requiredText } from "./fields";

const name = requiredText("Name", "Name is required");

const details = {
  /** The kennel name that stands before or after the dogs' registered names. */
  prefix: optionalText("Prefix"),
  address: optionalText("Address"),
  phone: optionalText("Phone"),
  email: optionalEmail("Email"),
  website: optionalWebAddress("Website"),
};

/** A new kennel, and the kennel form. */
export const kennelSchema = z.object({ name, ...details });

/** A change of a kennel: what is absent stays, what is null or empty is cleared. */
export const kennelChangesSchema = z.object({ name: name.optional(), ...details });

export type KennelInput = z.input<typeof kennelSchema>;
export type NewKennel = z.output<typeof kennelSchema>;
