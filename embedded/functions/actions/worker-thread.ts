/**
 * The main thread's hold on the action worker: starts it at the first need, replaces it when it died, and
 * ends it when it no longer answers. It knows nothing of what the messages say.
 */
import { Worker } from "node:worker_threads";
import type { ToMain, ToWorker, WorkerData } from "./protocol.js";

export interface WorkerThreadOptions {
  /** The built worker script. */
  readonly url: URL;
  readonly data: WorkerData;
  readonly env: Readonly<Record<string, string>>;
  /** How long the thread may be busy without turning its event loop, once somebody doubts it. */
  readonly pongTimeoutMs: number;
  readonly onMessage: (message: ToMain) => void;
  /** The thread is gone, and with it everything that ran in it. */
  readonly onDeath: (cause: string) => void;
}

/** Convex's memory limit of Node actions; a runaway action costs this thread, not the process. */
const MAX_HEAP_MEGABYTES = 512;

export class WorkerThread {
  private worker: Worker | null = null;
  private isClosed = false;
  private pongTimer: NodeJS.Timeout | null = null;

  constructor(private readonly options: WorkerThreadOptions) {}

  /** Sends a message, to a new thread if there is none. */
  post(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    if (this.isClosed) return;
    this.worker ??= this.start();
    this.worker.postMessage(message, transfer);
  }

  /** Ends the thread unless it answers soon: an endless loop in one action stops all others. */
  checkPulse(): void {
    const doubted = this.worker;
    if (doubted === null || this.pongTimer !== null) return;
    this.post({ type: "ping" });
    this.pongTimer = setTimeout(() => void doubted.terminate(), this.options.pongTimeoutMs);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopDoubting();
    await this.worker?.terminate();
  }

  private start(): Worker {
    const { url, data, env, onMessage, onDeath } = this.options;
    const worker = new Worker(url, {
      workerData: data,
      env: { ...env },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
    });
    worker.unref();
    let cause = "it exited";
    worker.on("message", (message: ToMain) => {
      if (message.type === "pong") this.stopDoubting();
      else onMessage(message);
    });
    worker.on(
      "error",
      (error) => (cause = error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    worker.on("exit", () => {
      if (this.worker === worker) this.worker = null;
      this.stopDoubting();
      onDeath(cause);
    });
    return worker;
  }

  private stopDoubting(): void {
    if (this.pongTimer !== null) clearTimeout(this.pongTimer);
    this.pongTimer = null;
  }
}
