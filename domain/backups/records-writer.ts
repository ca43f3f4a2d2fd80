/**
 * Writes the records of a backup as one text while they are read from the kennel, and calculates their checksum.
 * The text is in canonical form: kinds and fields are sorted by name.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { canonicalJson, toHex } from "./checksum";
import { MAX_RECORDS, MAX_RECORDS_BYTES, type BackupMetadata, type BackupRow } from "./format";

export class TooManyRecords extends Error {}

const PIECE_LENGTH = 1024 * 1024;

export interface WrittenRecords {
  readonly data: Blob;
  readonly checksum: string;
  readonly counts: Readonly<Record<string, number>>;
}

export class RecordsWriter {
  private readonly hash = sha256.create();
  private readonly encoder = new TextEncoder();
  private readonly pieces: Blob[] = [];
  private readonly counts: Record<string, number> = {};
  private waiting = "{";
  private last = "";
  private records = 0;
  private bytes = 0;

  constructor(private readonly most = { records: MAX_RECORDS, bytes: MAX_RECORDS_BYTES }) {}

  /** Kinds must be added in the order of their names. */
  begin(kind: string): void {
    if (kind <= this.last) throw new Error(`${kind} comes after ${this.last}`);
    this.waiting += `${this.last === "" ? "" : "],"}${JSON.stringify(kind)}:[`;
    this.last = kind;
    this.counts[kind] = 0;
  }

  /** Throws TooManyRecords. */
  add(rows: readonly BackupRow[]): void {
    for (const row of rows) {
      const count = this.counts[this.last] ?? 0;
      this.waiting += `${count === 0 ? "" : ","}${canonicalJson(row)}`;
      this.counts[this.last] = count + 1;
      if (this.waiting.length > PIECE_LENGTH) this.flush();
    }
    this.records += rows.length;
    if (this.records > this.most.records || this.bytes > this.most.bytes) throw new TooManyRecords();
  }

  private flush(): void {
    const piece = this.encoder.encode(this.waiting);
    this.waiting = "";
    this.hash.update(piece);
    this.bytes += piece.length;
    this.pieces.push(new Blob([piece]));
  }

  /** Throws TooManyRecords. */
  finish(): WrittenRecords {
    this.waiting += this.last === "" ? "}" : "]}";
    this.flush();
    if (this.bytes > this.most.bytes) throw new TooManyRecords();
    return {
      data: new Blob(this.pieces),
      checksum: `sha256:${toHex(this.hash.digest())}`,
      counts: this.counts,
    };
  }
}

export const recordsBlob = (metadata: BackupMetadata, data: Blob): Blob =>
  new Blob([`{"metadata":${canonicalJson(metadata)},"data":`, data, "}"], { type: "application/json" });
