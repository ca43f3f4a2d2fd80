/** The dogs of a kennel in the form in which an import looks them up. No step of an import changes these data. */
import type { Gender } from "../dogs/rules";
import { foldText } from "../text/text";
import type { KnownDog } from "./planned";
import { digitsOf, isAlikeNumber } from "./read-values";

interface Listed {
  readonly gender: Gender;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
  readonly otherKeys?: readonly string[] | undefined;
  readonly fileId?: string | undefined;
}

const NONE: readonly never[] = [];

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
    for (const key of entry.otherKeys ?? []) if (!this.byNumber.has(key)) this.byNumber.set(key, entry);
    list(this.byName, `${entry.gender} ${entry.nameKey}`, entry);
  }

  fileId(id: string | undefined): T | undefined {
    return id === undefined ? undefined : this.byFileId.get(id);
  }

  number(key: string | undefined): T | undefined {
    return key === undefined ? undefined : this.byNumber.get(key);
  }

  /** The number may have another form. */
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

interface Known<Id extends string> {
  readonly dog: KnownDog<Id>;
  readonly gender: Gender;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
  readonly otherKeys: readonly string[] | undefined;
}

export class KnownDogs<Id extends string> {
  readonly byId = new Map<string, KnownDog<Id>>();
  readonly directory = new Directory<Known<Id>>();
  readonly byChip = new Map<string, KnownDog<Id>>();
  /** An empty text if no birth date of the offspring is known. */
  readonly firstBirths = new Map<string, string>();
  /** Breedings refer to these dogs. */
  readonly bred = new Set<string>();
  readonly counts = { listed: 0, external: 0 };

  add(dog: KnownDog<Id>): void {
    this.counts[dog.isExternal ? "external" : "listed"] += 1;
    this.byId.set(dog._id, dog);
    this.directory.add({
      dog,
      gender: dog.gender,
      nameKey: foldText(dog.name),
      numberKey: dog.registrationKey,
      otherKeys: dog.otherKeys,
    });
    if (dog.microchipKey !== undefined) this.byChip.set(dog.microchipKey, dog);
    for (const parentId of [dog.sireId, dog.damId]) {
      if (parentId === undefined) continue;
      const births = [this.firstBirths.get(parentId), dog.dateOfBirth].filter(Boolean);
      this.firstBirths.set(parentId, births.sort()[0] ?? "");
    }
  }
}
