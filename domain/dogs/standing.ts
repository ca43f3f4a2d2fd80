/**
 * Whether the kennel still has to do with a dog or a puppy. Nothing is due, planned or predicted of one that is gone; its
 * records stay, and may be completed. Sources: decisions GAP-DOG-05 and GAP-BILL-05.
 */
import type { DogStatus } from "./rules";
import type { PuppyStatus } from "../litters/rules";

interface Standing {
  readonly status: DogStatus | PuppyStatus;
}

/** Says whether a dog or puppy died or was sold. */
export const isGone = ({ status }: Standing): boolean => status === "deceased" || status === "sold";

/** Says whether a dog or puppy died; of one that was sold somebody may still want to be reminded. */
export const isDead = ({ status }: Standing): boolean => status === "deceased";

/** Says whether a dog is of the kennel and lives in it; an ancestor from outside never does. */
export const isInKennel = (dog: Standing & { readonly isExternal: boolean }): boolean =>
  !dog.isExternal && !isGone(dog);

/** Puts those that are gone behind the others, each in the order they came in. */
export const goneLast = <Listed extends Standing>(listed: readonly Listed[]): Listed[] => [
  ...listed.filter((each) => !isGone(each)),
  ...listed.filter(isGone),
];
