/**
 * An import's plan as the entries to write, in an order in which every parent stands before its offspring: new
 * dogs and ancestors, then changes of known dogs. Littermates stand together wherever the file has them, so that a
 * transaction that writes or undoes some entries reads few parents. New dogs carry their final count of offspring, so
 * that none is touched twice; known parents are counted as their offspring are written. Pure.
 */
import type { ImportedDog } from "../schemas/dog";
import {
  nodeOf,
  type ImportPlan,
  type PlannedAncestor,
  type PlannedDog,
  type PlannedParents,
} from "./import-plan";
import type { ParentRole } from "./rules";

/** A parent by its id, or by the order of the entry that adds it. */
export type ParentRef<Id extends string> = { readonly dogId: Id } | { readonly order: number };

type ParentRefs<Id extends string> = Partial<Record<ParentRole, ParentRef<Id>>>;

/** What a file says of a dog, without its parents and without what is empty. */
export type StepValues = {
  [
    Field in Exclude<keyof ImportedDog, "sire" | "sireNumber" | "dam" | "damNumber" | "isExternal">
  ]?: NonNullable<ImportedDog[Field]>;
};

export type ImportEntry<Id extends string> =
  | ({
      readonly kind: "add";
      readonly order: number;
      readonly isExternal: boolean;
      readonly values: StepValues;
      readonly offspring: number;
    } & ParentRefs<Id>)
  | ({
      readonly kind: "change";
      readonly dogId: Id;
      readonly isCompletion: boolean;
      readonly isAdoption: boolean;
      readonly values: StepValues;
    } & ParentRefs<Id>);

function valuesOf(dog: ImportedDog | PlannedAncestor, given?: ReadonlySet<string>): StepValues {
  const parents = new Set(["sire", "sireNumber", "dam", "damNumber", "isExternal", "lines", "isStandIn"]);
  const kept = Object.entries(dog).filter(
    ([name, value]) =>
      !parents.has(name) && value !== null && value !== undefined && (!given || given.has(name)),
  );
  return Object.fromEntries(kept);
}

const litterOf = <Id extends string>({ sire, dam }: PlannedParents<Id>): string =>
  [sire, dam].map((parent) => (parent ? nodeOf(parent) : "")).join("\n");
const NO_PARENTS = litterOf({});

/** Orders the plan's entries. */
export class StepMaker<Id extends string> {
  private readonly entries: ImportEntry<Id>[] = [];
  private readonly orders = new Map<string, number>();
  private readonly offspring = new Map<string, number>();

  constructor(
    private readonly plan: ImportPlan<Id>,
    private readonly isListing: boolean,
  ) {}

  /** Makes the entries. */
  make(): ImportEntry<Id>[] {
    for (const dog of this.plan.dogs) this.countOffspring(dog);
    for (const [key, ancestor] of this.plan.ancestors) {
      const node = `ancestor ${key}`;
      const defaults = { status: "active", isBreedingDog: false, breedingRights: "none" } as const;
      this.add(node, { ...valuesOf(ancestor), ...defaults }, {}, true);
    }
    this.addDogs();
    for (const dog of this.plan.dogs) {
      if (dog.target === null) continue;
      const { target: dogId, isCompletion, isAdoption } = dog;
      const values = valuesOf(dog.dog, dog.given);
      this.entries.push({
        kind: "change",
        dogId,
        isCompletion,
        isAdoption,
        values,
        ...this.refsOf(dog.parents),
      });
    }
    return this.entries;
  }

  private addDogs(): void {
    const waiting = new Map(
      this.plan.dogs.filter((dog) => dog.target === null).map((dog) => [`line ${dog.line}`, dog]),
    );
    const litters = new Map<string, string[]>();
    for (const [node, { parents }] of waiting) {
      const litter = litters.get(litterOf(parents));
      if (litter) litter.push(node);
      else litters.set(litterOf(parents), [node]);
    }
    litters.delete(NO_PARENTS);
    for (const start of [...waiting.keys()]) {
      const stack = [start];
      for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
        const dog = waiting.get(node);
        const parents = dog
          ? Object.values(dog.parents)
              .map(nodeOf)
              .filter((parent) => waiting.has(parent))
          : [];
        if (parents.length > 0) {
          stack.push(...parents);
          continue;
        }
        stack.pop();
        if (!dog) continue;
        waiting.delete(node);
        this.add(node, valuesOf(dog.dog), this.refsOf(dog.parents), !this.isListing || dog.dog.isExternal);
        const litter = litterOf(dog.parents);
        stack.push(...(litters.get(litter) ?? []));
        litters.delete(litter);
      }
    }
  }

  private add(node: string, values: StepValues, refs: ParentRefs<Id>, isExternal: boolean): void {
    const order = this.orders.size;
    this.orders.set(node, order);
    const offspring = this.offspring.get(node) ?? 0;
    this.entries.push({ kind: "add", order, isExternal, values, offspring, ...refs });
  }

  private refsOf(parents: PlannedParents<Id>): ParentRefs<Id> {
    const refs: ParentRefs<Id> = {};
    for (const role of ["sire", "dam"] as const) {
      const parent = parents[role];
      if (!parent) continue;
      const order = this.orders.get(nodeOf(parent));
      if (parent.kind === "known") refs[role] = { dogId: parent.id };
      else if (order !== undefined) refs[role] = { order };
    }
    return refs;
  }

  private countOffspring({ parents }: PlannedDog<Id>): void {
    for (const node of Object.values(parents).map(nodeOf)) {
      this.offspring.set(node, (this.offspring.get(node) ?? 0) + 1);
    }
  }
}
