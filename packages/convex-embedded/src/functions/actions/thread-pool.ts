/**
 * The threads in which the actions of one environment run. An action has a thread to itself while one is free; when as
 * many as there are cores are taken, actions share them. One client never has all of them: whoever else calls finds a
 * thread that is not busy with that client's work. In its last thread only a few of its actions run at a time. A thread
 * that an action keeps from turning its event loop gets nothing more, what was sent to it and has not begun goes to
 * another, and one more is started in its place when somebody waits. Threads that have had nothing to do for a while
 * end, the last one later than the others or never.
 *
 *   run ─► waiting ─► free thread, else a new one, else the least loaded that responds ─► leave
 *             ▲            │ does not respond, or has died
 *             └────────────┘ what has not begun there
 */
import os from "node:os";
import { BodyChannel } from "./body-channel.js";
import type { ToMain } from "./protocol.js";
import { WorkerThread, type WorkerThreadSettings } from "./worker-thread.js";

/** An action, as far as its thread matters. */
export interface Guest {
  /** Whom it runs for; nobody when the runtime itself began it. */
  readonly clients: readonly string[];
  /** Whether another action waits for it, which it must never wait for itself. */
  readonly isInner: boolean;
  /** Sends the action to a thread. */
  begin(thread: PoolThread): void;
  /** Takes it back from its thread; returns false when it has begun there. */
  withdraw(thread: PoolThread): boolean;
  /** Its thread is gone, and it had begun there. */
  fail(isOutOfMemory: boolean): void;
}

export interface ThreadPoolOptions extends WorkerThreadSettings {
  /** How many threads there may be, those included that turn to nobody. */
  readonly size: number;
  /** How long a thread stays when nothing runs in it, and how long the last one does; Infinity for good. */
  readonly idleMs: number;
  readonly lastIdleMs: number;
  readonly onMessage: (message: ToMain, thread: PoolThread) => void;
}

/** A thread, what runs in it, and the bodies that flow to and from it. */
export interface PoolThread extends Pick<WorkerThread, "post" | "checkPulse"> {
  readonly bodies: BodyChannel;
}

interface Member extends PoolThread {
  readonly worker: WorkerThread;
  readonly guests: Set<Guest>;
  idleTimer: NodeJS.Timeout | null;
}

/** Most actions end sooner than a new thread starts. */
const GROW_AFTER_MS = 20;
/** How long one that turns to nobody stays when others wait and there is no other thread for them. */
const CROWDED_MS = 15_000;
/** Threads that turn to others, on any machine: one that starts to spin leaves another. */
const MIN_THREADS = 2;
/** How many may spin beside them. */
const SPARE_THREADS = 2;
const MAX_THREADS = 8;
const TRANSIENT = "The thread of the action has ended";

/** How long an action waits for a thread that another one of its client keeps, where others have the rest. */
const OWN_STALL_MS = 2000;
const usualSize = Math.max(MIN_THREADS, os.availableParallelism());
/** How many threads one client's actions may be spread over: one less than there usually are. */
const MAX_THREADS_OF_CLIENT = usualSize - 1;
/**
 * How many actions run in the thread of a client that gets no other: as many as a browser has connections to a server.
 * More of them would end no sooner, and take more memory.
 */
const MAX_ACTIONS_IN_LAST_THREAD = 6;

/** Returns how many threads a machine bears for one environment: their heaps would fit into a quarter of its memory. */
export function defaultPoolSize(heapMebibytes: number, memoryBytes = availableMemory()): number {
  const fitting = Math.floor(memoryBytes / 4 / (heapMebibytes * 2 ** 20));
  return Math.max(MIN_THREADS, Math.min(MAX_THREADS, usualSize + SPARE_THREADS, fitting));
}

/** The memory of the machine, or of the container when that has less. */
function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}

const leastLoaded = (members: readonly Member[]): Member | null =>
  members.reduce<Member | null>(
    (least, one) => (least === null || one.guests.size < least.guests.size ? one : least),
    null,
  );

/** Tells whether somebody whom an action runs for has another one among these. */
function sharesClient(guests: ReadonlySet<Guest>, { clients }: Guest): boolean {
  return [...guests].some((other) => other.clients.some((client) => clients.includes(client)));
}

export class ThreadPool {
  private readonly members = new Set<Member>();
  private waiting: Guest[] = [];
  private growTimer: NodeJS.Timeout | null = null;
  private laterTimer: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(private readonly options: ThreadPoolOptions) {}

  /** Runs an action as soon as there is a thread for it. */
  run(guest: Guest): void {
    this.waiting.push(guest);
    this.settle();
  }

  /** Takes note that an action has ended, or is no longer wanted. */
  leave(guest: Guest): void {
    this.waiting = this.waiting.filter((one) => one !== guest);
    for (const member of this.members) {
      if (member.guests.delete(guest) && member.guests.size === 0) this.rest(member);
    }
    this.settle();
  }

