/**
 * What has arrived of incomplete messages and bodies, and therefore stays in memory, however slow their senders:
 * limited for one address, and for all together. Above the limit the oldest goes first: of the address that has too
 * much, or of the one that has most. A client with an ordinary connection is done before that.
 */
import { MAX_UNFINISHED_BYTES, MAX_UNFINISHED_BYTES_PER_ADDRESS, UNCOUNTED_BYTES } from "./limits.js";

interface ArrivalLimits {
  readonly perAddress: number;
  readonly together: number;
}

export class Arrivals {
  /** In the order in which they began. */
  readonly #counted = new Set<Arrival>();
  readonly #ofAddress = new Map<string, number>();
  readonly #limits: ArrivalLimits;
  #together = 0;

  constructor(limits: Partial<ArrivalLimits> = {}) {
    this.#limits = {
      perAddress: MAX_UNFINISHED_BYTES_PER_ADDRESS,
      together: MAX_UNFINISHED_BYTES,
      ...limits,
    };
  }

  /** Bytes of everything that counts. */
  get together(): number {
    return this.#together;
  }

  /** Begins to count what one sender sends; `giveUp` ends it if it must go. */
  open(address: string, giveUp: () => void): Arrival {
    return new Arrival(address, giveUp, (arrival, before) => this.#count(arrival, before));
  }

  #count(arrival: Arrival, before: number): void {
    const more = countedOf(arrival.bytes) - countedOf(before);
    if (more === 0) return;
    this.#together += more;
    const ofAddress = (this.#ofAddress.get(arrival.address) ?? 0) + more;
    if (ofAddress > 0) this.#ofAddress.set(arrival.address, ofAddress);
    else this.#ofAddress.delete(arrival.address);
    if (countedOf(arrival.bytes) === 0) this.#counted.delete(arrival);
    else this.#counted.add(arrival);
    if (ofAddress > this.#limits.perAddress) this.#giveUpOldestOf(arrival.address);
    else if (this.#together > this.#limits.together) this.#giveUpOldestOf(this.#largest());
  }

  #giveUpOldestOf(address: string): void {
    for (const arrival of this.#counted) {
      if (arrival.address === address) return arrival.giveUp();
    }
  }

  #largest(): string {
    let [largest, most] = ["", 0];
    for (const [address, bytes] of this.#ofAddress) if (bytes > most) [largest, most] = [address, bytes];
    return largest;
  }
}

/** What one socket or one request sends. */
export class Arrival {
  #bytes = 0;
  #lastChunk = 0;
  #isOver = false;

  constructor(
    readonly address: string,
    private readonly end: () => void,
    private readonly onChange: (arrival: Arrival, before: number) => void,
  ) {}

  /** What has arrived of the incomplete message. */
  get bytes(): number {
    return this.#bytes;
  }

  /** More has arrived. */
  arrived(bytes: number): void {
    this.#lastChunk = bytes;
    this.#set(this.#bytes + bytes);
  }

  /** A message of so many bytes is complete: at most what came with its end belongs to the next one. */
  finished(bytes: number): void {
    this.#set(Math.min(this.#bytes - bytes, this.#lastChunk));
  }

  /** Something between the parts of a message is complete. */
  passed(bytes: number): void {
    this.#set(this.#bytes - bytes);
  }

  /** Nothing of it is in memory any more. */
  over(): void {
    this.#set(0);
    this.#isOver = true;
  }

  giveUp(): void {
    this.over();
    this.end();
  }

  #set(bytes: number): void {
    if (this.#isOver) return;
    const before = this.#bytes;
    this.#bytes = Math.max(0, bytes);
    this.onChange(this, before);
  }
}

/** What takes hardly more memory than its socket is not counted. */
function countedOf(bytes: number): number {
  return bytes > UNCOUNTED_BYTES ? bytes : 0;
}
