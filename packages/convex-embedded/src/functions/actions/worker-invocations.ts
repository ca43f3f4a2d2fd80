/**
 * The worker's data about its running actions. AsyncLocalStorage identifies the action of the running code, because
 * all actions share the same globals.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { appendLogLine } from "../isolate/log-lines.js";
import { MAX_OPEN_OPERATIONS } from "../limits.js";
import type { SyscallAnswer, SyscallRequest, ToMain } from "./protocol.js";

export interface Invocation {
  readonly id: number;
  readonly logLines: string[];
  readonly aborting: AbortController;
  /** Ends the invocation immediately because of an uncaught error or an unhandled rejection. */
  fail(thrown: unknown): void;
  /** Ends the invocation because it has tried to end its thread, which it shares with others. */
  exit(): void;
  openCalls: number;
  /** Each function ends work that the invocation has started and not ended itself. */
  readonly leftovers: Set<() => void>;
  hasEnded: boolean;
}

interface OpenCall {
  readonly invocation: Invocation;
  readonly name: string;
  readonly answer: (answer: SyscallAnswer) => void;
}

export class Invocations {
  private readonly current = new AsyncLocalStorage<Invocation>();
  private readonly running = new Map<number, Invocation>();
  private readonly calls = new Map<number, OpenCall>();
  private nextCall = 1;
  private isLoading = false;

  constructor(private readonly post: (message: ToMain, transfer?: readonly ArrayBuffer[]) => void) {}

  /** Everything that `work` starts also belongs to the invocation. */
  run<T>(invocation: Invocation, work: () => T): T {
    this.running.set(invocation.id, invocation);
    return this.current.run(invocation, work);
  }

  get(): Invocation | undefined {
    return this.current.getStore();
  }

  /** Undefined while a module is loading. */
  owner(): Invocation | undefined {
    return this.isLoading ? undefined : this.get();
  }

  /** Loads code that remains in use after the invocation that first needs it. */
  load<T>(work: () => T): T {
    const before = this.isLoading;
    this.isLoading = true;
    try {
      return work();
    } finally {
      this.isLoading = before;
    }
  }

  abort(id: number): void {
    const invocation = this.running.get(id);
    if (invocation !== undefined) this.current.run(invocation, () => invocation.aborting.abort());
  }

  log(line: string): void {
    const invocation = this.get();
    if (invocation === undefined) process.stderr.write(`${line}\n`);
    else appendLogLine(invocation.logLines, line);
  }

  /** `name` is the developer's name of the operation. */
  async call(name: string, request: SyscallRequest, transfer?: ArrayBuffer[]): Promise<SyscallAnswer> {
    const invocation = this.get();
    if (invocation === undefined || !this.running.has(invocation.id)) {
      throw new Error(`${name} was called after its action had ended. Await every promise of an action.`);
    }
    if (invocation.openCalls >= MAX_OPEN_OPERATIONS) {
      throw new Error(
        "Too many concurrent operations. See https://docs.convex.dev/functions/actions#limits for more information.",
      );
    }
    const call = this.nextCall++;
    invocation.openCalls += 1;
    return new Promise((answer) => {
      this.calls.set(call, { invocation, name, answer });
      this.post({ type: "syscall", invocation: invocation.id, call, request }, transfer);
    });
  }

  answer(call: number, answer: SyscallAnswer): void {
    const open = this.calls.get(call);
    if (open === undefined) return;
    this.calls.delete(call);
    open.invocation.openCalls -= 1;
    open.answer(answer);
  }

  /** Calls that the invocation did not await are reported in its log and never settle. Its timers end. */
  end(id: number): void {
    const invocation = this.running.get(id);
    if (invocation === undefined) return;
    this.running.delete(id);
    invocation.hasEnded = true;
    for (const end of invocation.leftovers) end();
    invocation.leftovers.clear();
    const names: string[] = [];
    for (const [call, open] of this.openCallsOf(invocation)) {
      this.calls.delete(call);
      names.push(open.name);
    }
    if (names.length === 0 || invocation.aborting.signal.aborted) return;
    const plural = names.length === 1 ? "" : "s";
    appendLogLine(
      invocation.logLines,
      `[WARN] ${names.length} unawaited operation${plural}: [${[...new Set(names)].join(", ")}]. ` +
        "Async operations should be awaited or they might not run. " +
        "See https://docs.convex.dev/functions/actions#dangling-promises for more information.",
    );
  }

  private openCallsOf(invocation: Invocation): [number, OpenCall][] {
    return [...this.calls].filter(([, open]) => open.invocation === invocation);
  }
}
