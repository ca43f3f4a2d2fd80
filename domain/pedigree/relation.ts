/**
 * Describes the relationship of two dogs in the words of genealogy: by their nearest common ancestors, or because
 * one dog is an ancestor of the other. The words name only one relationship, so the kinship of this relationship is
 * also returned. If the dogs' kinship is larger, they are also related in other ways.
 */
import type { Gender } from "../dogs/rules";
import { knownParents, parentsOf, type Parents, type Pedigree } from "./pedigree";

export type Relation =
  | { readonly kind: "same" | "unknown" }
  /** `ancestor` is `steps` generations above the other dog. */
  | { readonly kind: "direct"; readonly ancestor: "a" | "b"; readonly steps: number }
  /**
   * Both dogs descend from the same couple, or from one common dog. The numbers are the generations above each dog.
   */
  | {
      readonly kind: "shared";
      readonly stepsA: number;
      readonly stepsB: number;
      readonly isCouple: boolean;
      /** An unrecorded parent may be a second common ancestor, so that the two ancestors would be a couple. */
      readonly isOpen: boolean;
    };

/** The number of steps leads to the nearest place of each ancestor. The dog itself is at 0. */
export function nearestSteps<Id extends string | number>(pedigree: Pedigree<Id>, dogId: Id): Map<Id, number> {
  const steps = new Map([[dogId, 0]]);
  let generation = [dogId];
  for (let step = 1; generation.length > 0; step += 1) {
    const next: Id[] = [];
    for (const id of generation) {
      for (const parentId of knownParents(pedigree, id)) {
        if (steps.has(parentId)) continue;
        steps.set(parentId, step);
        next.push(parentId);
      }
    }
    generation = next;
  }
  return steps;
}

/** Each of these lines has `count` steps. */
const offspringOn = <Id extends string | number>(
  pedigree: Pedigree<Id>,
  steps: ReadonlyMap<Id, number>,
  id: Id,
  count: number,
) =>
  [...steps].flatMap(([child, at]) =>
    at === count - 1 && knownParents(pedigree, child).includes(id) ? [parentsOf(pedigree, child)] : [],
  );

export function findRelation<Id extends string | number>(pedigree: Pedigree<Id>, a: Id, b: Id): Relation {
  if (a === b) return { kind: "same" };
  const [fromA, fromB] = [nearestSteps(pedigree, a), nearestSteps(pedigree, b)];
  const upToB = fromA.get(b);
  if (upToB !== undefined) return { kind: "direct", ancestor: "b", steps: upToB };
  const upToA = fromB.get(a);
  if (upToA !== undefined) return { kind: "direct", ancestor: "a", steps: upToA };
  const shared = [...fromA].flatMap(([id, stepsA]) => {
    const stepsB = fromB.get(id);
    return stepsB === undefined ? [] : [{ id, stepsA, stepsB }];
  });
  const [nearest, ...others] = shared.sort(
    (one, other) =>
      one.stepsA + one.stepsB - (other.stepsA + other.stepsB) ||
      Math.abs(one.stepsA - one.stepsB) - Math.abs(other.stepsA - other.stepsB),
  );
  if (!nearest) return { kind: "unknown" };
  const { stepsA, stepsB } = nearest;
  const alike = [nearest, ...others.filter((one) => one.stepsA === stepsA && one.stepsB === stepsB)];
  const meetings = alike.flatMap(({ id }) => {
    const onA = offspringOn(pedigree, fromA, id, stepsA);
    const onB = offspringOn(pedigree, fromB, id, stepsB);
    return onA.flatMap((one) => onB.map((other) => [one, other] as const));
  });
  const isWhole = ({ sireId, damId }: Parents<Id>) => sireId !== null && damId !== null;
  const isCouple = meetings.some(
    ([one, other]) => isWhole(one) && one.sireId === other.sireId && one.damId === other.damId,
  );
  const isOpen = !isCouple && meetings.some(([one, other]) => !isWhole(one) || !isWhole(other));
  return { kind: "shared", stepsA, stepsB, isCouple, isOpen };
}

/** The two dogs must have no other relation. */
export function kinshipOf(relation: Relation): number {
  switch (relation.kind) {
    case "same":
      return 0.5;
    case "unknown":
      return 0;
    case "direct":
      return 0.5 ** (relation.steps + 1);
    case "shared":
      return (relation.isCouple ? 2 : 1) * 0.5 ** (relation.stepsA + relation.stepsB + 1);
    default:
      return relation satisfies never;
  }
}

export interface NamedDog {
  readonly name: string;
  readonly gender: Gender;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const TIMES = ["", " once removed", " twice removed", " three times removed", " four times removed"];

/** 'Great' is written at most three times, because nobody counts more. */
const GREATS = 3;

/** `steps` is the number of generations above the dog. */
function directWord(steps: number, gender: Gender): string | null {
  if (steps === 1) return gender === "male" ? "sire" : "dam";
  if (steps - 2 > GREATS) return null;
  return `${"great-".repeat(steps - 2)}${gender === "male" ? "grandsire" : "granddam"}`;
}

/** The ancestor is that number of generations above the younger dog. */
const uncleWord = (greats: number, gender: Gender): string =>
  `${"great-".repeat(greats)}${gender === "male" ? "uncle" : "aunt"}`;

const aOrAn = (word: string): string => `${/^[aeiou]/u.test(word) ? "an" : "a"} ${word}`;

function sharedWords(a: NamedDog, b: NamedDog, relation: Extract<Relation, { kind: "shared" }>): string {
  const { stepsA, stepsB, isCouple } = relation;
  const [near, far] = [Math.min(stepsA, stepsB), Math.max(stepsA, stepsB)];
  const half = isCouple ? "" : "half ";
  const both = `${a.name} and ${b.name} are`;
  if (far === 1) return `${both} ${isCouple ? "full" : "half"} siblings`;
  if (near === 1 && far - 2 <= GREATS) {
    const [elder, younger] = stepsA < stepsB ? [a, b] : [b, a];
    return `${elder.name} is ${aOrAn(`${half}${uncleWord(far - 2, elder.gender)}`)} of ${younger.name}`;
  }
  const [ordinal, removed] = [ORDINALS[near - 2], TIMES[far - near]];
  if (ordinal !== undefined && removed !== undefined) {
    return `${both} ${half}${ordinal} cousins${removed}`;
  }
  return `${both} related ${stepsA} and ${stepsB} generations back`;
}

export function describeRelation(relation: Relation, a: NamedDog, b: NamedDog): string {
  switch (relation.kind) {
    case "same":
      return "This is the same dog";
    case "unknown":
      return "No common ancestor is recorded";
    case "direct": {
      const [elder, younger] = relation.ancestor === "a" ? [a, b] : [b, a];
      const word = directWord(relation.steps, elder.gender);
      return word
        ? `${elder.name} is ${relation.steps === 1 ? "the" : "a"} ${word} of ${younger.name}`
        : `${elder.name} is an ancestor of ${younger.name}, ${relation.steps} generations up`;
    }
    case "shared": {
      const words = sharedWords(a, b, relation);
      return relation.isOpen ? `${words}, or closer: the other parent is not recorded` : words;
    }
    default:
      return relation satisfies never;
  }
}
