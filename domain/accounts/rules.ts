/** Limits of an account's picture and directory entry, and the steps of the guided tour. */

/** Source of these limits: decision GAP-SET-02. */

export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;

/** In pixels. Even at its largest size on screen, the picture is sharp on current phones. */
export const AVATAR_EDGE = 512;

/** JPG quality of the square, from 0 to 1. */
export const AVATAR_QUALITY = 0.85;

export const AVATAR_FILE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/heic",
  "image/heif",
] as const;

/** Nothing is shared outside a person's own kennels by default. Source: decision GAP-SET-10. */
export const DEFAULT_PRIVACY = { showInDirectory: false, shareAnalytics: false } as const;

/** How long a new user sees the dashboard before the guided tour is offered. Source: product documents, 9. */
export const TUTORIAL_PROMPT_DELAY_MS = 2000;

/** The steps of the tour in order. Source: product documents, 2 and 9. */
export const TUTORIAL_STEPS = [
  "welcome",
  "dashboard overview",
  "navigation menu",
  "dog management",
  "health tracking",
  "breeding records",
  "complete",
] as const;
export type TutorialStep = (typeof TUTORIAL_STEPS)[number];
