/**
 * Finds where each section and record is in the text of a backup, while the text arrives piece by piece and without
 * parsing it. Records are combined into parts that are parsed one at a time. Therefore neither the number of
 * records nor a hostile file determines how much memory is needed. Pure.
 *   {"metadata": {...}, "data": {"dogs": [{...}, {...}], ...}, "files": {"<hash>": {...}, ...}}
 */
import type { Span } from "./byte-source";
import {
  MAX_FILES,
  MAX_KINDS,
  MAX_METADATA_BYTES,
  MAX_RECORD_BYTES,
  MAX_RECORDS,
  MAX_RECORDS_BYTES,
  METADATA_LIMITS,
  PART_BYTES,
  PART_CONTAINERS,
  RECORD_LIMITS,
} from "./format";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  JsonWeigher,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  type JsonLimits,
} from "./json-weight";

export class BrokenText extends Error {}

/** Thrown for a text that would need too much memory to parse. */
export class HeavyText extends Error {}

/** Consecutive records of a kind, with the position of the first record. */
export interface Part extends Span {
  readonly first: number;
  readonly count: number;
}

export interface Outline {
  readonly metadata: Span;
  readonly data: Span;
  readonly kinds: ReadonlyMap<string, readonly Part[]>;
  readonly files: ReadonlyMap<string, Span>;
}

const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** Characters before this character are written as escapes. */
const FIRST_PLAIN = 0x20;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** No name in our backups is that long. */
const MAX_NAME_BYTES = 256;

/** The largest file in base64, with its description. */
const MAX_FILE_TEXT_BYTES = 96 * 1024 * 1024;

/** Unknown sections are skipped. */
const IGNORED_LIMITS: JsonLimits = { containers: Infinity, values: Infinity, fields: Infinity, depth: 100 };

type Frame = "root" | "data" | "rows" | "files";
type Awaited = "document" | "firstName" | "name" | "colon" | "firstValue" | "value" | "next" | "nothing";

/** The value that is being skipped. */
interface Passing {
  readonly weigher: JsonWeigher;
  readonly from: number;
  readonly mostBytes: number;
}

/** The part to which further records of a kind are added. */
interface OpenPart {
  from: number;
  to: number;
  first: number;
  count: number;
  containers: number;
}

export class OutlineReader {
  private readonly frames: Frame[] = [];
  private awaited: Awaited = "document";
  /** Bytes before the current piece. */
  private offset = 0;
  private section = "";
  private kind = "";
  private name: number[] | null = null;
  private lastName = "";
  private passing: Passing | null = null;
  private records = 0;
  private metadata: Span | null = null;
  private data: Span | null = null;
  private readonly kinds = new Map<string, OpenPart[]>();
  private readonly files = new Map<string, Span>();

  /** Throws BrokenText or HeavyText. */
  read(piece: Uint8Array): void {
    const isMarked = this.offset === 0 && BYTE_ORDER_MARK.every((byte, place) => piece[place] === byte);
    for (let at = isMarked ? BYTE_ORDER_MARK.length : 0; at < piece.length;) {
      if (this.passing) at = this.pass(this.passing, piece, at);
      else if (this.name) at = this.readName(this.name, piece, at);
      else at = this.step(piece[at] ?? 0, at);
    }
    this.offset += piece.length;
    if (this.passing) this.checkBytes(this.passing, this.offset);
  }

  /** Throws BrokenText if the text is incomplete. */
  finish(): Outline {
    const { metadata, data, kinds, files } = this;
    if (this.awaited !== "nothing" || !metadata || !data) throw new BrokenText();
    return { metadata, data, kinds, files };
  }

  private step(byte: number, at: number): number {
    if (isSpace(byte)) return at + 1;
    switch (this.awaited) {
      case "firstName":
        return byte === CLOSE_BRACE ? this.leave(at) : this.beginName(byte, at);
      case "name":
        return this.beginName(byte, at);
      case "colon":
        if (byte !== COLON) throw new BrokenText();
        this.awaited = "value";
        return at + 1;
      case "firstValue":
        return byte === CLOSE_BRACKET ? this.leave(at) : this.begin(byte, at);
      case "document":
      case "value":
        return this.begin(byte, at);
      case "next":
        return this.goOn(byte, at);
      case "nothing":
        throw new BrokenText();
      default:
        return this.awaited satisfies never;
    }
  }

  private beginName(byte: number, at: number): number {
    if (byte !== QUOTE) throw new BrokenText();
    this.name = [];
    return at + 1;
  }

  private goOn(byte: number, at: number): number {
    const isList = this.frames.at(-1) === "rows";
    if (byte === (isList ? CLOSE_BRACKET : CLOSE_BRACE)) return this.leave(at);
    if (byte !== COMMA) throw new BrokenText();
    this.awaited = isList ? "value" : "name";
    return at + 1;
  }

