/** The shape in which an API key is asked for: a name, at least one area, and how long it lasts. */
import { z } from "zod";
import { API_KEY_DAYS } from "../accounts/api-keys";
import { AREAS } from "../constants/roles";
import { requiredText } from "./fields";

/** A key to make. */
export const newApiKeySchema = z.object({
  name: requiredText("Name", "Name is required"),
  areas: z
    .partialRecord(z.enum(AREAS), z.enum(["read", "write"], { error: "Each area must be read or write" }))
    .refine((areas) => Object.keys(areas).length > 0, "Choose at least one area"),
  days: z.literal(API_KEY_DAYS, { error: "Choose when the key expires" }),
});
