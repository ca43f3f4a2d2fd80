/**
 * The typical order of statuses. Any status may follow any other, but the user must confirm a change that is not
 * typical:
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

/** Says whether a change of status is typical; any other change must be confirmed. */
export const isUsualStep = (from: BreedingStatus, to: BreedingStatus): boolean =>
  USUAL_NEXT[from].includes(to);