  /** Ends all threads; what runs in them fails. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.stopGrowing();
    if (this.laterTimer !== null) clearTimeout(this.laterTimer);
    await Promise.all([...this.members].map(({ worker }) => worker.end()));
    for (const guest of this.waiting.splice(0)) guest.fail(false);
  }

  private settle(): void {
    let position = 0;
    while (!this.isClosed && position < this.waiting.length) {
      const guest = this.waiting[position];
      if (guest === undefined) break;
      const choice = this.choose(guest);
      if (choice === "none yet") return this.makeRoom();
      if (choice === "its own thread") {
        position += 1;
        continue;
      }
      this.waiting.splice(position, 1);
      this.assign(guest, choice);
    }
    this.stopGrowing();
    if (this.waiting.length > 0) this.settleLater();
  }

  /** Chooses a thread for an action, or tells what it has to wait for. */
  private choose(guest: Guest): Member | "none yet" | "its own thread" {
    const members = [...this.members];
    const ofClient = members.filter(({ guests }) => sharesClient(guests, guest));
    if (ofClient.length >= MAX_THREADS_OF_CLIENT) {
      const turning = leastLoaded(ofClient.filter(({ worker }) => worker.isResponsive));
      if (turning !== null) {
        const isFull = !guest.isInner && turning.guests.size >= MAX_ACTIONS_IN_LAST_THREAD;
        return isFull ? "its own thread" : turning;
      }
      const now = Date.now();
      const isSoonBack = ({ worker }: Member) => now - (worker.stalledSinceMs ?? now) < OWN_STALL_MS;
      if (ofClient.some(isSoonBack)) return "its own thread";
    }
    const responsive = members.filter(({ worker }) => worker.isResponsive);
    const free = responsive.find(({ guests }) => guests.size === 0);
    if (free !== undefined) return free;
    if (members.length < this.options.size && responsive.length < usualSize) return "none yet";
    return leastLoaded(responsive) ?? "none yet";
  }

  /** Looks again at those whose client keeps its thread from them: it may do so for longer than they should wait. */
  private settleLater(): void {
    this.laterTimer ??= setTimeout(() => {
      this.laterTimer = null;
      this.settle();
    }, OWN_STALL_MS / 4).unref();
  }

  private assign(guest: Guest, member: Member): void {
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    member.idleTimer = null;
    member.guests.add(guest);
    member.worker.setBusy(true);
    guest.begin(member);
    member.worker.checkPulse();
  }

  /** Sees to it that those who wait have a thread before long. */
  private makeRoom(): void {
    const members = [...this.members];
    if (members.length >= this.options.size) {
      const stalled = members.filter(({ worker }) => worker.stalledSinceMs !== null);
      const longest = stalled.sort((a, b) => (a.worker.stalledSinceMs ?? 0) - (b.worker.stalledSinceMs ?? 0));
      // One that is loading is soon there.
      if (stalled.length === members.length) longest[0]?.worker.hurry(CROWDED_MS);
      return;
    }
    if (members.some(({ worker }) => worker.isLoading)) return;
    if (members.every(({ worker }) => worker.stalledSinceMs !== null)) return this.start();
    this.growTimer ??= setTimeout(() => {
      this.growTimer = null;
      if (this.waiting.length > 0 && this.members.size < this.options.size) this.start();
    }, GROW_AFTER_MS);
  }

  private stopGrowing(): void {
    if (this.growTimer !== null) clearTimeout(this.growTimer);
    this.growTimer = null;
  }

  private start(): void {
    this.stopGrowing();
    const worker = new WorkerThread(this.options, {
      onMessage: (message) => this.options.onMessage(message, member),
      onResponsive: () => this.settle(),
      onStalled: () => this.takeBack(member),
      onDeath: (cause, isOutOfMemory) => this.bury(member, cause, isOutOfMemory),
    });
    const member: Member = {
      worker,
      guests: new Set(),
      idleTimer: null,
      bodies: new BodyChannel((message, transfer) => worker.post(message, transfer)),
      post: (message, transfer) => worker.post(message, transfer),
      checkPulse: () => worker.checkPulse(),
    };
    this.members.add(member);
  }

  /** Ends a thread once it has had nothing to do for a while. */
  private rest(member: Member, restedMs = 0): void {
    const { idleMs, lastIdleMs } = this.options;
    member.worker.setBusy(false);
    member.idleTimer = setTimeout(() => {
      member.idleTimer = null;
      const idleForMs = restedMs + idleMs;
      if (this.members.size > 1 || idleForMs >= lastIdleMs) void member.worker.end();
      else if (Number.isFinite(lastIdleMs)) this.rest(member, idleForMs);
    }, idleMs);
    member.idleTimer.unref();
  }

  /** Lets those wait again who were sent to a thread and have not begun there. */
  private takeBack(member: Member): void {
    const withdrawn = [...member.guests].filter((guest) => guest.withdraw(member));
    for (const guest of withdrawn) member.guests.delete(guest);
    this.waiting.unshift(...withdrawn);
    this.settle();
  }

  private bury(member: Member, cause: string, isOutOfMemory: boolean): void {
    this.members.delete(member);
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    const withdrawn = [...member.guests].filter((guest) => guest.withdraw(member));
    const lost = [...member.guests].filter((guest) => !withdrawn.includes(guest));
    member.guests.clear();
    // One that cannot even start leaves no hope for those who wait for it.
    if (!member.worker.hasStarted) lost.push(...withdrawn, ...this.waiting.splice(0));
    else this.waiting.unshift(...withdrawn);
    if (!this.isClosed && lost.length > 0) process.stderr.write(`The action worker died: ${cause}\n`);
    for (const guest of lost) guest.fail(isOutOfMemory);
    member.bodies.abandon(TRANSIENT);
    this.settle();
  }
}
