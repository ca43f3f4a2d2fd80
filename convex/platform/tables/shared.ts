/** Validators that several tables and functions share, made from the constants of domain/. */
import { v } from "convex/values";
import type { Area } from "../../../domain/constants/roles";
import { LEVELS, ROLES } from "../../../domain/constants/roles";

export const roleValidator = v.union(...ROLES.map((role) => v.literal(role)));

const level = v.union(...LEVELS.map((name) => v.literal(name)));

/** What a person may do in every area. */
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

/** Differences from a role's defaults. */
export const overridesValidator = permissionsValidator.partial();
