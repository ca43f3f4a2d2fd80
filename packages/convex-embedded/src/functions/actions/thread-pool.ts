/**
 * The threads in which the actions of one environment run.
 * An action has its own thread while one is free. When there are as many as cores, actions share them. One client
 * never has all threads: another client finds a thread that is not busy with the first client's work. In the last
 * thread of a client only a few of its actions run at a time.
 * Starting a thread takes a second or more on busy processors. Until a further thread has started and loaded its
 * code, functions that are known to yield soon share one.
 * A thread whose event loop is blocked gets no more actions. Actions that were sent to it and have not begun move
 * to another thread. If actions wait, another thread is started in its place. Functions that have blocked their
 * threads like this before (`loop-holds.ts`) may use only some of the threads, and spinning ones fewer. Clients and
 * functions take turns there, and of an unknown function one call runs first. Others therefore always find a
 * responsive thread.
 * Threads that were idle for some time end, the last one later than the others or never.
 *   run ─► waiting ─┬─ new, quick ─► free thread, else a new one, else the least loaded responsive one ─► leave
 *             ▲     └─ slow, spinning ─► one of their threads, when one is available ─► leave
 *             └── actions that have not begun in a thread that does not respond, or has died
 */
import os from "node:os";
import { BodyChannel } from "./body-channel.js";
import { LoopHolds, PACES, SPIN_MS, STALL_MS, type Pace } from "./loop-holds.js";
import type { LoadedModule, ToMain } from "./protocol.js";
import { WorkerThread, type WorkerThreadSettings } from "./worker-thread.js";

export interface Guest {
  readonly functionPath: string;
  /** The clients of the action. Empty if the runtime itself started it. */
  readonly clients: readonly string[];
  readonly module: LoadedModule;
  /** Whether another action waits for this one, so that it must not wait for that action's thread. */
  readonly isInner: boolean;
  begin(thread: PoolThread): void;
  /** Returns false if the action has already begun in the thread. */
  withdraw(thread: PoolThread): boolean;
  /** Called if the thread died after the action had begun in it. */
  fail(isOutOfMemory: boolean): void;
}

export interface ThreadPoolOptions extends WorkerThreadSettings {
  /** Includes blocked threads. */
  readonly size: number;
  /** `lastIdleMs` is for the last thread. Infinity means forever. */
  readonly idleMs: number;
  readonly lastIdleMs: number;
  /** A further thread can load the code of the others before it takes its first action. */
  readonly loadsAhead: boolean;
  readonly onMessage: (message: ToMain, thread: PoolThread) => void;
}

/** The bodies are transferred to and from the thread. */
export interface PoolThread extends Pick<WorkerThread, "post" | "checkPulse"> {
  readonly bodies: BodyChannel;
}

interface Member extends PoolThread {
  readonly worker: WorkerThread;
  readonly guests: Set<Guest>;
  /** The actions that were in the thread when the last ping was sent. */
  asked: readonly Guest[];
  idleTimer: NodeJS.Timeout | null;
  /** The memory of the process when the thread began. */
  readonly bytesAtStart: number;
}

/** If the process has grown by more than this beside a last thread, that thread ends like any other. */
const MOST_GROWN_BYTES = 48 << 20;
/** Most actions end sooner than a new thread starts. */
const GROW_AFTER_MS = 20;
/** How long a blocked thread stays if other actions wait and there is no other thread for them. */
const CROWDED_MS = 15_000;
/** The minimum number of responsive threads, on any machine. If one begins to spin, another remains. */
const MIN_THREADS = 2;
/** How many further threads may spin. */
const SPARE_THREADS = 3;
const MAX_THREADS = 8;
const TRANSIENT = "The thread of the action has ended";

/**
 * If another action of the same client blocks a thread, a further action waits this long for it while other clients
 * use the other threads.
 */
