/**
 * The records in the text of a backup. They are located once, compared with their checksum, and then parsed part by
 * part as often as needed. Only one part is in memory at a time.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { piecesOf, type ByteSource, type Span } from "./byte-source";
import { canonicalJson, toHex } from "./checksum";
import {
  BACKUP_PRODUCT,
  BACKUP_VERSION,
  EXPORT_ORIGIN,
  fileSchema,
  INVALID_BACKUP,
  isHash,
  MAX_JSON_BYTES,
  metadataSchema,
  type BackupFile,
  type BackupMetadata,
  type BackupRow,
} from "./format";
import { BrokenText, HeavyText, OutlineReader, type Outline, type Part } from "./outline";

/** The message explains the reason to the breeder. */
export class BackupProblem extends Error {}

const TOO_MUCH = `${INVALID_BACKUP}: it contains more than can be read at once`;

/** Throws BackupProblem. */
async function outlineOf(source: ByteSource): Promise<Outline> {
  if (source.size > MAX_JSON_BYTES) throw new BackupProblem(TOO_MUCH);
  const reader = new OutlineReader();
  try {
    for await (const piece of piecesOf(source, { from: 0, to: source.size })) reader.read(piece);
    return reader.finish();
  } catch (error) {
    if (error instanceof HeavyText) throw new BackupProblem(TOO_MUCH);
    if (error instanceof BrokenText) throw new BackupProblem(INVALID_BACKUP);
    throw error;
  }
}

/** An unpaired surrogate. A text can contain it only as a JSON escape, and no database or checksum can store it. */
const HALF = /\p{Cs}/u;
const SPELT_HALF = /\\u[dD]/;

function hasHalves(value: unknown): boolean {
  if (typeof value === "string") return HALF.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, part]) => HALF.test(name) || hasHalves(part));
}

/** The size of the text was checked before. Throws BackupProblem. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!SPELT_HALF.test(text) || !hasHalves(value)) return value;
  } catch {
    throw new BackupProblem(INVALID_BACKUP);
  }
  throw new BackupProblem(`${INVALID_BACKUP}: it contains half a character`);
}

const isExport = ({ product, kind }: BackupMetadata): boolean =>
  product === EXPORT_ORIGIN.product && kind === EXPORT_ORIGIN.kind;

/** References in an export contain names, which are only for people. */
function withoutNames({ names: _names, kennelId: _kennel, ...row }: BackupRow): BackupRow {
  return row;
}

function checkOrigin(metadata: BackupMetadata): void {
  const { product, version } = metadata;
  if (product !== undefined && product !== BACKUP_PRODUCT && !isExport(metadata)) {
    throw new BackupProblem(`${INVALID_BACKUP}: it was not made by Studbook`);
  }
  if (version === undefined) return;
  if (version > (isExport(metadata) ? EXPORT_ORIGIN.version : BACKUP_VERSION)) {
    throw new BackupProblem(`${INVALID_BACKUP}: it was made by a newer version of Studbook`);
  }
  if (!Number.isInteger(version) || version < 1) throw new BackupProblem(INVALID_BACKUP);
}

/** Throws BackupProblem if the nesting is deeper than in any real record. */
function spell(rows: readonly BackupRow[]): string {
  try {
    return rows.map(canonicalJson).join(",");
  } catch {
    throw new BackupProblem(INVALID_BACKUP);
  }
}

export class Records {
  constructor(
    private readonly source: ByteSource,
    private readonly outline: Outline,
    readonly metadata: BackupMetadata,
  ) {}

  get kinds(): string[] {
    return [...this.outline.kinds.keys()];
  }

