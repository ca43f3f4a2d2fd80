/**
 * The vaccines that are offered by name, the puppy schedule and what a booking may be. Sources: document 001 sections
 * 3 and 9, decisions GAP-VAX-01, GAP-VAX-06 and GAP-VAX-07.
 */

export const CORE = "Core";
export const NON_CORE = "Non-Core";

export interface CommonVaccine {
  readonly name: string;
  readonly type: typeof CORE | typeof NON_CORE;
}

/** What a form offers; any other name may be typed. */
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
  /** Ages in weeks at which a puppy gets a dose. */
  readonly weeks: readonly number[];
  /** After how many years the doses are repeated once the puppy has them all. */
  readonly repeatYears: number;
}

export const PUPPY_SCHEDULE: readonly PuppyVaccine[] = [
  { vaccineName: "DHPP", weeks: [6, 9, 12, 16], repeatYears: 1 },
  { vaccineName: "Rabies", weeks: [16], repeatYears: 3 },
  { vaccineName: "Bordetella", weeks: [12], repeatYears: 1 },
  { vaccineName: "Lyme Disease", weeks: [12, 16], repeatYears: 1 },
  { vaccineName: "Canine Influenza", weeks: [12, 16], repeatYears: 1 },
];

/** A milestone is due now within so many weeks either side of it. */
export const DUE_NOW_WEEKS = 1;

/** Up to this age the puppy schedule is shown open, afterwards folded away. */
export const PUPPY_SCHEDULE_WEEKS = 20;

export const SCHEDULED_STATUSES = ["scheduled", "completed", "cancelled"] as const;

/** The tabs of the vaccination schedule. */
export const SCHEDULE_TABS = ["overdue", "due_this_month", "upcoming", "completed"] as const;
export type ScheduleTab = (typeof SCHEDULE_TABS)[number];

/** How the immunizations are shown: each dose, or dogs against vaccines. */
export const IMMUNIZATIONS_VIEWS = ["cards", "matrix"] as const;
export type ImmunizationsView = (typeof IMMUNIZATIONS_VIEWS)[number];

/** A dose overdue by more days than this is critical. Source: decision GAP-ALR-02. */
export const CRITICAL_DAYS = 30;

/** Patients that one form may record a dose for. */
export const MAX_BATCH_PATIENTS = 200;

/** Doses, and bookings, that one dog or puppy may have. */
export const MAX_DOSES_PER_PATIENT = 500;
export const MAX_BOOKINGS_PER_PATIENT = 200;

/** How far ahead a vaccination may be booked, in years. */
export const MAX_BOOKING_YEARS = 5;

/** Veterinarians that one dog may have. */
export const MAX_VETERINARIANS_PER_DOG = 50;

/** Clinic names that a form suggests. Source: decision GAP-VET-01. */
export const CLINIC_SUGGESTIONS = 8;

/** What a form suggests for a veterinarian's field; any other may be typed. Source: document 001 section 9. */
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

/** What is said where nobody was chosen to get the dose. Source: document 001 section 5. */
export const PATIENT_MISSING = "Please select a dog.";

/** What is said where a booking lacks dog, vaccine or day. Source: document 001 section 5. */
export const BOOKING_INCOMPLETE = "Please fill in all required fields.";

/** A dose closes a booking of the same vaccine that is at most so many days away. */
export const BOOKING_REACH_DAYS = 30;
