/**
 * Weights and temperatures that wait to be sent to the server. Each entry stays in the browser's storage until the
 * server has acknowledged it, so that neither a reload nor an empty battery loses the entry. Because each entry has
 * a key, sending it twice is harmless. Entries are sent in the order in which they were entered. An entry that the
 * server refuses for good is shown until somebody has read the refusal.
 */
import { readStored, writeStored } from "@/lib/browser-storage";
import { getErrorData } from "@domain/errors";

const STORAGE_KEY = "studbook.weighings";
const RETRY_MS = 4000;

interface Typed {
  /**
   * The id of the person who entered the value. In entries of earlier versions, this is the email address. Another
   * person on this device never sends this entry.
   */
  readonly by?: string;
}

interface WeighingEntry extends Typed {
  readonly kind: "weigh";
  readonly litterId: string;
  readonly puppyId: string;
  readonly grams: number;
  readonly weighedAt: number;
  readonly entryKey: string;
}

interface UndoEntry extends Typed {
  readonly kind: "undo";
  readonly litterId: string;
  /** The key of the weight that this entry reverts. */
  readonly entryKey: string;
}

export interface TemperatureEntry extends Typed {
  readonly kind: "temperature";
  readonly breedingId: string;
  readonly temperatureFahrenheit: number;
  readonly takenAt: number;
  readonly entryKey: string;
}

export type QueuedEntry = WeighingEntry | UndoEntry | TemperatureEntry;

interface OtherWeight {
  readonly grams: number;
  readonly weighedAt: number;
  readonly entryKey: string;
}

interface WeighingOutcome {
  readonly outcome: "stored" | "known" | "same" | "second";
  readonly other: OtherWeight | null;
}

/** A message about a weight: the puppy was weighed twice, the weight already existed, or the server refused it. */
export interface WeighingNotice {
  readonly entry: WeighingEntry;
  readonly kind: "same" | "second" | "refused";
  readonly other: OtherWeight | null;
  /** Why the server refused the weight. */
  readonly reason: string | null;
}

/** A temperature that the server refused for good. */
export interface RefusedTemperature {
  readonly entry: TemperatureEntry;
  readonly reason: string;
}

/** One call for each kind of entry. */
export interface WeighingTransport {
  readonly weigh: (entry: WeighingEntry) => Promise<WeighingOutcome>;
  readonly undo: (entry: UndoEntry) => Promise<unknown>;
  readonly temperature: (entry: TemperatureEntry) => Promise<unknown>;
}

interface QueueState {
  readonly entries: readonly QueuedEntry[];
  readonly notices: readonly WeighingNotice[];
  readonly refused: readonly RefusedTemperature[];
}

const isOfLitter = (value: object): boolean =>
  "litterId" in value &&
  typeof value.litterId === "string" &&
  "kind" in value &&
  (value.kind === "undo" || (value.kind === "weigh" && "grams" in value && typeof value.grams === "number"));

const isTemperature = (value: object): boolean =>
  "kind" in value &&
  value.kind === "temperature" &&
  "breedingId" in value &&
  typeof value.breedingId === "string" &&
  "temperatureFahrenheit" in value &&
  typeof value.temperatureFahrenheit === "number" &&
  "takenAt" in value &&
  typeof value.takenAt === "number";

const isEntry = (value: unknown): value is QueuedEntry =>
  typeof value === "object" &&
  value !== null &&
  "entryKey" in value &&
  typeof value.entryKey === "string" &&
  (isOfLitter(value) || isTemperature(value));

