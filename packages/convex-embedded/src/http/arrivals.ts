/**
 * The incomplete messages and bodies that have arrived and are in memory, however slow their senders are. Their
 * size is limited for one address, and for all together. Above the limit the oldest arrival is ended: of the
 * address that has too much, or of the address that has the most. A client with an ordinary connection has finished
 * before that.
 */
import { MAX_UNFINISHED_BYTES, MAX_UNFINISHED_BYTES_PER_ADDRESS, UNCOUNTED_BYTES } from "./limits.js";

interface ArrivalLimits {
  readonly perAddress: number;
  readonly together: number;
}

export class Arrivals {
  /** The oldest arrival is first. */
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

  get together(): number {
    return this.#together;
  }

  /** `giveUp` ends the arrival if its memory is needed. */
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

/** The data that one socket or one request sends. */
export class Arrival {
  #bytes = 0;
  #lastChunk = 0;
  #isOver = false;

  constructor(
    readonly address: string,
    private readonly end: () => void,
    private readonly onChange: (arrival: Arrival, before: number) => void,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  arrived(bytes: number): void {
    this.#lastChunk = bytes;
    this.#set(this.#bytes + bytes);
  }

  /**
   * Called when a message of this many bytes is complete. At most the data that arrived with its end belong to the
   * next message.
   */
  finished(bytes: number): void {
    this.#set(Math.min(this.#bytes - bytes, this.#lastChunk));
  }

  /** Called when a control frame between the parts of a message is complete. */
  passed(bytes: number): void {
    this.#set(this.#bytes - bytes);
  }

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

/** Arrivals that take hardly more memory than their socket are not counted. */
function countedOf(bytes: number): number {
  return bytes > UNCOUNTED_BYTES ? bytes : 0;
}
