/**
 * The rights of a role with its overrides, and whether one set of rights includes another. The server decides with
 * these functions. Screens use them only to hide controls.
 */
import {
  AREAS,
  LEVELS,
  ROLE_PERMISSIONS,
  type Area,
  type Level,
  type PermissionOverrides,
  type Permissions,
  type Role,
} from "./rules";

export const includesLevel = (held: Level, needed: Level): boolean =>
  LEVELS.indexOf(held) >= LEVELS.indexOf(needed);

/** An owner's rights cannot be reduced. */
export function effectivePermissions(role: Role, overrides: PermissionOverrides): Permissions {
  return role === "owner" ? ROLE_PERMISSIONS.owner : { ...ROLE_PERMISSIONS[role], ...overrides };
}

/**
 * Limits `held` to `granted`, area by area. An area that was not granted gives no right. A grant that is older than
 * the area of money and contacts does not limit that area.
 */
export const narrowed = (held: Permissions, granted: PermissionOverrides): Permissions => {
  const left = { ...held };
  for (const area of AREAS) {
    const most = granted[area] ?? (area === "finances" ? held.finances : "none");
    if (!includesLevel(most, held[area])) left[area] = most;
  }
  return left;
};

export const hasPermission = (permissions: Permissions, area: Area, level: Level): boolean =>
  includesLevel(permissions[area], level);

/** The text has the form `breeding:read & finances:read`. */
export const grantsAll = (permissions: Permissions, rights: string): boolean =>
  rights.split(" & ").every((right) => {
    const [area, level] = right.split(":") as [Area, Level]; // Names of rights have this form.
    return hasPermission(permissions, area, level);
  });

/** A backup requires the right to read every area. */
export const readsEverything = (permissions: Permissions): boolean =>
  AREAS.every((area) => permissions[area] !== "none");

export const areasBeyond = (wanted: Permissions, held: Permissions): Area[] =>
  AREAS.filter((area) => !includesLevel(held[area], wanted[area]));
