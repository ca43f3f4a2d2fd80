/** The roles of a kennel, and the limits of expensive actions. */

/**
 * How often one person may do what is expensive for the deployment, or reaches other people. Each is a bucket:
 * `capacity` may be used at once, and it refills by `rate` per `period` (milliseconds). The limits are far above
 * honest use, so that only a broken script or an abuser reaches them.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export const RATE_LIMITS = {
  /** A page of a list has up to 1,000 records, so even copying a whole kennel takes fewer calls a minute. */
  restCalls: { kind: "token bucket", rate: 600, period: MINUTE_MS, capacity: 600 },
  /** The same for each API key, so that a runaway script stops only itself. */
  apiKeyCalls: { kind: "token bucket", rate: 600, period: MINUTE_MS, capacity: 600 },
  /** A person creates a handful, and tries a few. */
  newApiKeys: { kind: "token bucket", rate: 20, period: HOUR_MS, capacity: 20 },
  /** Ten puppies with the 50 photos that each may have, in one evening; then ten a minute. */
  photoUploads: { kind: "token bucket", rate: 600, period: HOUR_MS, capacity: 500 },
  /** The papers of several litters, scanned in one evening. */
  documentUploads: { kind: "token bucket", rate: 300, period: HOUR_MS, capacity: 300 },
  /** A file may contain everything of a kennel; it takes a while to write. */
  exports: { kind: "token bucket", rate: 60, period: HOUR_MS, capacity: 30 },
  /** Each reads or writes all that a kennel has; a person trying things out makes a few. */
  backups: { kind: "token bucket", rate: 30, period: HOUR_MS, capacity: 30 },
  /** The records of each uploaded backup, and of interrupted uploads. */
  sentRecords: { kind: "token bucket", rate: 60, period: HOUR_MS, capacity: 30 },
  /** Every photo of three hundred dogs in three sizes, with all papers, sent for one restore. */
  uploadedFiles: { kind: "token bucket", rate: 50_000, period: HOUR_MS, capacity: 50_000 },
  /** A whole team as large as a kennel may have, added in one go; each addition may write to a stranger. */
  invitations: { kind: "token bucket", rate: 60, period: HOUR_MS, capacity: 100 },
  /** Mails of one person to one address about invitations: a few kennels, each sent again. Others have their own. */
  invitationMails: { kind: "token bucket", rate: 5, period: 24 * HOUR_MS, capacity: 5 },
  /** An import may write 5,000 dogs in one transaction, while every other writer waits. */
  imports: { kind: "token bucket", rate: 30, period: HOUR_MS, capacity: 15 },
  /** Each is a mail, a text message or a push; a person trying out every channel of a few devices needs a dozen. */
  testNotifications: { kind: "token bucket", rate: 20, period: HOUR_MS, capacity: 20 },
  /** Each calls a server that the caller names; somebody looking for the right settings tries a dozen. */
  connectionTests: { kind: "token bucket", rate: 20, period: HOUR_MS, capacity: 20 },
  /** Each calls the card provider; a litter's buyers are asked for deposits in one evening. */
  paymentLinks: { kind: "token bucket", rate: 120, period: HOUR_MS, capacity: 60 },
  /** A dozen calendars on five devices that each look every five minutes come 720 times an hour. */
  calendarReads: { kind: "token bucket", rate: 1200, period: HOUR_MS, capacity: 300 },
  /** Each opens a page at the payment provider; somebody comparing plans opens a few. */
  payments: { kind: "token bucket", rate: 30, period: HOUR_MS, capacity: 20 },
  /** As many as a club creates for its members in an afternoon; a kennel costs storage and nightly work. */
  newKennels: { kind: "token bucket", rate: 10, period: HOUR_MS, capacity: 20 },
} as const;

/** Counts started this long ago are deleted, which fills the bucket: every bucket is full after two hours. */
export const RATE_LIMIT_DAYS = 30;

export type RateLimit = keyof typeof RATE_LIMITS;

/**
 * Roles, permission areas and levels of a kennel's people, and the default rights of each role. Source: decisions
 * GAP-AUTH-02 and GAP-AUTH-03: a viewer changes nothing; billing is the owner's. A viewer does not see money and
 * contacts (docs/decisions/0017-money-and-contacts.md).
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

/** A person's rights in every area. */
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
