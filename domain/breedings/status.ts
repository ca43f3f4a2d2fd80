/**
 * The usual order of statuses. Any status may follow any, but an unusual step needs a confirmation:
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

/** Says whether a step is usual; any other asks for confirmation. */
export const isUsualStep = (from: BreedingStatus, to: BreedingStatus): boolean =>
  USUAL_NEXT[from].includes(to);