function parse(text: string | null): QueuedEntry[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const idOf = ({ kind, entryKey }: QueuedEntry): string => `${kind} ${entryKey}`;

export class WeighingQueue {
  private state: QueueState = { entries: parse(readStored(STORAGE_KEY)), notices: [], refused: [] };
  private readonly listeners = new Set<() => void>();
  private underway = new Set<string>();
  private transport: WeighingTransport | null = null;
  private account: string | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): QueueState => this.state;

  isOwn({ by }: QueuedEntry): boolean {
    return by === undefined || by === this.account;
  }

  add(entry: QueuedEntry): void {
    const typed = this.account === undefined ? entry : { ...entry, by: this.account };
    this.change((entries) => [...entries, typed]);
    this.send();
  }

  /** Sends the entries of one account. Returns a function that stops the sending. */
  start(transport: WeighingTransport, account: string, email?: string): () => void {
    this.transport = transport;
    this.account = account;
    // Calls of an earlier connection may never return.
    this.underway = new Set();
    // Another tab of this browser may have added or sent entries.
    const follow = (event: StorageEvent) => {
      if (event.key === STORAGE_KEY) this.update({ entries: parse(event.newValue) });
    };
    window.addEventListener("storage", follow);
    // The account is known only now. Entries from before this start belong to it as well.
    this.change((entries) =>
      entries.map((entry) =>
        entry.by === undefined || entry.by === email ? { ...entry, by: account } : entry,
      ),
    );
    this.send();
    return () => {
      window.removeEventListener("storage", follow);
      if (this.transport !== transport) return;
      this.transport = null;
      // Entries that are added before the next start belong to that account.
      this.account = undefined;
    };
  }

  dismiss(notice: WeighingNotice): void {
    this.update({ notices: this.state.notices.filter((one) => one !== notice) });
  }

  dismissRefused(refused: RefusedTemperature): void {
    this.update({ refused: this.state.refused.filter((one) => one !== refused) });
  }

  private update(change: Partial<QueueState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Another tab may have written the stored entries last. */
  private change(make: (entries: readonly QueuedEntry[]) => QueuedEntry[]): void {
    const stored = readStored(STORAGE_KEY);
    const known = stored === null ? this.state.entries : parse(stored);
    const entries = make(known);
    writeStored(STORAGE_KEY, JSON.stringify(entries));
    this.update({ entries });
  }

  private send(): void {
    for (const entry of this.state.entries) {
      if (!this.transport || this.underway.has(idOf(entry))) continue;
      if (!this.isOwn(entry)) continue;
      this.underway.add(idOf(entry));
      void this.deliver(entry, this.transport);
    }
  }

  private async deliver(entry: QueuedEntry, transport: WeighingTransport): Promise<void> {
    try {
      if (entry.kind === "weigh") {
        const outcome = await transport.weigh(entry);
        this.finish(entry);
        this.note(entry, outcome);
        return;
      }
      await (entry.kind === "undo" ? transport.undo(entry) : transport.temperature(entry));
      this.finish(entry);
    } catch (error) {
      const refusal = getErrorData(error);
      if (refusal && refusal.code !== "UNAUTHENTICATED" && refusal.code !== "RATE_LIMITED") {
        this.finish(entry);
        const reason = Object.values(refusal.details.fields ?? {})[0] ?? refusal.message;
        if (entry.kind === "weigh") this.tell({ entry, kind: "refused", other: null, reason });
        if (entry.kind === "temperature")
          this.update({ refused: [...this.state.refused, { entry, reason }] });
        return;
      }
      // The server failed, or nobody is signed in. The entry is kept and sent again later.
      this.underway.delete(idOf(entry));
      setTimeout(() => this.send(), RETRY_MS);
    }
  }

  private finish(entry: QueuedEntry): void {
    this.change((entries) => entries.filter((one) => idOf(one) !== idOf(entry)));
    this.underway.delete(idOf(entry));
  }

  private note(entry: WeighingEntry, { outcome, other }: WeighingOutcome): void {
    if (outcome === "same" || outcome === "second") this.tell({ entry, kind: outcome, other, reason: null });
  }

  private tell(notice: WeighingNotice): void {
    this.update({ notices: [...this.state.notices, notice] });
  }
}

let queue: WeighingQueue | undefined;

/** Created when it is first needed. */
export const weighingQueue = (): WeighingQueue => (queue ??= new WeighingQueue());
