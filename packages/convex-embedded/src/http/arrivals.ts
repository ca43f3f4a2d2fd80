/**
 * What has arrived of messages and bodies that are not whole yet, and therefore stays in memory whoever sends them and
 * however slowly: so much of one address, so much of all together. When it is more, what began first goes first: of the
 * address that has too much, or of the one that has most. Who sends at an ordinary pace is done before that.
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

  /** Begins to count what one sender sends; `giveUp` ends it when it has to go. */
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

  /** What has arrived of the message that is not whole. */
  get bytes(): number {
    return this.#bytes;
  }

  /** More has arrived. */
  arrived(bytes: number): void {
    this.#lastChunk = bytes;
    this.#set(this.#bytes + bytes);
  }

  /** A message of so many bytes is whole: at most what came with its end is of the next one. */
  finished(bytes: number): void {
    this.#set(Math.min(this.#bytes - bytes, this.#lastChunk));
  }

  /** Something that may stand between the parts of a message is whole. */
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

/** What hardly takes more than its socket does itself is not counted. */
function countedOf(bytes: number): number {
  return bytes > UNCOUNTED_BYTES ? bytes : 0;
}
