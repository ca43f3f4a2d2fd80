/**
 * The vaccinations of the demo kennel's dogs, two veterinarians and booked doses: most are current, some due soon,
 * two overdue, and the young dogs are in the middle of the puppy schedule. Relative to today, so that it is so on
 * any day.
 */
import { addDays } from "../domain/dates/calendar-days";

interface DemoDose {
  /** A key of DEMO_DOGS. */
  readonly dog: string;
  readonly vaccineName: string;
  readonly vaccineType: "Core" | "Non-Core";
  /** How many days before today it was given; the next is due as many years later as the vaccine lasts. */
  readonly daysAgo: number;
  readonly batchNumber: string;
  /** In how many days the next is due, if the veterinarian said so. */
  readonly dueInDays?: number;
}

const VETERINARIAN = "Dr. Ellen Marsh";
const CLINIC = "Green Mountain Veterinary Clinic";

const RABIES = { vaccineName: "Rabies", vaccineType: "Core" } as const;
const DHPP = { vaccineName: "DHPP", vaccineType: "Core" } as const;
const BORDETELLA = { vaccineName: "Bordetella", vaccineType: "Non-Core" } as const;

const ADULTS = ["jasper", "juniper", "klara", "linnea", "falk", "maple", "north", "opal", "magnus"] as const;

export const DEMO_DOSES: readonly DemoDose[] = [
  ...ADULTS.flatMap((dog, place): DemoDose[] => [
    { dog, ...RABIES, daysAgo: 300 + place * 70, batchNumber: "RB-20418" },
    { dog, ...DHPP, daysAgo: 250 + place * 80, batchNumber: "DA-7731" },
    { dog, ...BORDETELLA, daysAgo: 720 + place, batchNumber: "BB-1180" },
    { dog, ...BORDETELLA, daysAgo: 340 - place * 30, batchNumber: "BB-1204" },
  ]),
  // A month and a half late, and a few days.
  { dog: "elsa", ...BORDETELLA, daysAgo: 410, batchNumber: "BB-1198" },
  { dog: "nova", ...RABIES, daysAgo: 1101, batchNumber: "RB-19007" },
  { dog: "nova", ...DHPP, daysAgo: 1080, batchNumber: "DA-7012" },
  ...["poppy", "pike"].flatMap((dog): DemoDose[] => [
    { dog, ...DHPP, daysAgo: 420, batchNumber: "DA-7640", dueInDays: 25 },
    { dog, ...RABIES, daysAgo: 420, batchNumber: "RB-20977", dueInDays: 25 },
  ]),
  ...["quill", "quince"].flatMap((dog): DemoDose[] => [
    { dog, ...DHPP, daysAgo: 42, batchNumber: "DA-7802", dueInDays: -21 },
    { dog, ...DHPP, daysAgo: 21, batchNumber: "DA-7802", dueInDays: 3 },
  ]),
];

/** Makes the arguments that record a dose. */
export const toDoseArgs = ({ dog: _, daysAgo, dueInDays, ...dose }: DemoDose, today: string) => ({
  ...dose,
  dateAdministered: addDays(today, -daysAgo),
  veterinarianName: VETERINARIAN,
  veterinaryClinic: CLINIC,
  ...(dueInDays !== undefined && { nextDueDate: addDays(today, dueInDays) }),
});

export const DEMO_VETERINARIANS = [
  ...[...ADULTS, "elsa", "nova", "poppy", "pike"].map((dog) => ({
    dog,
    veterinarianName: VETERINARIAN,
    veterinaryClinic: CLINIC,
    clinicAddress: "27 Route 4 West, Woodstock, VT 05091",
    clinicPhone: "(802) 555-0177",
    specialization: "General Practice",
  })),
  ...["maple", "nova", "opal"].map((dog) => ({
    dog,
    veterinarianName: "Dr. Samuel Okafor",
    veterinaryClinic: "Upper Valley Animal Reproduction",
    clinicPhone: "(603) 555-0119",
    specialization: "Reproduction",
  })),
];

/** Booked doses, by how many days ahead. */
export const DEMO_BOOKINGS = [
  { dog: "quill", vaccineName: "DHPP", daysAhead: 3 },
  { dog: "quince", vaccineName: "DHPP", daysAhead: 3 },
  { dog: "nova", vaccineName: "Rabies", daysAhead: 9 },
] as const;
