/** Validators that several tables and functions share, created from the constants of domain/. */
import { v } from "convex/values";
import { FILE_TYPES } from "../../../domain/files/rules";
import { type Area, LEVELS, ROLES } from "../../../domain/permissions/rules";

export const textOrNull = v.union(v.string(), v.null());
export const numberOrNull = v.union(v.number(), v.null());

export const roleValidator = v.union(...ROLES.map((role) => v.literal(role)));

const level = v.union(...LEVELS.map((name) => v.literal(name)));

export const permissionsValidator = v.object({
  dogs: level,
  breeding: level,
  health: level,
  reminders: level,
  finances: level,
  settings: level,
  billing: level,
  backups: level,
  members: level,
} satisfies Record<Area, typeof level>);

/** The object contains only rights that differ from a role's defaults. */
export const overridesValidator = permissionsValidator.partial();

/** The file belongs to a document, an attachment or a certificate. */
export const fileTypeValidator = v.union(...Object.values(FILE_TYPES).map((type) => v.literal(type)));