const OWN_STALL_MS = 2000;
const LOOK_AGAIN_MS = 200;
const usualSize = Math.max(MIN_THREADS, os.availableParallelism());
/** How many threads the actions of one client may use: one less than the usual number of threads. */
const MAX_THREADS_OF_CLIENT = usualSize - 1;
/**
 * As many as a browser has connections to one server. More actions would not end sooner, and would use more memory.
 */
const MAX_ACTIONS_IN_LAST_THREAD = 6;

/** The heaps of one environment must fit in a quarter of the machine's memory. */
export function defaultPoolSize(heapMebibytes: number, memoryBytes = availableMemory()): number {
  const fitting = Math.floor(memoryBytes / 4 / (heapMebibytes * 2 ** 20));
  return Math.max(MIN_THREADS, Math.min(MAX_THREADS, usualSize + SPARE_THREADS, fitting));
}

/** The memory of the machine, or of the container if that has less. */
function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}

/** How many threads functions of each pace must leave to others. */
const THREADS_LEFT_BY = { slow: 2, spinning: 3 } as const;

const isAtLeast = (pace: Pace, other: Pace) => PACES.indexOf(pace) >= PACES.indexOf(other);

const leastLoaded = (members: readonly Member[]): Member | null =>
  members.reduce<Member | null>(
    (least, one) => (least === null || one.guests.size < least.guests.size ? one : least),
    null,
  );

function sharesClient(guests: ReadonlySet<Guest>, { clients }: Guest): boolean {
  return [...guests].some((other) => other.clients.some((client) => clients.includes(client)));
}

export class ThreadPool {
  private readonly members = new Set<Member>();
  private readonly holds = new LoopHolds();
  /** Actions that have blocked their thread. */
  private readonly holders = new WeakSet<Guest>();
  /** Actions that have yielded since they began. */
  private readonly turned = new WeakSet<Guest>();
  private readonly modules = new Map<string, LoadedModule>();
  /** Actions that were sent to a thread that also runs other clients' actions. */
  private readonly sharing = new Set<Guest>();
  private waiting: Guest[] = [];
  private growTimer: NodeJS.Timeout | null = null;
  private laterTimer: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(private readonly options: ThreadPoolOptions) {}

  run(guest: Guest): void {
    this.waiting.push(guest);
    this.settle();
  }

  isSlow(functionPath: string): boolean {
    return isAtLeast(this.holds.paceOf(functionPath), "slow");
  }

  /** Called when an action has ended or is no longer wanted. */
  leave(guest: Guest): void {
    this.noteHolds();
    this.sharing.delete(guest);
    this.waiting = this.waiting.filter((one) => one !== guest);
    for (const member of this.members) {
      if (!member.guests.delete(guest)) continue;
      if (!this.holders.has(guest)) this.holds.letGo(guest.functionPath);
      if (member.guests.size === 0) this.rest(member);
    }
    this.settle();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopGrowing();
    if (this.laterTimer !== null) clearTimeout(this.laterTimer);
    await Promise.all([...this.members].map(({ worker }) => worker.end()));
    for (const guest of this.waiting.splice(0)) guest.fail(false);
  }

  private settle(): void {
    this.noteHolds();
    let wantsMore = false;
    for (const guest of this.isClosed ? [] : this.inTurn()) {
      const choice = this.choose(guest);
      if (choice === "later") continue;
      if (choice === "a new one") {
        wantsMore = true;
        continue;
      }
      this.waiting.splice(this.waiting.indexOf(guest), 1);
      this.assign(guest, choice);
    }
    if (wantsMore || this.isCrowded()) this.makeRoom();
    else this.stopGrowing();
    this.lookAgainLater();
  }

  /**
   * An action should wait for a blocked thread only if the thread is not blocked for long, so waiting actions are
   * checked again.
   */
  private lookAgainLater(): void {
    const isStalled = [...this.members].some(({ worker }) => worker.stalledSinceMs !== null);
    if (this.waiting.length === 0 || !isStalled) return;
    this.laterTimer ??= setTimeout(() => {
      this.laterTimer = null;
      this.settle();
    }, LOOK_AGAIN_MS).unref();
  }

