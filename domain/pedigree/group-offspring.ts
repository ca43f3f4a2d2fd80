/** Sorts a dog's offspring into the litters they were born in: same mate, same day. Pure. */

/** What of an offspring decides where it belongs. */
export interface Born {
  readonly dateOfBirth: string | null;
  /** The other parent: an id, a name where no record is left, or null when unknown. */
  readonly mate: string | null;
}

export interface OffspringGroup<Child extends Born> {
  readonly mate: string | null;
  readonly dateOfBirth: string | null;
  readonly offspring: Child[];
}

/** Orders days newest first; what has none comes last. */
const newestFirst = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? 1 : -1;

/** Groups offspring by mate and birth date, the youngest first; inside a group they keep their order. */
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
