/**
 * The demo kennel's breedings over the years: what became litters, what failed, what is in progress and what is
 * planned. Past days are fixed, as the dogs' birth dates are; current ones are relative to today, so that the demo
 * stays up to date whenever it is made.
 */
import type {
  BreedingStatus,
  BreedingType,
  PregnancyMethod,
  PregnancyResult,
} from "../domain/breedings/rules";
import { addDays } from "../domain/dates/calendar-days";

export interface DemoBreeding {
  readonly key: string;
  /** Keys of DEMO_DOGS or DEMO_STUDS. */
  readonly sire: string;
  readonly dam: string;
  /** A day, or how many days before today (after it, if negative). */
  readonly mated: string | number;
  readonly status: BreedingStatus;
  readonly breedingType?: BreedingType;
  readonly studFeeCents?: number;
  readonly contractTerms?: string;
  readonly notes?: string;
  readonly litter?: DemoLitter;
  /** The pregnancy checks, by the days after the mating. */
  readonly checks?: readonly DemoCheck[];
}

interface DemoCheck {
  readonly day: number;
  readonly method: PregnancyMethod;
  readonly result?: PregnancyResult;
  readonly puppiesSeen?: number;
}

export interface DemoLitter {
  readonly whelpingDate: string;
  readonly numberBorn: number;
  readonly numberAlive: number;
  readonly numberMales: number;
  readonly numberFemales: number;
  readonly notes?: string;
}

/** Outside sires, used by contract. */
export const DEMO_STUDS = [
  { key: "barnaby", name: "Hollybank's Barnaby Rudge", registrationNumber: "WS58114702", titles: "CH, RN" },
  { key: "luchs", name: "Luchs vom Emmental", registrationNumber: "SHSB 812604", titles: "CH (CH)" },
] as const;

/** The day of a mating. */
export const matedOn = ({ mated }: DemoBreeding, today: string): string =>
  typeof mated === "string" ? mated : addDays(today, -mated);

/** All breedings, the oldest first. */
export const DEMO_BREEDINGS: readonly DemoBreeding[] = [
  {
    key: "n-litter",
    sire: "jasper",
    dam: "linnea",
    mated: "2022-09-06",
    status: "completed",
    notes: "Two ties, 48 hours apart. Progesterone 11.4 ng/mL on the day of the first.",
    litter: { whelpingDate: "2022-11-08", numberBorn: 8, numberAlive: 8, numberMales: 5, numberFemales: 3 },
  },
  {
    key: "o-litter",
    sire: "falk",
    dam: "juniper",
    mated: "2023-01-27",
    status: "completed",
    litter: {
      whelpingDate: "2023-03-30",
      numberBorn: 5,
      numberAlive: 4,
      numberMales: 1,
      numberFemales: 3,
      notes: "Last puppy stillborn. Juni raised the rest without help.",
    },
  },
  {
    key: "klara-2023",
    sire: "jasper",
    dam: "klara",
    mated: "2023-12-04",
    status: "failed",
    checks: [{ day: 29, method: "ultrasound", result: "not_pregnant" }],
    notes: "Ultrasound on day 29: no vesicles. Klara is retired from breeding after this.",
  },
  {
    key: "linnea-2024",
    sire: "luchs",
    dam: "linnea",
    mated: "2024-05-02",
    status: "completed",
    breedingType: "frozen_semen",
    studFeeCents: 240_000,
    contractTerms:
      "One insemination, transcervical. Half of the fee is returned when no litter follows; no second use of the straws.",
    notes: "Frozen semen from Switzerland; Dr. Okafor inseminated on day 13.",
    litter: {
      whelpingDate: "2024-07-04",
      numberBorn: 4,
      numberAlive: 4,
      numberMales: 2,
      numberFemales: 2,
      notes: "Quick and easy, four hours from first to last.",
    },
  },
  {
    key: "p-litter",
    sire: "north",
    dam: "maple",
    mated: "2024-12-10",
    status: "completed",
    litter: {
      whelpingDate: "2025-02-11",
      numberBorn: 7,
      numberAlive: 7,
      numberMales: 4,
      numberFemales: 3,
    },
  },
  {
    key: "nova-2025",
    sire: "falk",
    dam: "nova",
    mated: "2025-06-14",
    status: "completed",
    breedingType: "artificial_insemination",
    notes: "Fresh semen, as Falk had strained his back.",
    litter: {
      whelpingDate: "2025-08-17",
      numberBorn: 9,
      numberAlive: 8,
      numberMales: 4,
      numberFemales: 4,
      notes: "Cesarean for the last two after two hours of rest.",
    },
  },
  {
    key: "maple-2026",
    sire: "luchs",
    dam: "maple",
    mated: "2026-03-18",
    status: "failed",
    breedingType: "frozen_semen",
    studFeeCents: 240_000,
    contractTerms: "Half of the fee returned on April 28, 2026.",
    checks: [{ day: 30, method: "ultrasound", result: "not_pregnant" }],
    notes: "No pregnancy at the ultrasound on day 30. Last straw used.",
  },
  {
    key: "q-litter",
    sire: "north",
    dam: "opal",
    mated: "2026-06-27",
    status: "whelped",
    checks: [{ day: 28, method: "ultrasound" }],
    notes: "First litter for Opal.",
    litter: {
      whelpingDate: "2026-08-29",
      numberBorn: 9,
      numberAlive: 9,
      numberMales: 4,
      numberFemales: 5,
      notes: "First puppy at 3:40 a.m., all nine by noon.",
    },
  },
  {
    key: "nova-now",
    sire: "barnaby",
    dam: "nova",
    mated: 52,
    status: "confirmed",
    studFeeCents: 180_000,
    contractTerms:
      "$1,800 stud fee, paid at the first tie. Repeat breeding within a year when fewer than two puppies live at ten days.",
    checks: [
      { day: 28, method: "ultrasound" },
      { day: 51, method: "x_ray", puppiesSeen: 7 },
    ],
    notes: "X-ray shows seven. Whelping box is set up in the kitchen.",
  },
  {
    key: "maple-now",
    sire: "falk",
    dam: "maple",
    mated: 17,
    status: "bred",
    notes: "Ties on two days. Ultrasound is booked for day 28.",
  },
  {
    key: "opal-next",
    sire: "falk",
    dam: "opal",
    mated: -96,
    status: "planned",
    notes: "Her next season, if her weight is back by then.",
  },
  {
    key: "poppy-next",
    sire: "barnaby",
    dam: "poppy",
    mated: -141,
    status: "planned",
    studFeeCents: 180_000,
    notes: "Only if hips and elbows are cleared at two years.",
  },
];
