/** Finds dogs by what a file may call them: the file's own id, a registration number, or gender and name. */
import type { Gender } from "../dogs/rules";
import { digitsOf, isAlikeNumber, type ImportValues } from "./read-values";
import { foldText } from "../text/text";
import type { ParentRole } from "../dogs/checks";

interface Listed {
  readonly gender: Gender;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
  readonly fileId?: string | undefined;
}

const NONE: readonly never[] = [];

/** Looks dogs up; keys come folded. */
export class Directory<T extends Listed> {
  private readonly byFileId = new Map<string, T>();
  private readonly byNumber = new Map<string, T>();
  private readonly byDigits = new Map<string, T[]>();
  private readonly byName = new Map<string, T[]>();

  add(entry: T): void {
    if (entry.fileId !== undefined) this.byFileId.set(entry.fileId, entry);
    if (entry.numberKey !== undefined) {
      this.byNumber.set(entry.numberKey, entry);
      list(this.byDigits, digitsOf(entry.numberKey), entry);
    }
    list(this.byName, `${entry.gender} ${entry.nameKey}`, entry);
  }

  fileId(id: string | undefined): T | undefined {
    return id === undefined ? undefined : this.byFileId.get(id);
  }

  number(key: string | undefined): T | undefined {
    return key === undefined ? undefined : this.byNumber.get(key);
  }

  /** Lists the dogs whose number may be this one in another form. */
  alikeNumbers(gender: Gender, key: string): T[] {
    const alike = this.byDigits.get(digitsOf(key)) ?? NONE;
    return alike.filter((entry) => entry.gender === gender && isAlikeNumber(entry.numberKey ?? "", key));
  }

  names(gender: Gender, nameKey: string): readonly T[] {
    return this.byName.get(`${gender} ${nameKey}`) ?? NONE;
  }
}

function list<T>(lists: Map<string, T[]>, key: string, entry: T): void {
  const same = lists.get(key);
  if (same) same.push(entry);
  else lists.set(key, [entry]);
}

/**
 * Parents that a file names and that are nobody's row: a word for 'unknown' that no list has becomes one dog with the
 * offspring of many. What no single dog can have is noticed here, and asked. Pure.
 */

/** Years between a dog's first and last litter, beyond which it is asked; with frozen semen there are more. */
const MOST_YEARS = 15;

/** Partners of a dog that goes by one word, from which on it is asked. */
const MANY_PARTNERS = 6;

/** What a file says of the offspring of all that it calls by one name. */
interface Offspring {
  readonly partners: Set<string>;
  readonly breeds: Set<string>;
  firstYear: number;
  lastYear: number;
}

const OTHER_ROLE = { sire: "dam", dam: "sire" } as const satisfies Record<ParentRole, ParentRole>;

const keyOf = (value: ImportValues[string] | undefined): string =>
  typeof value === "string" ? foldText(value) : "";

/** Collects the offspring of each parent by its name. */
export class Namesakes {
  private readonly offspring = { sire: new Map<string, Offspring>(), dam: new Map<string, Offspring>() };

  /** Notes that a row names a parent so. */
  add(role: ParentRole, nameKey: string, values: ImportValues): void {
    const all = this.offspring[role];
    let known = all.get(nameKey);
    if (!known) {
      known = { partners: new Set(), breeds: new Set(), firstYear: Infinity, lastYear: -Infinity };
      all.set(nameKey, known);
    }
    const partner = keyOf(values[OTHER_ROLE[role]]);
    const breed = keyOf(values.breed);
    const year = Number(/^\d{4}(?=-)/u.exec(keyOf(values.dateOfBirth))?.[0] ?? NaN);
    if (partner !== "") known.partners.add(partner);
    if (breed !== "") known.breeds.add(breed);
    if (year < known.firstYear) known.firstYear = year;
    if (year > known.lastYear) known.lastYear = year;
  }

  /** Says why a name may stand for several dogs or for none, or returns undefined. */
  doubt(role: ParentRole, nameKey: string): string | undefined {
    const known = this.offspring[role].get(nameKey);
    if (!known) return undefined;
    if (this.offspring[OTHER_ROLE[role]].has(nameKey)) return "It is named as a sire and as a dam";
    const { partners, breeds, firstYear, lastYear } = known;
    if (lastYear - firstYear > MOST_YEARS)
      return `Its offspring were born between ${firstYear} and ${lastYear}`;
    // A registered name has several words; what fills a cell has mostly one.
    if (nameKey.includes(" ")) return undefined;
    if (breeds.size > 1) return "Its offspring are of several breeds";
    if (partners.size >= MANY_PARTNERS)
      return `It has offspring with ${partners.size} partners and is itself not in the file`;
    return undefined;
  }
}
