/** Where the screens of a kennel are: its id stands in the address, so that a link opens the same for everybody in it. */

/** Returns the address of a kennel's screen, whose own path begins with a slash. */
export const kennelPath = (kennelId: string, path: string): string => `/k/${kennelId}${path}`;
