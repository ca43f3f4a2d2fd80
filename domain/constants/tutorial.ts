/** The guided tour: when it is offered and what it goes through. */

/** How long a newcomer has the dashboard for themselves before the tour is offered. Source: product documents, 9. */
export const TUTORIAL_PROMPT_DELAY_MS = 2000;

/** The steps in their order. Source: product documents, 2 and 9. */
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
