/** The doses of a puppy by its age in weeks, and after how many years they are repeated. Source: document 001 section 9. */

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
