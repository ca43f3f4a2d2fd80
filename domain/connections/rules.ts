/** Services that Studbook works together with for a kennel. Source: decision GAP-SET-16. */
export const INTEGRATION_TYPES = ["calendar", "mail", "payments"] as const;

/** Those of them that a kennel signs in to with credentials of its own. */
export const CONNECTION_TYPES = ["mail", "payments"] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** Ports on which mail servers take mail from people; with 465 the connection is encrypted from its start. */
export const MAIL_PORTS = [587, 465, 25, 2525] as const;
