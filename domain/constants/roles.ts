/**
 * Roles, permission areas and levels of a kennel's people, and what each role may do unless overridden.
 * Source: decisions GAP-AUTH-02 and GAP-AUTH-03: a viewer changes nothing; billing is the owner's.
 * What a viewer reads leaves out money and contacts (docs/decisions/0017-money-and-contacts.md).
 */

export const ROLES = ["owner", "manager", "staff", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export const AREAS = [
  "dogs",
  "breeding",
  "health",
  "reminders",
  "finances",
  "settings",
  "billing",
  "backups",
  "members",
] as const;
export type Area = (typeof AREAS)[number];

/** Levels in rising order: each includes the ones before it. */
export const LEVELS = ["none", "read", "write"] as const;
export type Level = (typeof LEVELS)[number];

/** What a person may do in every area. */
export type Permissions = Record<Area, Level>;

/** Differences from the role's own defaults; an empty object means the defaults. */
export type PermissionOverrides = Partial<Permissions>;

export const ROLE_PERMISSIONS = {
  owner: {
    dogs: "write",
    breeding: "write",
    health: "write",
    reminders: "write",
    finances: "write",
    settings: "write",
    billing: "write",
    backups: "write",
    members: "write",
  },
  manager: {
    dogs: "write",
    breeding: "write",
    health: "write",
    reminders: "write",
    finances: "write",
    settings: "write",
    billing: "read",
    backups: "write",
    members: "write",
  },
  staff: {
    dogs: "write",
    breeding: "write",
    health: "write",
    reminders: "write",
    finances: "write",
    settings: "read",
    billing: "read",
    backups: "read",
    members: "read",
  },
  viewer: {
    dogs: "read",
    breeding: "read",
    health: "read",
    reminders: "read",
    finances: "none",
    settings: "read",
    billing: "read",
    backups: "read",
    members: "read",
  },
} as const satisfies Record<Role, Permissions>;
