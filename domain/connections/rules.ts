/** Services that a kennel can connect. Source: decision GAP-SET-16. */
export const INTEGRATION_TYPES = ["calendar", "mail", "payments"] as const;

/** The services that need the kennel's credentials. */
export const CONNECTION_TYPES = ["mail", "payments"] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** With port 465 the connection is encrypted from the start. */
export const MAIL_PORTS = [587, 465, 25, 2525] as const;
