/**
 * Measures a value of a JSON text before it is parsed, while the text arrives piece by piece. A few hundred
 * kilobytes of ZIP can unpack to millions of empty objects, each of which needs many times more memory than its
 * characters. Only the parser decides whether the text is valid JSON.
 */

export interface JsonLimits {
  readonly containers: number;
  readonly values: number;
  /** The number of values in one object. An object's names need more memory than its values. */
  readonly fields: number;
  readonly depth: number;
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
const BACKSLASH = 0x5c;

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export class JsonWeigher {
  containers = 0;
  values = 0;
  isOver = false;
  isTooDeep = false;
  isTooHeavy = false;
  private isInString = false;
  private isEscaped = false;
  /**
   * The number of values in each open object. For an array the number starts so low that it never reaches the
   * limit.
   */
  private readonly open: number[] = [];

  constructor(private readonly limits: JsonLimits) {}

  /** Continues at a position and returns where the value or the piece ends. Stops when a limit is exceeded. */
  read(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length;) {
      at = this.isInString ? this.readString(piece, at) : this.step(piece[at] ?? 0, at);
      if (this.isOver || this.isTooDeep || this.isTooHeavy) return at;
    }
    return piece.length;
  }

  private readString(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      if (this.isEscaped) this.isEscaped = false;
      else if (piece[at] === BACKSLASH) this.isEscaped = true;
      else if (piece[at] === QUOTE) {
        this.isInString = false;
        this.isOver = this.open.length === 0;
        return at + 1;
      }
    }
    return piece.length;
  }

  private step(byte: number, at: number): number {
    switch (byte) {
      case QUOTE:
        this.isInString = true;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.enter(byte);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        // A number or a word can end only because its container ends.
        if (this.open.length === 0) return this.endAt(at);
        this.open.pop();
        if (this.open.length === 0) return this.endAt(at + 1);
        break;
      case COMMA:
        if (this.open.length === 0) return this.endAt(at);
        this.count();
        break;
      default:
        if (this.open.length === 0 && isSpace(byte)) return this.endAt(at);
    }
    return at + 1;
  }

  private endAt(at: number): number {
    this.isOver = true;
    return at;
  }

  private enter(byte: number): void {
    this.containers += 1;
    this.values += 1;
    this.open.push(byte === OPEN_BRACE ? 1 : -Infinity);
    this.isTooDeep = this.open.length > this.limits.depth;
    this.weigh();
  }

  private count(): void {
    this.values += 1;
    const fields = (this.open.pop() ?? 0) + 1;
    this.open.push(fields);
    this.isTooHeavy = fields > this.limits.fields;
    this.weigh();
  }

  private weigh(): void {
    const { containers, values } = this.limits;
    if (this.containers > containers || this.values > values) this.isTooHeavy = true;
  }
}
