/** How presence is kept alive. */

/**
 * How often a page says that somebody is still there; after two and a half of these in silence they are taken for
 * gone. A browser slows a hidden page's timers to one a minute, so a form left open in another tab just holds. Who
 * closes the page or goes elsewhere is gone at once, whatever this is.
 */
export const PRESENCE_BEAT_MS = 30_000;

/** Places of a kennel where people can meet besides its dogs: the kennel itself and its settings. */
export const KENNEL_PLACES = ["kennel", "settings"] as const;
export type KennelPlace = (typeof KENNEL_PLACES)[number];
