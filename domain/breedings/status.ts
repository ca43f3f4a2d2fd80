/**
 * The typical order of statuses. Any status may come after any other status, but the user must confirm an untypical
 * change:
 *
 *   planned ── bred ── confirmed ── whelped ── completed        failed after planned, bred or confirmed
 *
 * Sources: document 001 section 4, decision GAP-BRD-03.
 */
import type { BreedingStatus } from "./rules";

const USUAL_NEXT: Record<BreedingStatus, readonly BreedingStatus[]> = {
  planned: ["bred", "failed"],
  bred: ["confirmed", "failed"],
  confirmed: ["whelped", "failed"],
  whelped: ["completed"],
  completed: [],
  failed: [],
};

/** Any other change must be confirmed. */
export const isUsualStep = (from: BreedingStatus, to: BreedingStatus): boolean =>
  USUAL_NEXT[from].includes(to);