  private readName(name: number[], piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (byte === QUOTE && !isEscapedAfter(name)) {
        this.lastName = nameOf(name);
        this.name = null;
        this.awaited = "colon";
        return at + 1;
      }
      name.push(byte);
      if (name.length > MAX_NAME_BYTES) throw new BrokenText();
    }
    return piece.length;
  }

  private enter(frame: Frame, at: number): number {
    this.frames.push(frame);
    this.awaited = frame === "rows" ? "firstValue" : "firstName";
    return at + 1;
  }

  private leave(at: number): number {
    if (this.frames.pop() === "data") this.endData(this.offset + at + 1);
    this.awaited = this.frames.length === 0 ? "nothing" : "next";
    return at + 1;
  }

  private begin(byte: number, at: number): number {
    switch (this.frames.at(-1)) {
      case undefined:
        if (byte !== OPEN_BRACE) throw new BrokenText();
        return this.enter("root", at);
      case "root":
        return this.beginSection(byte, at);
      case "data":
        if (byte !== OPEN_BRACKET) throw new BrokenText();
        this.kind = this.lastName;
        // If a kind occurs twice, its last array counts, as in a JSON parser.
        this.kinds.set(this.kind, []);
        if (this.kinds.size > MAX_KINDS) throw new HeavyText();
        return this.enter("rows", at);
      case "rows":
        if (byte !== OPEN_BRACE) throw new BrokenText();
        return this.passOver(RECORD_LIMITS, MAX_RECORD_BYTES, at);
      case "files":
        return this.passOver(METADATA_LIMITS, MAX_FILE_TEXT_BYTES, at);
    }
  }

  private beginSection(byte: number, at: number): number {
    this.section = this.lastName;
    if (this.section === "data" || this.section === "files") {
      if (byte !== OPEN_BRACE) throw new BrokenText();
      if (this.section === "files") this.files.clear();
      else {
        this.kinds.clear();
        this.data = { from: this.offset + at, to: Infinity };
      }
      return this.enter(this.section, at);
    }
    return this.section === "metadata"
      ? this.passOver(METADATA_LIMITS, MAX_METADATA_BYTES, at)
      : this.passOver(IGNORED_LIMITS, Infinity, at);
  }

  private endData(to: number): void {
    const { from } = this.data ?? { from: 0 };
    if (to - from > MAX_RECORDS_BYTES) throw new HeavyText();
    this.data = { from, to };
  }

  private passOver(limits: JsonLimits, mostBytes: number, at: number): number {
    this.passing = { weigher: new JsonWeigher(limits), from: this.offset + at, mostBytes };
    return at;
  }

  private checkBytes({ from, mostBytes }: Passing, to: number): void {
    if (to - from > mostBytes) throw new HeavyText();
  }

  private pass(passing: Passing, piece: Uint8Array, from: number): number {
    const { weigher } = passing;
    const at = weigher.read(piece, from);
    if (weigher.isTooDeep) throw new BrokenText();
    if (weigher.isTooHeavy) throw new HeavyText();
    if (!weigher.isOver) return at;
    const span: Span = { from: passing.from, to: this.offset + at };
    if (span.to === span.from) throw new BrokenText();
    this.checkBytes(passing, span.to);
    this.passing = null;
    this.awaited = "next";
    this.keep(span, weigher.containers);
    return at;
  }

  /** Saves the position of a skipped value. */
  private keep(span: Span, containers: number): void {
    const frame = this.frames.at(-1);
    if (frame === "rows") this.addRecord(span, containers);
    else if (frame === "files") {
      this.files.set(this.lastName, span);
      if (this.files.size > MAX_FILES) throw new HeavyText();
    } else if (this.section === "metadata") this.metadata = span;
  }

  private addRecord({ from, to }: Span, containers: number): void {
    this.records += 1;
    if (this.records > MAX_RECORDS) throw new HeavyText();
    const parts = this.kinds.get(this.kind) ?? [];
    const last = parts.at(-1);
    if (last && to - last.from <= PART_BYTES && last.containers + containers <= PART_CONTAINERS) {
      last.to = to;
      last.count += 1;
      last.containers += containers;
      return;
    }
    parts.push({ from, to, first: last ? last.first + last.count : 0, count: 1, containers });
  }
}

/** A character is escaped after an odd number of backslashes. */
function isEscapedAfter(bytes: readonly number[]): boolean {
  const other = bytes.findLastIndex((byte) => byte !== BACKSLASH);
  return (bytes.length - 1 - other) % 2 === 1;
}

/** Throws BrokenText for an invalid name. */
function nameOf(bytes: readonly number[]): string {
  try {
    const spelt = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
    // Nearly all names contain no escapes.
    const isPlain = bytes.every((byte) => byte !== BACKSLASH && byte >= FIRST_PLAIN);
    return isPlain ? spelt : String(JSON.parse(`"${spelt}"`));
  } catch {
    throw new BrokenText();
  }
}
