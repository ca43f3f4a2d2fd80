/**
 * The content and columns of a litter's sheet, which are the same on paper and in a file. Source: decision
 * GAP-LIT-04.
 */
import type { Gender } from "../dogs/rules";
import type { BirthAssistance, BirthKind, Presentation, PuppyStatus } from "./rules";
import { assistanceLabels, birthText, presentationLabels, puppyStatusLabels } from "./words";
import { genderLabels } from "../dogs/words";

interface SheetParent {
  readonly name: string;
  readonly breed: string | null;
  readonly registrations: string | null;
}

interface SheetPuppy {
  readonly order: number;
  readonly name: string | null;
  readonly gender: Gender | null;
  readonly color: string | null;
  readonly markings: string | null;
  readonly collarColor: string | null;
  readonly microchipNumber: string | null;
  readonly notes: string | null;
  readonly bornAt: number | null;
  readonly birthWeightGrams: number | null;
  readonly latestGrams: number | null;
  readonly presentation: Presentation | null;
  readonly assistance: BirthAssistance | null;
  readonly isStillborn: boolean;
  readonly status: PuppyStatus;
}

export interface LitterSheetFacts {
  readonly kennelName: string;
  /** Times of birth are printed in this time zone. */
  readonly timeZone: string | null;
  readonly printedOn: string;
  readonly sire: SheetParent;
  readonly dam: SheetParent;
  readonly litter: {
    readonly whelpingDate: string;
    readonly veterinarianName: string | null;
    readonly numberBorn: number;
    readonly numberAlive: number;
    readonly numberMales: number;
    readonly numberFemales: number;
    readonly notes: string | null;
    readonly birth: BirthKind | null;
    readonly caesareanPlanned: string | null;
    readonly caesareanReason: string | null;
    readonly registrationNumber: string | null;
    readonly letter: string | null;
    readonly whelping: {
      readonly placentae: number | null;
      readonly complications: string | null;
      readonly assistanceRequired: boolean;
      readonly veterinarianPresent: boolean;
      readonly notes: string | null;
    };
  };
  readonly puppies: readonly SheetPuppy[];
}

export const SHEET_COLUMNS = [
  "No.",
  "Name",
  "Collar",
  "Sex",
  "Color and markings",
  "Born",
  "Presentation",
  "Assistance",
  "Birth weight (g)",
  "Last weight (g)",
  "Microchip",
  "Status",
  "Notes",
] as const;

/** An unknown time zone is replaced by UTC, and the text says so. */
function timeOf(instant: number | null, timeZone: string | null): string {
  if (instant === null) return "";
  const zone = timeZone ?? "UTC";
  const parts = { hour: "numeric", minute: "2-digit", timeZone: zone } as const;
  // Newer Intl data puts a narrow space before AM. Fonts lack this character, so it is replaced by an ordinary
  // space.
  const time = new Intl.DateTimeFormat("en-US", parts).format(instant).replace(/\s/gu, " ");
  return timeZone === null ? `${time} UTC` : time;
}

/** The cells have the order of the columns. */
export const toSheetRow = (puppy: SheetPuppy, timeZone: string | null): string[] => [
  String(puppy.order),
  puppy.name ?? "",
  puppy.collarColor ?? "",
  puppy.gender === null ? "" : genderLabels[puppy.gender],
  [puppy.color, puppy.markings].filter((text) => text !== null).join(", "),
  timeOf(puppy.bornAt, timeZone),
  puppy.presentation === null ? "" : presentationLabels[puppy.presentation],
  puppy.assistance === null ? "" : assistanceLabels[puppy.assistance],
  puppy.birthWeightGrams === null ? "" : String(puppy.birthWeightGrams),
  puppy.latestGrams === null ? "" : String(puppy.latestGrams),
  puppy.microchipNumber ?? "",
  puppy.isStillborn ? "Stillborn" : puppyStatusLabels[puppy.status],
  puppy.notes ?? "",
];

export function whelpingText({ litter }: LitterSheetFacts): string {
  const { complications, assistanceRequired, veterinarianPresent, placentae, notes } = litter.whelping;
  return [
    birthText(litter),
    placentae === null ? null : `Placentae: ${placentae}`,
    assistanceRequired ? "Assistance was required" : null,
    litter.veterinarianName === null ? null : `Veterinarian: ${litter.veterinarianName}`,
    veterinarianPresent && litter.veterinarianName === null ? "A veterinarian was present" : null,
    complications === null ? null : `Complications: ${complications}`,
    notes,
  ]
    .filter((part) => part !== null)
    .join(". ");
}
