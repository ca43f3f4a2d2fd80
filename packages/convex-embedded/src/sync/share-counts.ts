/**
 * Counts how much of something each client has on all its sockets together: one count per key, which is removed at
 * zero.
 */
export class ShareCounts {
  readonly #taken = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** False, and nothing is counted, if there is no room. */
  enter(key: string, count = 1): boolean {
    const before = this.#taken.get(key) ?? 0;
    if (before + count > this.most) return false;
    if (count > 0) this.#taken.set(key, before + count);
    return true;
  }

  leave(key: string, count = 1): void {
    const left = (this.#taken.get(key) ?? 0) - count;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }
}

/**
 * One socket's part of its client's count. When somebody signs in it is moved to the user, and when the socket ends
 * it is subtracted.
 */
export class SocketShare {
  #count = 0;

  constructor(
    private readonly counts: ShareCounts,
    private key: string,
  ) {}

  /** False, and nothing is counted, if the client has no room. */
  take(count = 1): boolean {
    if (!this.counts.enter(this.key, count)) return false;
    this.#count += count;
    return true;
  }

  /** Gives back at most what was taken. */
  giveBack(count = 1): void {
    if (this.#count === 0) return;
    this.counts.leave(this.key, count);
    this.#count -= count;
  }

  /** If the other client has no room, the part is removed and false is returned. */
  moveTo(key: string): boolean {
    if (key === this.key) return true;
    const count = this.#count;
    this.giveAllBack();
    this.key = key;
    if (!this.counts.enter(key, count)) return false;
    this.#count = count;
    return true;
  }

  giveAllBack(): void {
    if (this.#count > 0) this.counts.leave(this.key, this.#count);
    this.#count = 0;
  }
}
