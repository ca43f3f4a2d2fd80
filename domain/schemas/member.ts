/** The shapes in which people are added to a kennel and given rights. Source: decision GAP-AUTH-02. */
import { z } from "zod";
import { AREAS, LEVELS, ROLES } from "../constants/roles";
import { requiredEmail } from "./fields";

export const roleSchema = z.enum(ROLES, { error: "Role must be owner, manager, staff or viewer" });

/** Overrides of the role's defaults by area. */
export const permissionsSchema = z.partialRecord(
  z.enum(AREAS),
  z.enum(LEVELS, { error: "Each area must be none, read or write" }),
  { error: `Permissions name areas: ${AREAS.join(", ")}` },
);

/** A person to add. */
export const newMemberSchema = z.object({
  email: requiredEmail("Email"),
  role: roleSchema,
  permissions: permissionsSchema.default({}),
});
