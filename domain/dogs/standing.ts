/**
 * Whether the kennel is still responsible for a dog or a puppy. Nothing is due, planned or predicted for a sold or
 * deceased one; its records stay, and can be completed. Sources: decisions GAP-DOG-05 and GAP-BILL-05.
 */
import type { DogStatus } from "./rules";
import type { PuppyStatus } from "../litters/rules";

interface Standing {
  readonly status: DogStatus | PuppyStatus;
}

/** Says whether a dog or puppy died or was sold. */
export const isGone = ({ status }: Standing): boolean => status === "deceased" || status === "sold";

/** Says whether a dog or puppy died; reminders about a sold one may still be wanted. */
export const isDead = ({ status }: Standing): boolean => status === "deceased";

/** Says whether a dog belongs to the kennel and lives in it; an external ancestor never does. */
export const isInKennel = (dog: Standing & { readonly isExternal: boolean }): boolean =>
  !dog.isExternal && !isGone(dog);

/** Puts deceased and sold ones last, each group in its present order. */
export const goneLast = <Listed extends Standing>(listed: readonly Listed[]): Listed[] => [
  ...listed.filter((each) => !isGone(each)),
  ...listed.filter(isGone),
];
