/**
 * The vaccines that are offered by name, the puppy schedule and the limits of scheduled vaccinations. Sources:
 * document 001 sections 3 and 9, decisions GAP-VAX-01, GAP-VAX-06 and GAP-VAX-07.
 */

export const CORE = "Core";
export const NON_CORE = "Non-Core";

export interface CommonVaccine {
  readonly name: string;
  readonly type: typeof CORE | typeof NON_CORE;
}

/** Any other name may be entered. */
export const COMMON_VACCINES: readonly CommonVaccine[] = [
  { name: "DHPP", type: CORE },
  { name: "Rabies", type: CORE },
  { name: "Bordetella", type: NON_CORE },
  { name: "Lyme Disease", type: NON_CORE },
  { name: "Canine Influenza", type: NON_CORE },
  { name: "Leptospirosis", type: NON_CORE },
  { name: "Coronavirus", type: NON_CORE },
  { name: "Giardia", type: NON_CORE },
];

export interface PuppyVaccine {
  readonly vaccineName: string;
  /** The ages in weeks at which a puppy gets the doses. */
  readonly weeks: readonly number[];
  /** The years from the last of the puppy's doses to the typical first booster. */
  readonly repeatYears: number;
}

export const PUPPY_SCHEDULE: readonly PuppyVaccine[] = [
  { vaccineName: "DHPP", weeks: [6, 9, 12, 16], repeatYears: 1 },
  { vaccineName: "Rabies", weeks: [16], repeatYears: 3 },
  { vaccineName: "Bordetella", weeks: [12], repeatYears: 1 },
  { vaccineName: "Lyme Disease", weeks: [12, 16], repeatYears: 1 },
  { vaccineName: "Canine Influenza", weeks: [12, 16], repeatYears: 1 },
];

/** A milestone is due now within this number of weeks before and after it. */
export const DUE_NOW_WEEKS = 1;

/** Up to this age in weeks, the card of the puppy schedule is open. Afterwards it is collapsed. */
export const PUPPY_SCHEDULE_WEEKS = 20;

export const SCHEDULED_STATUSES = ["scheduled", "completed", "cancelled"] as const;

export const SCHEDULE_TABS = ["overdue", "due_this_month", "upcoming", "completed"] as const;
export type ScheduleTab = (typeof SCHEDULE_TABS)[number];

export const IMMUNIZATIONS_VIEWS = ["cards", "matrix"] as const;
export type ImmunizationsView = (typeof IMMUNIZATIONS_VIEWS)[number];

/** A dose that is overdue by more days than this is critical. Source: decision GAP-ALR-02. */
export const CRITICAL_DAYS = 30;

export const MAX_BATCH_PATIENTS = 200;

/** The limit applies to each dog or puppy, once for doses and once for scheduled vaccinations. */
export const MAX_DOSES_PER_PATIENT = 500;
export const MAX_BOOKINGS_PER_PATIENT = 200;

export const MAX_BOOKING_YEARS = 5;

export const MAX_VETERINARIANS_PER_DOG = 50;

/** Source: decision GAP-VET-01. */
export const CLINIC_SUGGESTIONS = 8;

/** Any other text may be entered. Source: document 001 section 9. */
export const SPECIALIZATIONS = [
  "General Practice",
  "Internal Medicine",
  "Surgery",
  "Cardiology",
  "Dermatology",
  "Oncology",
  "Ophthalmology",
  "Orthopedics",
  "Neurology",
  "Emergency Medicine",
  "Behavior",
  "Reproduction",
  "Exotic Animals",
] as const;

/** Source: document 001 section 5. */
export const PATIENT_MISSING = "Please select a dog.";

/** Source: document 001 section 5. */
export const BOOKING_INCOMPLETE = "Please fill in all required fields.";

/**
 * A dose completes a scheduled vaccination of the same vaccine if their dates differ by at most this number of
 * days.
 */
export const BOOKING_REACH_DAYS = 30;
