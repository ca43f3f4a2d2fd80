/** Validates a kennel's details and settings. */
import { isTimeZone } from "../../../domain/dates/zones";
import type { FieldErrors } from "../../../domain/errors";
import {
  brandingSchema,
  businessSchema,
  kennelChangesSchema,
  matingSchema,
} from "../../../domain/kennels/schemas";
import { shapeFaults, type Checks, type RowFields } from "../../platform/model/changes/checking";

export function kennelFaults(details: RowFields): FieldErrors {
  const { timeZone } = details;
  const isZone = timeZone === undefined || (typeof timeZone === "string" && isTimeZone(timeZone));
  return {
    ...shapeFaults(kennelChangesSchema, details),
    ...(!isZone && { timeZone: "Time zone must be a name such as America/New_York" }),
  };
}

export const kennelChecks: Checks = {
  kennelSettings: {
    own: (row) => ({
      ...shapeFaults(businessSchema, row),
      ...shapeFaults(brandingSchema, row),
      ...shapeFaults(matingSchema, row),
    }),
  },
};
