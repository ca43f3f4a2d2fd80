/**
 * The places of a certificate's pedigree: one for each possible ancestor, numbered by generation and from top to
 * bottom, the sire above the dam. A dog with several places has the same letter in each place.
 */
import type { CertificateDog } from "./facts";

export type ParentRole = "sire" | "dam";

export interface CertificatePlace {
  /** The parents are generation 1. */
  readonly generation: number;
  /** The position from the top of the generation, starting at 0. */
  readonly index: number;
  readonly role: ParentRole;
  /** Null if the ancestor is unknown. */
  readonly dog: CertificateDog | null;
  /** Set for a parent without a record. */
  readonly nameOnly: string | null;
  /** The offspring is known, so a place without a dog is a gap. Otherwise the place is beyond a gap. */
  readonly isGap: boolean;
  /** All places of a repeated dog have the same letter. */
  readonly letter: string | null;
}

const ROLES = ["sire", "dam"] as const;

/** `n` is counted from 0: A to Z, then AA, AB and so on. */
function letterOf(n: number): string {
  const last = String.fromCharCode(65 + (n % 26));
  return n < 26 ? last : `${letterOf(Math.floor(n / 26) - 1)}${last}`;
}

/** The result contains unknown places too, generation by generation. */
export function placeAncestors(dogs: readonly CertificateDog[], generations: number): CertificatePlace[] {
  const byId = new Map(dogs.map((dog) => [dog.id, dog]));
  const places: Omit<CertificatePlace, "letter">[] = [];
  let row: (CertificateDog | null)[] = [dogs[0] ?? null];
  for (let generation = 1; generation <= generations; generation += 1) {
    const next: (CertificateDog | null)[] = [];
    for (const child of row) {
      for (const role of ROLES) {
        const id = child && (role === "sire" ? child.sireId : child.damId);
        const dog = (id && byId.get(id)) || null;
        const nameOnly = dog || !child ? null : role === "sire" ? child.sireName : child.damName;
        places.push({ generation, index: next.length, role, dog, nameOnly, isGap: child !== null });
        next.push(dog);
      }
    }
    row = next;
  }
  return letterRepeats(places);
}

function letterRepeats(places: readonly Omit<CertificatePlace, "letter">[]): CertificatePlace[] {
  const counts = new Map<string, number>();
  for (const { dog } of places) if (dog) counts.set(dog.id, (counts.get(dog.id) ?? 0) + 1);
  const letters = new Map<string, string>();
  return places.map((place) => {
    const id = place.dog?.id;
    if (id === undefined || (counts.get(id) ?? 0) < 2) return { ...place, letter: null };
    const letter = letters.get(id) ?? letterOf(letters.size);
    letters.set(id, letter);
    return { ...place, letter };
  });
}
