/** Finds dogs by what a file may call them: the file's own id, a registration number, or gender and name. */
import type { Gender } from "../constants/dogs";

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
  private readonly byName = new Map<string, T[]>();

  add(entry: T): void {
    if (entry.fileId !== undefined) this.byFileId.set(entry.fileId, entry);
    if (entry.numberKey !== undefined) this.byNumber.set(entry.numberKey, entry);
    const key = `${entry.gender} ${entry.nameKey}`;
    const same = this.byName.get(key);
    if (same) same.push(entry);
    else this.byName.set(key, [entry]);
  }

  fileId(id: string | undefined): T | undefined {
    return id === undefined ? undefined : this.byFileId.get(id);
  }

  number(key: string | undefined): T | undefined {
    return key === undefined ? undefined : this.byNumber.get(key);
  }

  names(gender: Gender, nameKey: string): readonly T[] {
    return this.byName.get(`${gender} ${nameKey}`) ?? NONE;
  }
}
