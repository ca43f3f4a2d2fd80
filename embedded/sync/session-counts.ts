/** How many sockets each client has open: one count per key, gone with the last socket. */
export class SessionCounts {
  readonly #open = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Counts one more socket of a key; answers false, and counts nothing, when there is no room. */
  enter(key: string): boolean {
    const count = this.#open.get(key) ?? 0;
    if (count >= this.most) return false;
    this.#open.set(key, count + 1);
    return true;
  }

  /** Counts one socket of a key less. */
  leave(key: string): void {
    const count = this.#open.get(key) ?? 0;
    if (count > 1) this.#open.set(key, count - 1);
    else this.#open.delete(key);
  }
}
