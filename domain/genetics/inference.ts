/**
 * Infers the genotypes of untested dogs from tested parents and offspring. Each puppy has one allele of each
 * parent. The sets of possible genotypes are narrowed from parents to offspring and back until nothing changes. If
 * few dogs of the family still have several possible genotypes, each of these genotypes is also tried with the
 * whole family. The caller must leave out doubtful links.
 */
import { formatGenotype, inOrder, type Genotype } from "./loci";

/** The parents may be missing from the family. */
export interface Relative {
  readonly id: string;
  readonly sireId: string | null;
  readonly damId: string | null;
  /** Null if the sex is unknown. At a locus on X, the genotypes of both sexes are then possible. */
  readonly sex: "male" | "female" | null;
  /** Null if the dog is untested. */
  readonly tested: readonly Genotype[] | null;
}

export interface Inference {
  /** Empty if the results contradict each other. */
  readonly possible: ReadonlyMap<string, readonly Genotype[]>;
  /**
   * Whether every remaining genotype was tried with the whole family. Also true if the results contradict each
   * other.
   */
  readonly isExact: boolean;
}

/** With more dogs that have several possible genotypes, these genotypes are not tried with the whole family. */
const MOST_UNTESTED = 8;

/** Lists every genotype that a dog of the given sex can have with the given alleles. */
export function allGenotypes(
  locus: string,
  alleles: readonly string[],
  sex: Relative["sex"],
  isOnX: boolean,
): Genotype[] {
  const pairs = alleles.flatMap((one, index) =>
    alleles.slice(index).map((other) => inOrder(locus, [one, other])),
  );
  const single = alleles.map((allele): Genotype => [allele, "Y"]);
  if (!isOnX) return pairs;
  if (sex === "male") return single;
  return sex === "female" ? pairs : [...pairs, ...single];
}

/**
 * Null stands for any genotype. A male has the Y of his sire and the X of his dam. A female has the only X of her
 * sire.
 */
export function canInherit(
  [one, other]: Genotype,
  sire: Genotype | null,
  dam: Genotype | null,
  isOnX: boolean,
): boolean {
  const gives = (parent: Genotype | null, allele: string): boolean =>
    parent === null ? allele !== "Y" : parent.includes(allele);
  if (other === "Y") return (sire === null || !isOnX || sire.includes("Y")) && gives(dam, one);
  return (gives(sire, one) && gives(dam, other)) || (gives(sire, other) && gives(dam, one));
}

class Family {
  readonly possible = new Map<string, readonly Genotype[]>();
  private readonly offspring = new Map<string, Relative[]>();
  private readonly dogs: ReadonlyMap<string, Relative>;

  constructor(
    dogs: readonly Relative[],
    private readonly isOnX: boolean,
    start: (dog: Relative) => readonly Genotype[],
  ) {
    this.dogs = new Map(dogs.map((dog) => [dog.id, dog]));
    for (const dog of dogs) {
      this.possible.set(dog.id, start(dog));
      for (const parentId of [dog.sireId, dog.damId]) {
        if (parentId === null || !this.dogs.has(parentId)) continue;
        this.offspring.set(parentId, [...(this.offspring.get(parentId) ?? []), dog]);
      }
    }
  }

  private of(id: string | null): readonly Genotype[] | null {
    return id === null ? null : (this.possible.get(id) ?? null);
  }

  /**
   * The search begins at the given dogs and continues until nothing changes. Returns false if a dog has no possible
   * genotype left.
   */
  narrow(start: Iterable<string>): boolean {
    const waiting = new Set(start);
    for (const id of waiting) {
      waiting.delete(id);
      const dog = this.dogs.get(id);
      if (!dog) continue;
      for (const puppy of [dog, ...(this.offspring.get(id) ?? [])]) {
        for (const changed of this.narrowTrio(puppy)) {
          if (this.possible.get(changed)?.length === 0) return false;
          for (const near of this.around(changed)) waiting.add(near);
        }
      }
    }
    return true;
  }

