/** The columns of exported dogs: CSV, spreadsheet and printed list. Sources: DOG-32, DOG-33, GAP-DOG-14. */

interface ExportedDog {
  readonly name: string;
  readonly callName: string | null;
  readonly breed: string;
  readonly gender: string;
  readonly dateOfBirth: string | null;
  readonly registrationNumber: string | null;
  readonly status: string;
  readonly isBreedingDog: boolean;
}

export const EXPORT_COLUMNS = [
  "Name",
  "Call Name",
  "Breed",
  "Gender",
  "Date of Birth",
  "Registration Number",
  "Status",
  "Breeding Dog",
] as const;

/** The cells have the order of the columns. */
export const toExportRow = (dog: ExportedDog): string[] => [
  dog.name,
  dog.callName ?? "",
  dog.breed,
  dog.gender,
  dog.dateOfBirth ?? "",
  dog.registrationNumber ?? "",
  dog.status,
  dog.isBreedingDog ? "Yes" : "No",
];
