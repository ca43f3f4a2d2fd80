/** Sorts a dog's offspring into litters: groups with the same other parent and the same date of birth. */

export interface Born {
  readonly dateOfBirth: string | null;
  /** An id, a name if the other parent has no record, or null if it is unknown. */
  readonly mate: string | null;
}

export interface OffspringGroup<Child extends Born> {
  readonly mate: string | null;
  readonly dateOfBirth: string | null;
  readonly offspring: Child[];
}

/** Dates are sorted from the newest; offspring without a date come last. */
const newestFirst = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? 1 : -1;

/** The youngest group is first. Within a group, the order does not change. */
export function groupOffspring<Child extends Born>(offspring: readonly Child[]): OffspringGroup<Child>[] {
  const groups = new Map<string, OffspringGroup<Child>>();
  for (const child of offspring) {
    const key = JSON.stringify([child.mate, child.dateOfBirth]);
    const group = groups.get(key) ?? { mate: child.mate, dateOfBirth: child.dateOfBirth, offspring: [] };
    group.offspring.push(child);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => newestFirst(a.dateOfBirth, b.dateOfBirth));
}
