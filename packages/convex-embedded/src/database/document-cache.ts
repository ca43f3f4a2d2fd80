/**
 * The documents that were read recently, in memory. Only this process writes to the file, so cached documents
 * always equal the stored ones. A document that the open transaction has written is removed. After the commit, its
 * new version is added if an older one was cached. There are two generations. New documents, and those that are
 * read again, are young. When there are too many young ones, they become the old generation, and the former old
 * generation is dropped.
 */
export interface StoredDocument {
  readonly seq: number;
  readonly json: string;
  readonly size: number;
}

/** In characters, including the overhead of each document. */
const MAX_GENERATION = 4 << 20;
const DOCUMENT_OVERHEAD = 200;
/** Longer documents are not cached. They are rare, and would displace many others. */
const MAX_TEXT_LENGTH = 1 << 16;

class Generation {
  readonly bySeq = new Map<number, StoredDocument>();
  /** By the index of ids, and then by the key in this index. */
  readonly seqOfKey = new Map<number, Map<string, number>>();
  size = 0;
}

export class DocumentCache {
  #young = new Generation();
  #old = new Generation();
  /** The rows that the open transaction has written. The value is the new version if the document was cached. */
  #written = new Map<number, StoredDocument | null>();

  constructor(private readonly maxGeneration = MAX_GENERATION) {}

  bySeq(seq: number): StoredDocument | undefined {
    const young = this.#young.bySeq.get(seq);
    if (young !== undefined) return young;
    const old = this.#old.bySeq.get(seq);
    if (old !== undefined) this.#keep(old);
    return old;
  }

  byKey(indexId: number, key: string): StoredDocument | undefined {
    const young = this.#young.seqOfKey.get(indexId)?.get(key);
    if (young !== undefined) return this.bySeq(young);
    const old = this.#old.seqOfKey.get(indexId)?.get(key);
    if (old === undefined) return undefined;
    this.#keepKey(indexId, key, old);
    return this.bySeq(old);
  }

  add(document: StoredDocument): void {
    if (document.json.length > MAX_TEXT_LENGTH || this.#written.has(document.seq)) return;
    this.#keep(document);
  }

  addByKey(indexId: number, key: string, document: StoredDocument): void {
    if (document.json.length > MAX_TEXT_LENGTH || this.#written.has(document.seq)) return;
    this.#keep(document);
    this.#keepKey(indexId, key, document.seq);
  }

  /** `document` is the new version. It is null if the document is new or deleted. */
  written(seq: number, document: StoredDocument | null): void {
    const wasYoung = this.#young.bySeq.delete(seq);
    const wasHere = this.#old.bySeq.delete(seq) || wasYoung || (this.#written.get(seq) ?? null) !== null;
    this.#written.set(seq, wasHere ? document : null);
  }

  /** Called when the document of an id has left its former row. */
  forgetKey(indexId: number, key: string): void {
    this.#young.seqOfKey.get(indexId)?.delete(key);
    this.#old.seqOfKey.get(indexId)?.delete(key);
  }

  /** Called when a part of the open transaction was rolled back. Its rows must then be read again. */
  undone(): void {
    for (const seq of this.#written.keys()) this.#written.set(seq, null);
  }

  ended(isCommitted: boolean): void {
    if (this.#written.size === 0) return;
    const written = this.#written;
    this.#written = new Map();
    if (!isCommitted) return;
    for (const document of written.values()) if (document !== null) this.add(document);
  }

  clear(): void {
    this.#young = new Generation();
    this.#old = new Generation();
    this.#written = new Map();
  }

  #keepKey(indexId: number, key: string, seq: number): void {
    const known = this.#young.seqOfKey.get(indexId);
    if (known === undefined) this.#young.seqOfKey.set(indexId, new Map([[key, seq]]));
    else known.set(key, seq);
  }

  #keep(document: StoredDocument): void {
    this.#young.bySeq.set(document.seq, document);
    this.#young.size += document.json.length + DOCUMENT_OVERHEAD;
    if (this.#young.size <= this.maxGeneration) return;
    this.#old = this.#young;
    this.#young = new Generation();
  }
}
