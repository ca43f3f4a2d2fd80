/** What a role and its overrides amount to, and whether one set of rights is within another. Pure; the server decides with it, the screens only hide with it. */
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

/** Says whether `held` includes `needed`. */
export const includesLevel = (held: Level, needed: Level): boolean =>
  LEVELS.indexOf(held) >= LEVELS.indexOf(needed);

/** Merges a role's defaults with the overrides; an owner's rights cannot be narrowed. */
export function effectivePermissions(role: Role, overrides: PermissionOverrides): Permissions {
  return role === "owner" ? ROLE_PERMISSIONS.owner : { ...ROLE_PERMISSIONS[role], ...overrides };
}

/**
 * Leaves of `held` what was `granted` area by area; what was not granted is none. A grant from before money and contacts
 * were an area says nothing of it, and leaves it as it is held.
 */
export const narrowed = (held: Permissions, granted: PermissionOverrides): Permissions => {
  const left = { ...held };
  for (const area of AREAS) {
    const most = granted[area] ?? (area === "finances" ? held.finances : "none");
    if (!includesLevel(most, held[area])) left[area] = most;
  }
  return left;
};

/** Says whether `permissions` hold `level` in `area`. */
export const hasPermission = (permissions: Permissions, area: Area, level: Level): boolean =>
  includesLevel(permissions[area], level);

/** Says whether `permissions` hold every right that is named, like `breeding:read & finances:read`. */
export const grantsAll = (permissions: Permissions, rights: string): boolean =>
  rights.split(" & ").every((right) => {
    const [area, level] = right.split(":") as [Area, Level]; // rights are named so
    return hasPermission(permissions, area, level);
  });

/** Says whether `permissions` let one read every area, as a backup of all of them does. */
export const readsEverything = (permissions: Permissions): boolean =>
  AREAS.every((area) => permissions[area] !== "none");

/** Lists the areas in which `wanted` goes beyond `held`. */
export const areasBeyond = (wanted: Permissions, held: Permissions): Area[] =>
  AREAS.filter((area) => !includesLevel(held[area], wanted[area]));
