/**
 * The demo kennel's heats over the years, in step with its breedings: matings are on the days that the readings
 * recommend. Past days are fixed; current ones are relative to today, so that the demo stays up to date.
 */
import type { HeatSign, ProgesteroneUnit } from "../domain/heats/rules";
import { addDays } from "../domain/dates/calendar-days";

export interface DemoHeat {
  /** A key of DEMO_DOGS. */
  readonly dog: string;
  /** The first day, or how many days before today it was. */
  readonly start: string | number;
  /** How many days it lasted; absent while it continues. */
  readonly days?: number;
  readonly signs?: readonly HeatSign[];
  readonly notes?: string;
  readonly unit?: ProgesteroneUnit;
  /** Days after the first one, and what was measured. */
  readonly readings?: readonly (readonly [number, number])[];
}

const LABORATORY = "Green Mountain Veterinary";

/** Heats recorded with nothing but their days. */
const quiet = (dog: string, days: number, ...starts: string[]): DemoHeat[] =>
  starts.map((start) => ({ dog, start, days }));

/** All heats, those of each bitch from the oldest on. */
export const DEMO_HEATS: readonly DemoHeat[] = [
  ...quiet("linnea", 22, "2021-03-02", "2021-09-18", "2022-03-06"),
  { dog: "linnea", start: "2022-08-24", days: 21, signs: ["bleeding", "flagging", "standing"] },
  ...quiet("linnea", 20, "2023-05-11", "2023-11-04"),
  {
    dog: "linnea",
    start: "2024-04-19",
    days: 22,
    signs: ["bleeding", "swelling", "flagging"],
    notes: "Timed for frozen semen.",
    readings: [
      [5, 0.6],
      [7, 1.2],
      [9, 2.8],
      [10, 5.4],
      [12, 13.1],
    ],
  },
  ...quiet("linnea", 21, "2025-01-10", "2025-07-09", "2026-01-04", "2026-07-06"),
  ...quiet("klara", 19, "2022-11-12", "2023-05-20", "2023-11-21", "2024-06-02", "2024-12-03", "2025-06-09"),
  {
    dog: "klara",
    start: 6,
    signs: ["bleeding", "swelling"],
    notes: "Out of breeding; keep her from the males.",
  },
  ...quiet("maple", 21, "2023-04-30", "2023-11-10", "2024-05-20"),
  { dog: "maple", start: "2024-11-27", days: 22, signs: ["bleeding", "flagging", "standing"] },
  ...quiet("maple", 20, "2025-08-24"),
  { dog: "maple", start: "2026-03-05", days: 20, signs: ["bleeding", "flagging"] },
  {
    dog: "maple",
    start: 30,
    days: 21,
    signs: ["bleeding", "flagging", "standing", "discharge_lighter"],
    notes: "Stood for Falk on day 13 and again two days later.",
    readings: [
      [6, 0.7],
      [8, 1.4],
      [10, 2.9],
      [11, 5.3],
      [13, 11.8],
    ],
  },
  ...quiet("nova", 23, "2023-11-15", "2024-05-28", "2024-12-01"),
  { dog: "nova", start: "2025-06-01", days: 22, signs: ["bleeding", "flagging"] },
  ...quiet("nova", 21, "2026-02-20"),
  {
    dog: "nova",
    start: 65,
    days: 22,
    signs: ["bleeding", "swelling", "flagging", "standing"],
    unit: "nmol/L",
    readings: [
      [6, 2.1],
      [8, 4],
      [10, 8.6],
      [11, 16.5],
      [13, 38],
    ],
  },
  ...quiet("opal", 20, "2024-05-18", "2024-11-24", "2025-06-02", "2025-12-06"),
  {
    dog: "opal",
    start: "2026-06-14",
    days: 21,
    signs: ["bleeding", "flagging", "standing"],
    readings: [
      [7, 0.9],
      [9, 2.2],
      [11, 5.6],
    ],
  },
  ...quiet("poppy", 18, "2025-12-14", "2026-08-06"),
];

/** Makes the arguments of the function that records a heat. */
export function toHeatArgs(
  { start, days, signs, notes, unit = "ng/mL", readings = [] }: DemoHeat,
  today: string,
) {
  const startOn = typeof start === "string" ? start : addDays(today, -start);
  return {
    startOn,
    ...(days === undefined ? {} : { endOn: addDays(startOn, days - 1) }),
    ...(signs ? { signs: [...signs] } : {}),
    ...(notes === undefined ? {} : { notes }),
    readings: readings.map(([day, value]) => ({
      takenOn: addDays(startOn, day),
      takenTime: "08:30",
      value,
      unit,
      laboratory: LABORATORY,
    })),
  };
}
