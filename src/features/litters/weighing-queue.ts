/**
 * Weighings on their way to the server. Each entry lies in the browser's storage until the server has acknowledged it,
 * so a reload or an empty battery loses none; its key makes sending it again harmless. Entries go out in the order in
 * which they were typed; what the server refuses for good is shown until somebody has read it.
 */
import { readStored, writeStored } from "@/lib/browser-storage";
import { getErrorData } from "@domain/errors";

const STORAGE_KEY = "studbook.weighings";
const RETRY_MS = 4000;

interface Typed {
  /** The id of the person who typed it, the address in entries of earlier versions; another one that signs in here never sends it as its own. */
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
  /** The key of the weighing that is taken back. */
  readonly entryKey: string;
}

export type QueuedEntry = WeighingEntry | UndoEntry;

interface OtherWeight {
  readonly grams: number;
  readonly weighedAt: number;
  readonly entryKey: string;
}

interface WeighingOutcome {
  readonly outcome: "stored" | "known" | "same" | "second";
  readonly other: OtherWeight | null;
}

/** Something a person should know of an entry: weighed twice, not stored as it was there already, or refused. */
export interface WeighingNotice {
  readonly entry: WeighingEntry;
  readonly kind: "same" | "second" | "refused";
  readonly other: OtherWeight | null;
  /** Why it was refused. */
  readonly reason: string | null;
}

/** What sends an entry to the server. */
export interface WeighingTransport {
  readonly weigh: (entry: WeighingEntry) => Promise<WeighingOutcome>;
  readonly undo: (entry: UndoEntry) => Promise<unknown>;
}

interface QueueState {
  readonly entries: readonly QueuedEntry[];
  readonly notices: readonly WeighingNotice[];
}

const isEntry = (value: unknown): value is QueuedEntry =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  "entryKey" in value &&
  typeof value.entryKey === "string" &&
  "litterId" in value &&
  typeof value.litterId === "string" &&
  (value.kind === "undo" || (value.kind === "weigh" && "grams" in value && typeof value.grams === "number"));

function parse(text: string | null): QueuedEntry[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const idOf = ({ kind, entryKey }: QueuedEntry): string => `${kind} ${entryKey}`;

/** The entries of one browser. */
export class WeighingQueue {
  private state: QueueState = { entries: parse(readStored(STORAGE_KEY)), notices: [] };
  private readonly listeners = new Set<() => void>();
  private underway = new Set<string>();
  private transport: WeighingTransport | null = null;
  private account: string | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): QueueState => this.state;

  /** Says whether an entry is the account's that is signed in. */
  isOwn({ by }: QueuedEntry): boolean {
    return by === undefined || by === this.account;
  }

  /** Takes an entry in, stores it and sends it. */
  add(entry: QueuedEntry): void {
    const typed = this.account === undefined ? entry : { ...entry, by: this.account };
    this.change((entries) => [...entries, typed]);
    this.send();
  }

  /** Starts sending what an account, known by its id, typed by a transport; the answer stops it. */
  start(transport: WeighingTransport, account: string, email?: string): () => void {
    this.transport = transport;
    this.account = account;
    // What another transport was given may never come back from it.
    this.underway = new Set();
    // Another tab of this browser may have added entries, or sent some of these.
    const follow = (event: StorageEvent) => {
      if (event.key === STORAGE_KEY) this.update({ entries: parse(event.newValue) });
    };
    window.addEventListener("storage", follow);
    // Whose they are is known only now, also of those that were typed before this began.
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
      // What is typed before somebody begins again is theirs.
      this.account = undefined;
    };
  }

  /** Takes a notice away that somebody has read. */
  dismiss(notice: WeighingNotice): void {
    this.update({ notices: this.state.notices.filter((one) => one !== notice) });
  }

  private update(change: Partial<QueueState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Changes the stored entries as they are now, whichever tab wrote them last. */
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
      const outcome = entry.kind === "weigh" ? await transport.weigh(entry) : await transport.undo(entry);
      this.finish(entry);
      if (entry.kind === "weigh") this.note(entry, outcome as WeighingOutcome); // a weighing answers its outcome
    } catch (error) {
      const refusal = getErrorData(error);
      if (refusal && refusal.code !== "UNAUTHENTICATED" && refusal.code !== "RATE_LIMITED") {
        this.finish(entry);
        const reason = Object.values(refusal.details.fields ?? {})[0] ?? refusal.message;
        if (entry.kind === "weigh") this.tell({ entry, kind: "refused", other: null, reason });
        return;
      }
      // The server stumbled, or nobody is signed in: the entry stays and is tried again.
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

/** Returns this browser's queue; made when it is first needed. */
export const weighingQueue = (): WeighingQueue => (queue ??= new WeighingQueue());