  private around(id: string): string[] {
    const dog = this.dogs.get(id);
    const mates = (this.offspring.get(id) ?? []).flatMap((puppy) => [puppy.id, puppy.sireId, puppy.damId]);
    return [id, dog?.sireId ?? null, dog?.damId ?? null, ...mates].filter((near) => near !== null);
  }

  /** Returns the dogs whose genotypes changed. */
  private narrowTrio({ id, sireId, damId }: Relative): string[] {
    const [puppies, sires, dams] = [this.of(id) ?? [], this.of(sireId), this.of(damId)];
    if (!sires && !dams) return [];
    const kept = { puppy: new Set<Genotype>(), sire: new Set<Genotype>(), dam: new Set<Genotype>() };
    for (const puppy of puppies) {
      for (const sire of sires ?? [null]) {
        for (const dam of dams ?? [null]) {
          if (!canInherit(puppy, sire, dam, this.isOnX)) continue;
          kept.puppy.add(puppy);
          if (sire) kept.sire.add(sire);
          if (dam) kept.dam.add(dam);
        }
      }
    }
    const sides = [
      { who: id, before: puppies, after: kept.puppy },
      { who: sireId, before: sires ?? [], after: kept.sire },
      { who: damId, before: dams ?? [], after: kept.dam },
    ];
    return sides.flatMap(({ who, before, after }) => {
      if (who === null || before.length === after.size) return [];
      this.possible.set(who, [...after]);
      return [who];
    });
  }

  /** Says whether all dogs together can have possible genotypes. */
  isPossible(): boolean {
    const open = [...this.possible]
      .filter(([, genotypes]) => genotypes.length > 1)
      .sort(([, a], [, b]) => a.length - b.length)[0];
    if (!open) return true;
    const [id, genotypes] = open;
    return genotypes.some((genotype) => this.holds(id, genotype));
  }

  /** Restores the possible genotypes afterwards. */
  holds(id: string, genotype: Genotype): boolean {
    const before = new Map(this.possible);
    this.possible.set(id, [genotype]);
    const found = this.narrow(this.around(id)) && this.isPossible();
    for (const [who, genotypes] of before) this.possible.set(who, genotypes);
    return found;
  }
}

export function inferGenotypes(
  dogs: readonly Relative[],
  {
    locus,
    alleles,
    isOnX,
  }: { readonly locus: string; readonly alleles: readonly string[]; readonly isOnX: boolean },
): Inference {
  const family = new Family(
    dogs,
    isOnX,
    ({ tested, sex }) => tested ?? allGenotypes(locus, alleles, sex, isOnX),
  );
  if (!family.narrow(dogs.map(({ id }) => id))) return { possible: new Map(), isExact: true };
  const untested = dogs.filter(({ id }) => (family.possible.get(id)?.length ?? 0) > 1);
  if (untested.length > MOST_UNTESTED) return { possible: family.possible, isExact: false };
  const possible = new Map<string, readonly Genotype[]>();
  for (const [id, genotypes] of family.possible) {
    const held = genotypes.filter((genotype) => family.holds(id, genotype));
    if (held.length === 0) return { possible: new Map(), isExact: true };
    possible.set(id, held);
  }
  return { possible, isExact: true };
}

export interface InferredCopies {
  /** Null if several genotypes are possible. */
  readonly certain: string | null;
  readonly atLeastOneCopy: boolean;
  readonly atMostOneCopy: boolean;
}

export function summarizeCopies(possible: readonly Genotype[], allele: string): InferredCopies {
  const counts = possible.map((genotype) => genotype.filter((found) => found === allele).length);
  const [only] = possible;
  return {
    certain: possible.length === 1 && only ? formatGenotype(only) : null,
    atLeastOneCopy: counts.every((count) => count > 0),
    // A male has only one X. One affected copy is already the maximum.
    atMostOneCopy: possible.every((genotype, index) => (counts[index] ?? 0) < (genotype[1] === "Y" ? 1 : 2)),
  };
}
