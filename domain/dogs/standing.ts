/**
 * Whether the kennel is still responsible for a dog or puppy. After an animal was sold or has died, nothing is due,
 * planned or predicted. Its records remain and can be completed. Sources: decisions GAP-DOG-05 and GAP-BILL-05.
 */
import type { DogStatus } from "./rules";
import type { PuppyStatus } from "../litters/rules";

interface Standing {
  readonly status: DogStatus | PuppyStatus;
}

export const isGone = ({ status }: Standing): boolean => status === "deceased" || status === "sold";

/** Users may still want reminders about a sold animal, but not about a dead one. */
export const isDead = ({ status }: Standing): boolean => status === "deceased";

/** Always false for an external ancestor. */
export const isInKennel = (dog: Standing & { readonly isExternal: boolean }): boolean =>
  !dog.isExternal && !isGone(dog);

/** Moves deceased and sold animals to the end and keeps the order within both groups. */
export const goneLast = <Listed extends Standing>(listed: readonly Listed[]): Listed[] => [
  ...listed.filter((each) => !isGone(each)),
  ...listed.filter(isGone),
];
