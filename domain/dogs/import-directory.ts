/** Finds dogs by what a file may call them: the file's own id, a registration number, or gender and name. */
import type { Gender } from "../constants/dogs";
import { digitsOf, isAlikeNumber } from "./import-numbers";

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
