/**
 * Returns the documents of a search, best first. The read set contains the whole search from the start, because
 * every match affects the order. Of the documents it contains only the returned ones. After a write of the same
 * transaction between two steps, the search runs again from its position.
 */
import { encodeKeyPart } from "../../values/key-codec.js";
import type { KeyRange } from "../api.js";
import type { Row } from "../document-store.js";
import { DatabaseError } from "../errors.js";
import type { ScanContext } from "../index-scan.js";
import { MAX_SEARCH_RESULTS } from "../limits.js";
import { rank } from "./ranking.js";
import type { RankedMatch } from "./ranking.js";
import { readSetId, searchedRanges } from "./text-entry.js";
import type { TextSearch } from "./text-query.js";

interface Candidate {
  readonly id: string;
  readonly key: string;
}

export class SearchScan {
  #candidates: readonly Candidate[] = [];
  #next = 0;
  #rankedAt = -1;
  #last: string | null = null;
  /** Whether there may be matches after the last candidate. */
  #isCut = false;
  #isDone = false;

  constructor(
    private readonly context: ScanContext,
    private readonly search: TextSearch,
    private readonly range: KeyRange,
  ) {
    for (const read of searchedRanges(search, context)) {
      context.reads.addScan({ readSoFar: () => read }, true);
    }
  }

  next(): Row | null {
    if (this.#isDone) return null;
    if (this.#rankedAt !== this.context.writeVersion) this.#rank();
    const candidate = this.#candidates[this.#next];
    if (candidate === undefined) {
      if (this.#isCut) throw scannedTooMany();
      this.#isDone = true;
      return null;
    }
    this.#next += 1;
    this.#last = candidate.key;
    return this.#load(candidate);
  }

  #rank(): void {
    const ranked = rank(this.search, this.context.source.searchText(this.search)).slice(
      0,
      MAX_SEARCH_RESULTS,
    );
    const { start, end } = this.range;
    const candidates = ranked.map((match) => ({ id: match.id, key: keyOf(match) }));
    this.#candidates = candidates.filter(
      ({ key }) => key >= start && (end === null || key < end) && (this.#last === null || key > this.#last),
    );
    this.#isCut = ranked.length === MAX_SEARCH_RESULTS && end === null;
    this.#rankedAt = this.context.writeVersion;
    this.#next = 0;
  }

  #load({ id, key }: Candidate): Row {
    const { reads, source } = this.context;
    const { byId } = this.search.table;
    const idKey = encodeKeyPart(id);
    reads.addPoint(byId.id, idKey, true);
    const document = source.get(byId.id, idKey);
    if (document === null)
      throw new DatabaseError("Damaged", `A search found a document that is gone: ${id}`);
    reads.countDocument(document.size);
    return { key, json: document.json, size: document.size };
  }

  get isDone(): boolean {
    return this.#isDone;
  }
}

/** The keys in this range order the results. */
export function wholeSearch({ index }: TextSearch): KeyRange {
  return { indexId: readSetId(index), start: "", end: null };
}

function keyOf({ score, creationTime, id }: RankedMatch): string {
  return encodeKeyPart(-score) + encodeKeyPart(-creationTime) + encodeKeyPart(id);
}

function scannedTooMany(): DatabaseError {
  return new DatabaseError(
    "SearchQueryScannedTooManyDocumentsError",
    `Search query scanned too many documents (fetched ${MAX_SEARCH_RESULTS}). Consider using a smaller limit, ` +
      "paginating the query, or using a filter field to limit the number of documents pulled from the search index.",
  );
}