  /**
   * The longest waiting action is first. Among actions that block threads, clients with the fewest running actions
   * come first.
   */
  private inTurn(): readonly Guest[] {
    if (this.waiting.length < 2) return [...this.waiting];
    const running = [...this.members].flatMap(({ guests }) => [...guests]);
    const shareOf = (guest: Guest) => {
      if (!isAtLeast(this.paceOf(guest), "slow")) return 0;
      const isOwn = (other: Guest) =>
        other.functionPath === guest.functionPath || sharesClient(new Set([other]), guest);
      return running.filter(isOwn).length;
    };
    return this.waiting
      .map((guest) => ({ guest, share: shareOf(guest) }))
      .sort((a, b) => a.share - b.share)
      .map(({ guest }) => guest);
  }

  private choose(guest: Guest): Member | "a new one" | "later" {
    const pace = this.paceOf(guest);
    if (pace === "slow" || pace === "spinning") return this.chooseForSlow(guest, pace);
    const isTried = ({ guests }: Member) =>
      [...guests].some(({ functionPath }) => functionPath === guest.functionPath);
    if (pace === "new" && [...this.members].some(isTried)) return "later";
    const responsive = this.responsive();
    const quick = responsive.filter((member) => !this.isTakenBy(member, "slow"));
    const ofClient = [...this.members].filter(
      (member) => sharesClient(member.guests, guest) && !this.isTakenBy(member, "slow"),
    );
    const choice = this.chooseOwn(guest, ofClient);
    if (choice !== null) return choice;
    const free = quick.find(({ guests }) => guests.size === 0);
    if (free !== undefined) return free;
    if (this.members.size < this.options.size && quick.length < usualSize) {
      // Starting a thread takes longer than sharing one with functions that yield soon, or at least within a
      // second.
      const isOf = (pace: Pace) => (one: Guest) => this.paceOf(one) === pace;
      const company = quick.filter(({ guests }) => [...guests].every(isOf("quick")));
      const slow = responsive.filter(
        ({ guests }) => ![...guests].some((one) => isOf("new")(one) || isOf("spinning")(one)),
      );
      return (pace === "quick" ? (leastLoaded(company) ?? leastLoaded(slow)) : null) ?? "a new one";
    }
    return leastLoaded(quick) ?? leastLoaded(responsive) ?? "a new one";
  }

  /** Returns null if the client may have another thread. */
  private chooseOwn(guest: Guest, own: readonly Member[]): Member | "later" | null {
    if (own.length < MAX_THREADS_OF_CLIENT) return null;
    const turning = leastLoaded(own.filter(({ worker }) => worker.isResponsive));
    if (turning !== null) {
      return guest.isInner || turning.guests.size < MAX_ACTIONS_IN_LAST_THREAD ? turning : "later";
    }
    const now = performance.now();
    const isSoonBack = ({ worker }: Member) => now - (worker.stalledSinceMs ?? now) < OWN_STALL_MS;
    return own.some(isSoonBack) ? "later" : null;
  }

