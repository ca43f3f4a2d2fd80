/**
 * The addresses of a kennel's screens. They contain the kennel's id, so that a link opens the same screen for all
 * members.
 */

/** `path` begins with a slash. */
export const kennelPath = (kennelId: string, path: string): string => `/k/${kennelId}${path}`;
