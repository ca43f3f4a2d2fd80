/** The words for heats, readings and predictions. */
import {
  LH_TO_WHELPING_DAYS,
  OVULATION_TO_WHELPING_DAYS,
  WHELPING_LENGTHENS_DAYS,
  type HeatSign,
  type ProgesteroneUnit,
} from "@domain/heats/rules";
import {
  averageEstrus,
  fromNanograms,
  heatStepOf,
  SURE_GAP_DAYS,
  toNanograms,
  type Cycle,
  type HeatState,
} from "@domain/heats/cycle";
import { addDays } from "@domain/dates/calendar-days";
import type { Prediction } from "@domain/heats/prediction";
import { formatDay, formatShortDay } from "@domain/formatting/formatting";

export const signLabels: Record<HeatSign, string> = {
  bleeding: "Bleeding",
  swelling: "Swollen",
  flagging: "Flagging",
  standing: "Standing for a male",
  discharge_lighter: "Discharge lighter",
};

/** Like 'Aug 14 – Aug 16'. */
export const formatSpan = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatShortDay(from) : `${formatShortDay(from)} – ${formatShortDay(to)}`;

export const formatProgesterone = (value: number, unit: ProgesteroneUnit): string =>
  `${Number(value.toFixed(1))} ${unit}`;

export const convertReading = (value: number, from: ProgesteroneUnit, to: ProgesteroneUnit): string =>
  formatProgesterone(from === to ? value : fromNanograms(toNanograms(value, from), to), to);

export function describeBasis({ ownIntervals, intervalDays, isAfterWhelping }: Prediction): string {
  const whelping = isAfterWhelping ? `, plus ${WHELPING_LENGTHENS_DAYS} days after a litter` : "";
  if (ownIntervals === 0) {
    return `An estimate: seven months, the average${whelping}. It gets better with her second recorded heat.`;
  }
  const own = ownIntervals === 1 ? "her one interval" : `her last ${ownIntervals} intervals`;
  const days = intervalDays - (isAfterWhelping ? WHELPING_LENGTHENS_DAYS : 0);
  return `About ${days} days between heats, by ${own}${whelping}.`;
}

/** The expected day may be in the past. */
export function describePrediction({ expectedOn, fromOn, toOn }: Prediction, today: string): string {
  const when = `about ${formatDay(expectedOn)}`;
  if (toOn < today) return `The next heat was expected ${when}. Did you miss it? Record it here.`;
  return expectedOn < today
    ? `The next heat was expected ${when}, so any day now, until about ${formatDay(toOn)}.`
    : `The next heat is expected ${when}, between ${formatDay(fromOn)} and ${formatDay(toOn)}.`;
}

/** One sentence per line. */
export function describeCycle({ lhSurge, ovulation, bestMating, frozenSemen, isMissed }: Cycle): string[] {
  if (isMissed) {
    return [
      "Progesterone was already high at the first reading, so the day of ovulation cannot be determined.",
    ];
  }
  const lines: string[] = [];
  const about = (isSure: boolean): string =>
    isSure ? "" : " (readings more than three days apart, so the day is uncertain)";
  if (lhSurge) lines.push(`LH surge about ${formatShortDay(lhSurge.on)}${about(lhSurge.isSure)}.`);
  if (ovulation) {
    lines.push(
      ovulation.basis === "measured"
        ? `Ovulation about ${formatShortDay(ovulation.on)}${about(ovulation.isSure)}.`
        : `Ovulation expected about ${formatShortDay(ovulation.on)}, two days after the LH surge.`,
    );
  }
  if (bestMating && frozenSemen) {
    lines.push(
      `Best days for mating ${formatSpan(bestMating)}; for frozen semen ${formatSpan(frozenSemen)}.`,
    );
  }
  return lines;
}

/** What a bitch that is not mated yet needs next. Null if her best days say it. */
export function describeStep(heat: HeatState, today: string): string | null {
  const estrus = averageEstrus(heat.startOn);
  const step = heatStepOf(heat, today);
  switch (step) {
    case "early":
      return `Fertile days begin around ${formatShortDay(estrus.from)} on average. A progesterone reading before then catches the rise.`;
    case "read": {
      if (!heat.lastReading) {
        return `Fertile until around ${formatShortDay(estrus.to)} on average. Progesterone shows the best days.`;
      }
      // A longer gap would leave the day of ovulation uncertain.
      const by = addDays(heat.lastReading.takenOn, SURE_GAP_DAYS);
      return `Read again ${by <= today ? "today" : `by ${formatShortDay(by)}`} to be sure of the day of ovulation.`;
    }
    case "undated":
      return "Already high at the first reading, so the day of ovulation is unknown.";
    case "over":
      return heat.bestTo === null ? "Fertile days are over on average." : null;
    case "mate":
      return null;
    default:
      return step satisfies never;
  }
}

type Estimate = {
  ovulationOn: string | null;
  isMeasured: boolean;
  isSure: boolean;
  bestFrom: string | null;
  bestTo: string | null;
};

/** Like 'Ovulation about Aug 12, best Aug 14 – Aug 16'. Null if the readings determine no date. */
export function describeBestDays(estimate: Estimate, today: string): string | null {
  const { ovulationOn, isMeasured, isSure, bestFrom, bestTo } = estimate;
  if (ovulationOn === null || bestFrom === null || bestTo === null) return null;
  const ovulation = `Ovulation ${isMeasured ? "" : "expected "}about ${formatShortDay(ovulationOn)}`;
  const best = `${bestTo < today ? "best days were" : "best"} ${formatSpan({ from: bestFrom, to: bestTo })}`;
  return `${ovulation}${isSure ? "" : " (uncertain)"}, ${best}`;
}

/** Shown in the note below a log. */
export const SOURCES = [
  `Whelping ${OVULATION_TO_WHELPING_DAYS} ± 1 days after ovulation and ${LH_TO_WHELPING_DAYS} ± 1 after the LH surge: Concannon 2003; Kutzler and others 2003.`,
  "LH surge at 2.5 ng/mL and ovulation at 5 ng/mL of progesterone: Concannon, Hansel and McEntee 1977; Johnston, Root Kustritz and Olson 2001. Values between two readings are interpolated.",
  "Best days two to four days after ovulation: Goodman 2001.",
  "Seven months from heat to heat on average, of five to twelve: Concannon 2011. A litter makes the interval about 58 days longer: Linde-Forsberg and Wallén 1992.",
  "These are estimates. Your veterinarian's advice comes first.",
] as const;
