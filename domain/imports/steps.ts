/**
 * An import's plan as the entries to write, every parent before its offspring: new dogs and ancestors, then changes
 * of known dogs. Littermates are together, so that a transaction reads few parents. New dogs are written with their
 * final count of offspring, so that no dog is written twice. Known parents are counted when their offspring are
 * written.
 */
import { DOG_FIELDS } from "../dogs/record";
import { ownersText, type NamedOwner } from "../dogs/owners";
import { joinRegistrations, registrationText, type Registration } from "../dogs/registrations";
import type { ImportedDog } from "../dogs/schemas";
import { isSameValue } from "../history/differences";
import { headingOf } from "../records/record";
import {
  nodeOf,
  type ImportPlan,
  type PlannedAncestor,
  type PlannedDog,
  type PlannedParents,
} from "./planned";
import type { ParentRole } from "../dogs/checks";
import { IMPORT_FIELDS, type ImportField } from "./fields";

/** The position is that of the entry that adds the parent. */
export type ParentRef<Id extends string> = { readonly dogId: Id } | { readonly order: number };

type ParentRefs<Id extends string> = Partial<Record<ParentRole, ParentRef<Id>>>;

/** Parents and empty values are left out. */
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

export class StepMaker<Id extends string> {
  private readonly entries: ImportEntry<Id>[] = [];
  private readonly orders = new Map<string, number>();
  private readonly offspring = new Map<string, number>();

  constructor(
    private readonly plan: ImportPlan<Id>,
    private readonly isListing: boolean,
  ) {}

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

/** The changes that an import would make to a known dog, field by field. */

interface Known<Id> {
  readonly isExternal: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  readonly sire: { readonly id: Id; readonly name: string } | null;
  readonly dam: { readonly id: Id; readonly name: string } | null;
}

interface FieldChange {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const show = (value: unknown, field: string): string => {
  // Owners and registrations are the only lists.
  if (field === "coOwners") return ownersText((value ?? []) as NamedOwner[]);
  if (Array.isArray(value)) return (value as Registration[]).map(registrationText).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const labelOf = (field: string): string =>
  field === "otherRegistrations"
    ? headingOf(DOG_FIELDS[field])
    : (IMPORT_FIELDS[field as ImportField]?.label ?? field);

/** Owners have dates and contacts that a file does not contain. */
const isKept = ({ isCompletion }: { readonly isCompletion: boolean }, field: string): boolean =>
  isCompletion || field === "coOwners";

/** An import that fills in values changes only missing values. */
export function compareKnown<Id extends string>(
  entry: Extract<ImportEntry<Id>, { kind: "change" }>,
  known: Known<Id>,
  nameOf: (ref: ParentRef<Id>) => string,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, given] of Object.entries(entry.values)) {
    const from = known.values[field] ?? null;
    const isJoined = field === "otherRegistrations" && given !== null;
    const to = isJoined ? joinRegistrations(from as Registration[] | null, given as Registration[]) : given;
    if (isSameValue(from, to) || (isKept(entry, field) && from !== null)) continue;
    changes.push({ label: labelOf(field), from: show(from, field), to: show(to, field) });
  }
  for (const role of ["sire", "dam"] as const) {
    const ref = entry[role];
    if (!ref || ("dogId" in ref && ref.dogId === known[role]?.id)) continue;
    changes.push({ label: labelOf(role), from: known[role]?.name ?? "", to: nameOf(ref) });
  }
  if (entry.isAdoption && known.isExternal) {
    changes.push({ label: "Record", from: "external ancestor", to: "dog of the kennel" });
  }
  return changes;
}
