/**
 * Rules between the fields of a dog, and between a dog and its parents. The functions return messages by field; the
 * server finds the other records. Sources: decisions GAP-DOG-18, 21 and 22.
 */
import {
  MIN_DAM_AGE_MONTHS,
  REGISTRABLE_AGE,
  type BreedingRights,
  type DogStatus,
  type Gender,
  type ParentProof,
} from "./rules";
import { GESTATION_DAYS } from "../breedings/rules";
import { addDays, addYears, checkLifeDay, monthsBetween } from "../dates/calendar-days";
import type { FieldErrors } from "../errors";
import { formatAge } from "./age";

interface DatedDog {
  readonly dateOfBirth: string | null;
  readonly status: DogStatus;
  readonly statusChangedOn: string | null;
  readonly acquiredOn?: string | null | undefined;
  readonly chippedOn?: string | null | undefined;
  readonly otherRegistrations?: readonly { readonly since: string | null }[] | null | undefined;
}

export function checkDates(dog: DatedDog, today: string): FieldErrors {
  const diedOn = dog.status === "deceased" ? (dog.statusChangedOn ?? undefined) : undefined;
  const bounds = { today, bornOn: dog.dateOfBirth ?? undefined, diedOn };
  const errors: FieldErrors = {
    ...checkLifeDay("acquiredOn", "Day of acquisition", dog.acquiredOn ?? undefined, bounds),
    ...checkLifeDay("chippedOn", "Day of chipping", dog.chippedOn ?? undefined, bounds),
  };
  for (const { since } of dog.otherRegistrations ?? []) {
    // A dog may be registered after its death, so these two dates are not compared.
    const lived = { today, bornOn: bounds.bornOn };
    Object.assign(
      errors,
      checkLifeDay("otherRegistrations", "Day of registration", since ?? undefined, lived),
    );
  }
  if (dog.dateOfBirth !== null && dog.dateOfBirth > today) {
    errors.dateOfBirth = "Date of birth cannot be in the future";
  }
  if (dog.statusChangedOn === null) return errors;
  if (dog.statusChangedOn > today) {
    errors.statusChangedOn = "Status date cannot be in the future";
  } else if (dog.dateOfBirth !== null && dog.statusChangedOn < dog.dateOfBirth) {
    errors.statusChangedOn = "Status date cannot be before the date of birth";
  }
  return errors;
}

/**
 * Clears fields that depend on other fields: breeding rights if the dog is not a breeding dog, the status date of
 * an active dog, the cause of death of a living dog, and the proof of a parent that is not recorded.
 */
export function settleDependents<
  Dog extends {
    status: DogStatus;
    statusChangedOn: string | null;
    causeOfDeath: string | null;
    causeOfDeathNotes: string | null;
    isBreedingDog: boolean;
    breedingRights: BreedingRights;
    sireId: string | null;
    sireName: string | null;
    damId: string | null;
    damName: string | null;
    sireProof: ParentProof | null;
    damProof: ParentProof | null;
  },
>(dog: Dog): Dog {
  const isDead = dog.status === "deceased";
  return {
    ...dog,
    causeOfDeath: isDead ? dog.causeOfDeath : null,
    causeOfDeathNotes: isDead ? dog.causeOfDeathNotes : null,
    breedingRights: dog.isBreedingDog ? dog.breedingRights : "none",
    statusChangedOn: dog.status === "active" ? null : dog.statusChangedOn,
    sireName: dog.sireId === null ? dog.sireName : null,
    damName: dog.damId === null ? dog.damName : null,
    sireProof: dog.sireId === null && !dog.sireName ? null : dog.sireProof,
    damProof: dog.damId === null && !dog.damName ? null : dog.damProof,
  };
}

export type ParentRole = "sire" | "dam";

export const PARENT_ROLES = {
  sire: { field: "sireId", gender: "male", label: "Sire" },
  dam: { field: "damId", gender: "female", label: "Dam" },
} as const satisfies Record<ParentRole, { field: string; gender: Gender; label: string }>;

interface ParentFacts {
  readonly name: string;
  readonly gender: Gender;
  readonly dateOfBirth: string | null;
  readonly diedOn: string | null;
}

export function checkParent(
  role: ParentRole,
  parent: Omit<ParentFacts, "diedOn">,
  childBornOn: string | null,
): string | null {
  const { gender, label } = PARENT_ROLES[role];
  if (parent.gender !== gender) return `${label} must be a ${gender} dog`;
  if (childBornOn !== null && parent.dateOfBirth !== null && parent.dateOfBirth >= childBornOn) {
    return `${label} ${parent.name} was born on ${parent.dateOfBirth}, not before this dog`;
  }
  return null;
}

/**
 * Returns a warning if the dam had died before the birth; otherwise null. A sire may have died, because his frozen
 * semen can be used later.
 */
function warnOfDeath(
  role: ParentRole,
  { name, diedOn }: ParentFacts,
  childBornOn: string | null,
): string | null {
  if (role === "sire" || diedOn === null || childBornOn === null || diedOn >= childBornOn) return null;
  return `Dam ${name} died on ${diedOn}, before this dog was born. Check that it is the right dog`;
}

/**
 * Returns a warning if the dam had died before the birth, or if a parent's age at the mating was outside the range
 * that registries accept without evidence; otherwise null.
 */
export function warnOfParentAge(
  role: ParentRole,
  parent: ParentFacts,
  childBornOn: string | null,
): string | null {
  const death = warnOfDeath(role, parent, childBornOn);
  if (death !== null) return death;
  if (childBornOn === null || parent.dateOfBirth === null || parent.dateOfBirth >= childBornOn) return null;
  const unusual = findUnusualAge(role, parent.dateOfBirth, addDays(childBornOn, -GESTATION_DAYS));
  if (unusual === null) return null;
  const age = formatAge(monthsBetween(parent.dateOfBirth, childBornOn));
  const when = unusual === "young" ? `only ${age}` : age;
  return `${PARENT_ROLES[role].label} ${parent.name} was ${when} old at this dog's birth. Check that it is the right dog`;
}

/** Says whether a parent was too young or too old at the mating for a registry, which then requires evidence. */
export function findUnusualAge(
  role: "sire" | "dam",
  bornOn: string,
  matedOn: string,
): "young" | "old" | null {
  if (monthsBetween(bornOn, matedOn) < REGISTRABLE_AGE.fromMonths[role]) return "young";
  return matedOn > addYears(bornOn, REGISTRABLE_AGE.toYears) ? "old" : null;
}

/** Returns a warning if the dam had died before the birth or was too young for it; otherwise null. */
export function warnOfDam(dam: ParentFacts, childBornOn: string | null): string | null {
  const death = warnOfDeath("dam", dam, childBornOn);
  if (death !== null) return death;
  if (childBornOn === null || dam.dateOfBirth === null || dam.dateOfBirth >= childBornOn) return null;
  const months = monthsBetween(dam.dateOfBirth, childBornOn);
  return months < MIN_DAM_AGE_MONTHS
    ? `Dam ${dam.name} was only ${months === 1 ? "1 month" : `${months} months`} old at this dog's birth`
    : null;
}
