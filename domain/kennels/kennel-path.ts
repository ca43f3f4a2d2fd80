/** The addresses of a kennel's screens: they contain its id, so that a link opens the same for all its members. */

/** Returns the address of a kennel's screen, whose own path begins with a slash. */
export const kennelPath = (kennelId: string, path: string): string => `/k/${kennelId}${path}`;