  private chooseForSlow(guest: Guest, pace: "slow" | "spinning"): Member | "a new one" | "later" {
    const own = [...this.members].filter(
      (member) => sharesClient(member.guests, guest) && this.isTakenBy(member, "slow"),
    );
    const choice = this.chooseOwn(guest, own);
    if (choice !== null) return choice;
    const responsive = this.responsive();
    const quick = responsive.filter((member) => !this.isTakenBy(member, "slow"));
    if (this.mayTakeThread("slow") && (pace === "slow" || this.mayTakeThread(pace))) {
      const free = quick.find(({ guests }) => guests.size === 0);
      const canGrow = this.members.size < this.options.size;
      // The next client then finds another thread, or can start one.
      const leavesOne = quick.length > 1 || canGrow || this.options.size === 1;
      if (free !== undefined && leavesOne) return free;
      if (canGrow) return "a new one";
      if (leavesOne) return leastLoaded(quick) ?? "later";
    }
    const shared = leastLoaded(responsive.filter((member) => this.isTakenBy(member, pace)));
    if (shared !== null && shared.guests.size < MAX_ACTIONS_IN_LAST_THREAD) return shared;
    // The action that waits for this one may itself be in the threads that this one would wait for.
    return guest.isInner ? (shared ?? leastLoaded(responsive) ?? "a new one") : "later";
  }

  private responsive(): Member[] {
    return [...this.members].filter(({ worker }) => worker.isResponsive);
  }

  private isTakenBy({ guests }: Member, pace: Pace): boolean {
    return [...guests].some((guest) => isAtLeast(this.paceOf(guest), pace));
  }

  private mayTakeThread(pace: keyof typeof THREADS_LEFT_BY): boolean {
    const taken = [...this.members].filter((member) => this.isTakenBy(member, pace)).length;
    return taken < Math.max(1, this.options.size - THREADS_LEFT_BY[pace]);
  }

  private paceOf({ functionPath }: Guest): Pace {
    return this.holds.paceOf(functionPath);
  }

  private noteHolds(): void {
    for (const { worker, guests } of this.members) {
      if (worker.stalledSinceMs === null) continue;
      const heldMs = performance.now() - worker.stalledSinceMs + STALL_MS;
      // Several functions that each yield soon enough can together block a thread for a while.
      if (guests.size > 1 && heldMs < SPIN_MS) continue;
      const begun = [...guests].filter((guest) => !this.turned.has(guest));
      // If all of the actions have yielded before, it is unknown which one blocks the thread.
      for (const guest of begun.length > 0 ? begun : guests) {
        this.holders.add(guest);
        this.holds.hold(guest.functionPath, heldMs);
      }
    }
  }

  private assign(guest: Guest, member: Member): void {
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    member.idleTimer = null;
    if (member.guests.size > 0 && !sharesClient(member.guests, guest)) this.sharing.add(guest);
    member.guests.add(guest);
    member.worker.setBusy(true);
    const { environment, modulePath, component } = guest.module;
    this.modules.set(`${environment} ${component} ${modulePath}`, guest.module);
    guest.begin(member);
    member.worker.checkPulse();
    if (this.paceOf(guest) === "spinning") this.keepOneForOthers();
  }

  private keepOneForOthers(): void {
    if (this.members.size >= this.options.size) return;
    const isForOthers = (member: Member) =>
      member.worker.isLoading || (member.worker.isResponsive && !this.isTakenBy(member, "slow"));
    if (![...this.members].some(isForOthers)) this.start();
  }

  /** Returns whether an action shares a thread although its client may use one more. */
  private isCrowded(): boolean {
    if (this.sharing.size === 0 || this.members.size >= this.options.size) return false;
    const quick = this.responsive().filter((member) => !this.isTakenBy(member, "slow"));
    return quick.length < usualSize && quick.every(({ guests }) => guests.size > 0);
  }

  private makeRoom(): void {
    const members = [...this.members];
    if (members.length >= this.options.size) {
      const stalled = members.filter(({ worker }) => worker.stalledSinceMs !== null);
      const longest = stalled.sort((a, b) => (a.worker.stalledSinceMs ?? 0) - (b.worker.stalledSinceMs ?? 0));
      // A thread that is loading will be ready soon.
      if (stalled.length === members.length) longest[0]?.worker.hurry(CROWDED_MS);
      return;
    }
    if (members.some(({ worker }) => worker.isLoading)) return;
    if (members.every(({ worker }) => worker.stalledSinceMs !== null)) return this.start();
    this.growTimer ??= setTimeout(() => {
      this.growTimer = null;
      if ((this.waiting.length > 0 || this.isCrowded()) && this.members.size < this.options.size)
        this.start();
    }, GROW_AFTER_MS);
  }

