/**
 * How fast one socket may send: a token bucket that fills at a steady rate, and how long to wait if it is empty.
 */
export class MessagePace {
  #room: number;
  #atMs: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly now: () => number,
  ) {
    this.#room = burst;
    this.#atMs = now();
  }

  count(): void {
    this.#fill();
    this.#room -= 1;
  }

  /** For how many milliseconds the socket should not be read. 0 if it may be read. */
  get waitMs(): number {
    this.#fill();
    return this.#room >= 0 ? 0 : Math.ceil((-this.#room / this.perSecond) * 1000);
  }

  /** A clock that is set back does not empty the bucket. */
  #fill(): void {
    const atMs = this.now();
    const grown = (Math.max(0, atMs - this.#atMs) / 1000) * this.perSecond;
    this.#room = Math.min(this.burst, this.#room + grown);
    this.#atMs = atMs;
  }
}
