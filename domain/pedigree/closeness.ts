/** Describes how closely two dogs are related, as Wright's coefficient and in the words of breeders. */

/**
 * Wright's coefficient of relationship (1922, Am. Nat. 56:330-338): twice the offspring's coefficient, divided by
 * the square root of (1 + F) of the sire times (1 + F) of the dam. It is 0.5 for full siblings of unrelated
 * parents.
 */
export const relationshipOf = (offspring: number, sire: number, dam: number): number =>
  (2 * offspring) / Math.sqrt((1 + sire) * (1 + dam));

/** The coefficient of the offspring if the dogs are not related in other ways. */
const KNOWN_MATINGS = [
  { coefficient: 0.25, words: "full siblings, or of a parent and its offspring" },
  { coefficient: 0.125, words: "half siblings" },
  { coefficient: 0.0625, words: "first cousins" },
  { coefficient: 0.015625, words: "second cousins" },
] as const;

/** Compares the coefficient with matings that breeders know. */
export function describeCloseness(coefficient: number): string {
  if (coefficient === 0) return "No common ancestor is known";
  const [closest] = KNOWN_MATINGS;
  if (coefficient > closest.coefficient) return `Closer than a mating of ${closest.words}`;
  const known = KNOWN_MATINGS.find((mating) => coefficient >= mating.coefficient);
  if (!known) return "More distant than a mating of second cousins";
  return coefficient === known.coefficient
    ? `As close as a mating of ${known.words}`
    : `Closer than a mating of ${known.words}`;
}