  /** Empty kinds are left out. */
  get counts(): Record<string, number> {
    const counts = this.kinds.map((kind) => [kind, this.countOf(kind)] as const);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  countOf(kind: string): number {
    const last = this.outline.kinds.get(kind)?.at(-1);
    return last ? last.first + last.count : 0;
  }

  /** The first record has the number `from`. Throws BackupProblem. */
  async *parts(kind: string, from = 0): AsyncGenerator<{ first: number; rows: BackupRow[] }> {
    for (const part of this.outline.kinds.get(kind) ?? []) {
      if (part.first + part.count <= from) continue;
      const rows = await this.rowsIn(part);
      const skipped = Math.max(0, from - part.first);
      yield { first: part.first + skipped, rows: skipped === 0 ? rows : rows.slice(skipped) };
    }
  }

  async single(kind: string): Promise<BackupRow | undefined> {
    for await (const { rows } of this.parts(kind)) return rows[0];
    return undefined;
  }

  private async rowsIn(part: Part): Promise<BackupRow[]> {
    const rows = parse(`[${await textIn(this.source, part)}]`);
    // The outline counted this number of objects.
    if (!Array.isArray(rows) || rows.length !== part.count) throw new BackupProblem(INVALID_BACKUP);
    const read = rows as BackupRow[]; // The outline counted objects.
    return isExport(this.metadata) ? read.map(withoutNames) : read;
  }

  async files(): Promise<BackupFile[]> {
    const files: BackupFile[] = [];
    for (const [sha256, span] of this.outline.files) {
      if (!isHash(sha256)) throw new BackupProblem(INVALID_BACKUP);
      const { type, size } = await this.fileIn(span);
      files.push({ sha256, type, size });
    }
    return files;
  }

  /** Returns base64; undefined if the text does not contain the file. */
  async contentOf(sha256: string): Promise<string | undefined> {
    const span = this.outline.files.get(sha256);
    return span && (await this.fileIn(span)).data;
  }

  private async fileIn(span: Span) {
    const found = fileSchema.safeParse(parse(await textIn(this.source, span)));
    if (!found.success) throw new BackupProblem(INVALID_BACKUP);
    return found.data;
  }

  /** Compares the records with their checksum; throws BackupProblem. */
  async compare(): Promise<void> {
    const { checksum } = this.metadata;
    if (checksum === undefined) return;
    const plain = sha256.create();
    for await (const piece of piecesOf(this.source, this.outline.data)) plain.update(piece);
    if (checksum === `sha256:${toHex(plain.digest())}` || checksum === `sha256:${await this.canonicalHash()}`)
      return;
    throw new BackupProblem(`${INVALID_BACKUP}: its contents were changed or damaged after it was made`);
  }

  private async canonicalHash(): Promise<string> {
    const hash = sha256.create();
    const encoder = new TextEncoder();
    let before = "{";
    for (const kind of this.kinds.sort()) {
      hash.update(encoder.encode(`${before}${JSON.stringify(kind)}:[`));
      for await (const { first, rows } of this.parts(kind)) {
        hash.update(encoder.encode(`${first > 0 ? "," : ""}${spell(rows)}`));
      }
      before = "],";
    }
    return toHex(hash.update(encoder.encode(before === "{" ? "{}" : "]}")).digest());
  }

  /** Parses every record once. Throws BackupProblem for invalid JSON. */
  async readThrough(): Promise<void> {
    for (const kind of this.kinds) for await (const { rows } of this.parts(kind)) spell(rows);
  }

  /** The text is without the files. */
  async text(): Promise<Blob> {
    const pieces: Blob[] = [];
    for await (const piece of piecesOf(this.source, this.outline.data)) {
      pieces.push(new Blob([new Uint8Array(piece)]));
    }
    return new Blob([`{"metadata":${canonicalJson(this.metadata)},"data":`, ...pieces, "}"], {
      type: "application/json",
    });
  }
}

async function textIn(source: ByteSource, { from, to }: Span): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await source.read(from, to));
  } catch {
    throw new BackupProblem(INVALID_BACKUP);
  }
}

/** Throws BackupProblem. */
export async function openRecords(source: ByteSource): Promise<Records> {
  const outline = await outlineOf(source);
  const metadata = metadataSchema.safeParse(parse(await textIn(source, outline.metadata)));
  if (!metadata.success) throw new BackupProblem(INVALID_BACKUP);
  checkOrigin(metadata.data);
  const records = new Records(source, outline, metadata.data);
  await records.compare();
  return records;
}
