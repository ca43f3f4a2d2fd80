/** The roles of a kennel, and the limits of expensive actions. */

/**
 * How often one person may perform an action that is expensive for the deployment or that reaches other people.
 * Each limit is a bucket: `capacity` may be used immediately, and it refills by `rate` per `period` (milliseconds).
 * The limits are far above honest use, so only a broken script or an attacker reaches them.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export const RATE_LIMITS = {
  /**
   * A page of a list has up to 1,000 records. Even copying a whole kennel therefore needs fewer calls per minute.
   */
  restCalls: { kind: "token bucket", rate: 600, period: MINUTE_MS, capacity: 600 },
  /** The limit for each API key, so that a runaway script stops only itself. */
  apiKeyCalls: { kind: "token bucket", rate: 600, period: MINUTE_MS, capacity: 600 },
  /** A person creates a few keys. */
  newApiKeys: { kind: "token bucket", rate: 20, period: HOUR_MS, capacity: 20 },
  /** Ten puppies with 50 photos each in one evening. Afterwards, ten photos a minute. */
  photoUploads: { kind: "token bucket", rate: 600, period: HOUR_MS, capacity: 500 },
  /** The scanned documents of several litters in one evening. */
  documentUploads: { kind: "token bucket", rate: 300, period: HOUR_MS, capacity: 300 },
  /** A file may contain everything of a kennel, and writing it takes some time. */
  exports: { kind: "token bucket", rate: 60, period: HOUR_MS, capacity: 30 },
  /** Each backup or restore reads or writes the whole kennel. A person who tries the feature makes a few. */
  backups: { kind: "token bucket", rate: 30, period: HOUR_MS, capacity: 30 },
  /** Each upload of a backup counts once, even if it is interrupted. */
  sentRecords: { kind: "token bucket", rate: 60, period: HOUR_MS, capacity: 30 },
  /**
   * The capacity is enough for one restore: all photos of three hundred dogs in three sizes, with all documents.
   */
  uploadedFiles: { kind: "token bucket", rate: 50_000, period: HOUR_MS, capacity: 50_000 },
  /** The largest possible team, invited at once. Each invitation may send a mail to a stranger. */
  invitations: { kind: "token bucket", rate: 60, period: HOUR_MS, capacity: 100 },
  /**
   * One person's mails about invitations to one address: enough for a few kennels with a repeated mail each. Every
   * sender has a separate limit.
   */
  invitationMails: { kind: "token bucket", rate: 5, period: 24 * HOUR_MS, capacity: 5 },
  /** An import may write 5,000 dogs in one transaction, and all other writers wait for it. */
  imports: { kind: "token bucket", rate: 30, period: HOUR_MS, capacity: 15 },
  /**
   * Each test is a mail, a text message or a push message. A person who tests every channel on a few devices needs
   * a dozen.
   */
  testNotifications: { kind: "token bucket", rate: 20, period: HOUR_MS, capacity: 20 },
  /**
   * Each attempt calls a server that the caller names. A person who looks for the right settings needs a dozen
   * attempts.
   */
  connectionTests: { kind: "token bucket", rate: 20, period: HOUR_MS, capacity: 20 },
  /** Each call goes to the card provider. A breeder may ask all buyers of a litter for deposits in one evening. */
  paymentLinks: { kind: "token bucket", rate: 120, period: HOUR_MS, capacity: 60 },
  /**
   * How often families' links are opened from one network. A household opens a few links. An attacker who guesses
   * opens many.
   */
  linkOpenings: { kind: "token bucket", rate: 20, period: HOUR_MS, capacity: 20 },
  /**
   * Codes for one browser, and for one link from one network. If somebody else has a forwarded link, they use up
   * their own limit, not the family's.
   */
  linkCodes: { kind: "token bucket", rate: 3, period: HOUR_MS, capacity: 3 },
  linkCodesFrom: { kind: "token bucket", rate: 6, period: HOUR_MS, capacity: 6 },
  /** Mails with codes for one link. After that, the kennel tells further codes by phone. */
  linkCodeMails: { kind: "token bucket", rate: 20, period: HOUR_MS, capacity: 20 },
  /** Attempts to type a code in one browser and for one link, in addition to the attempts for each code. */
  linkCodeTries: { kind: "token bucket", rate: 30, period: HOUR_MS, capacity: 30 },
  linkTries: { kind: "token bucket", rate: 100, period: HOUR_MS, capacity: 100 },
  /**
   * The changes that a family makes on its page in one browser. Another browser with the same link has its own
   * count.
   */
  linkWrites: { kind: "token bucket", rate: 600, period: HOUR_MS, capacity: 300 },
  /** A dozen calendars on five devices that request them every five minutes make 720 requests an hour. */
  calendarReads: { kind: "token bucket", rate: 1200, period: HOUR_MS, capacity: 300 },
  /** Each call opens a page of the payment provider. A person who compares plans opens a few. */
  payments: { kind: "token bucket", rate: 30, period: HOUR_MS, capacity: 20 },
  /**
   * A club may create this many kennels for its members in an afternoon. Every kennel costs storage and nightly
   * work.
   */
  newKennels: { kind: "token bucket", rate: 10, period: HOUR_MS, capacity: 20 },
  /** Applications from one network address: enough for a household that applies to a few kennels in an evening. */
  sentApplications: { kind: "token bucket", rate: 5, period: HOUR_MS, capacity: 5 },
  dailyApplications: { kind: "token bucket", rate: 15, period: 24 * HOUR_MS, capacity: 15 },
  /** Invalid submitted forms. A long form counts several times. A person with typing mistakes sends a few. */
  invalidApplications: { kind: "token bucket", rate: 60, period: HOUR_MS, capacity: 60 },
  /** Applications through one kennel's form, from all addresses together. */
  formApplications: { kind: "token bucket", rate: 60, period: HOUR_MS, capacity: 60 },
  /** Mails to one address that somebody typed into a form. The address may belong to another person. */
  applicationMails: { kind: "token bucket", rate: 3, period: 24 * HOUR_MS, capacity: 3 },
} as const;

/**
 * Counters that started this long ago are deleted, which makes the bucket full. Every bucket is full after a day
 * anyway.
 */
export const RATE_LIMIT_DAYS = 30;

export type RateLimit = keyof typeof RATE_LIMITS;

/**
 * Roles, permission areas and levels of a kennel's people, and the default rights of each role. Source: decisions
 * GAP-AUTH-02 and GAP-AUTH-03: a viewer changes nothing, and only the owner can change billing. A viewer does not see
 * money and contacts (docs/decisions/0017-money-and-contacts.md).
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

/** Sorted from the lowest. Each level includes the levels before it. */
export const LEVELS = ["none", "read", "write"] as const;
export type Level = (typeof LEVELS)[number];

export type Permissions = Record<Area, Level>;

/** Contains only rights that differ from the role's defaults. */
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