  private stopGrowing(): void {
    if (this.growTimer !== null) clearTimeout(this.growTimer);
    this.growTimer = null;
  }

  private start(): void {
    this.stopGrowing();
    const loadFirst = this.options.loadsAhead ? [...this.modules.values()] : [];
    const data = { ...this.options.data, loadFirst };
    const worker = new WorkerThread(
      { ...this.options, data },
      {
        onMessage: (message) => this.options.onMessage(message, member),
        onResponsive: () => {
          this.settle();
          if (member.guests.size === 0 && member.idleTimer === null) this.rest(member);
        },
        onAsked: () => (member.asked = [...member.guests]),
        onPulse: () => this.takePulse(member),
        onStalled: () => this.takeBack(member),
        onDeath: (cause, isOutOfMemory) => this.bury(member, cause, isOutOfMemory),
      },
    );
    const member: Member = {
      worker,
      guests: new Set(),
      asked: [],
      idleTimer: null,
      bytesAtStart: process.memoryUsage.rss(),
      bodies: new BodyChannel((message, transfer) => worker.post(message, transfer)),
      post: (message, transfer) => worker.post(message, transfer),
      checkPulse: () => worker.checkPulse(),
    };
    this.members.add(member);
  }

  private rest(member: Member, restedMs = 0): void {
    const { idleMs, lastIdleMs } = this.options;
    member.worker.setBusy(false);
    member.idleTimer = setTimeout(() => {
      member.idleTimer = null;
      const idleForMs = restedMs + idleMs;
      // Memory outside the heap, such as WebAssembly's, is freed only when the thread ends.
      const isForGood = lastIdleMs === Infinity;
      const hasGrown = process.memoryUsage.rss() - member.bytesAtStart > MOST_GROWN_BYTES;
      if (this.members.size > 1 || idleForMs >= lastIdleMs || (hasGrown && !isForGood)) {
        void member.worker.end();
      } else if (!isForGood) this.rest(member, idleForMs);
    }, idleMs);
    member.idleTimer.unref();
  }

  private takePulse({ asked }: Member): void {
    this.noteHolds();
    const fresh = asked.filter((guest) => this.paceOf(guest) === "new");
    for (const guest of asked) this.turned.add(guest);
    for (const { functionPath } of fresh) this.holds.letGo(functionPath);
    if (fresh.length > 0) this.settle();
  }

  /** Queues the actions again that were sent to a thread and have not begun there. */
  private takeBack(member: Member): void {
    const withdrawn = [...member.guests].filter((guest) => guest.withdraw(member));
    for (const guest of withdrawn) {
      member.guests.delete(guest);
      this.sharing.delete(guest);
    }
    this.waiting.unshift(...withdrawn);
    this.settle();
  }

  private bury(member: Member, cause: string, isOutOfMemory: boolean): void {
    this.noteHolds();
    this.members.delete(member);
    if (member.idleTimer !== null) clearTimeout(member.idleTimer);
    const withdrawn = [...member.guests].filter((guest) => guest.withdraw(member));
    const lost = [...member.guests].filter((guest) => !withdrawn.includes(guest));
    for (const guest of member.guests) this.sharing.delete(guest);
    member.guests.clear();
    // If the thread cannot even start, another one would not start either, so waiting actions fail too.
    if (!member.worker.hasStarted) lost.push(...withdrawn, ...this.waiting.splice(0));
    else this.waiting.unshift(...withdrawn);
    if (!this.isClosed && lost.length > 0) process.stderr.write(`The action worker died: ${cause}\n`);
    for (const guest of lost) guest.fail(isOutOfMemory);
    member.bodies.abandon(TRANSIENT);
    this.settle();
  }
}
