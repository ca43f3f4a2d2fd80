/** The words for puppies on screen and on paper: status, birth, name, and why a puppy may not suit an applicant. */
import type { Mismatch } from "./matching";
import type { BirthAssistance, BirthKind, Presentation, PuppyStatus } from "./rules";

export const mismatchLabels: Record<Mismatch, string> = {
  gender: "Prefers the other sex",
  color: "Prefers another color",
  breed: "Prefers another breed",
  time: "Wants a puppy later",
};

export const puppyStatusLabels = {
  available: "Available",
  reserved: "Reserved",
  sold: "Sold",
  kept: "Kept",
  deceased: "Deceased",
} as const satisfies Record<PuppyStatus, string>;

export const presentationLabels = {
  head_first: "Head first",
  hind_legs_first: "Hind legs first",
  breech: "Breech",
  transverse: "Transverse",
} as const satisfies Record<Presentation, string>;

export const assistanceLabels = {
  none: "No help",
  helped: "Helped by hand",
  veterinarian: "Veterinarian",
  caesarean: "Caesarean",
} as const satisfies Record<BirthAssistance, string>;

export const birthLabels = {
  natural: "Natural",
  assisted: "Helped",
  caesarean: "Caesarean",
} as const satisfies Record<BirthKind, string>;

interface BirthFacts {
  readonly birth: BirthKind | null;
  readonly caesareanPlanned: string | null;
  readonly caesareanReason: string | null;
}

/** Returns for example 'Born by caesarean (emergency, inertia)'; null if the birth was not described. */
export function birthText({ birth, caesareanPlanned, caesareanReason }: BirthFacts): string | null {
  if (birth === null) return null;
  if (birth !== "caesarean") return birth === "natural" ? "Born naturally" : "Born with help";
  const details = [caesareanPlanned, caesareanReason].filter((part) => part !== null);
  const words = details.map((part) => part.replaceAll("_", " ")).join(", ");
  return words === "" ? "Born by caesarean" : `Born by caesarean (${words})`;
}

/** Without a name, the collar is used, and then the position in the order of birth. */
export function puppyName({
  name,
  collarColor,
  order,
}: {
  readonly name?: string | null;
  readonly collarColor?: string | null;
  readonly order: number;
}): string {
  return name ?? (collarColor ? `${collarColor} collar` : `Puppy ${order}`);
}
