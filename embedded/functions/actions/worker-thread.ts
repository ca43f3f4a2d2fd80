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
  /** Memory for what its code makes. */
  readonly heapMebibytes: number;
  readonly onMessage: (message: ToMain) => void;
  /** The thread is gone, and with it everything that ran in it. */
  readonly onDeath: (cause: string, isOutOfMemory: boolean) => void;
}

export class WorkerThread {
  private worker: Worker | null = null;
  private isClosed = false;
  private isBusy = false;
  /** Set once the thread has said that it is up: loading takes time that is nobody's fault. */
  private hasStarted = false;
  private awaitsPong = false;
  private pulseTimer: NodeJS.Timeout | null = null;
  private causeOfDeath = "it exited";

  constructor(private readonly options: WorkerThreadOptions) {}

  /** Sends a message, to a new thread if there is none. */
  post(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    if (this.isClosed) return;
    this.worker ??= this.start();
    this.worker.postMessage(message, transfer);
  }

  /** Tells whether anything runs in the thread: then its pulse is felt from time to time. */
  setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    if (isBusy && this.hasStarted && this.pulseTimer === null) this.checkPulseLater();
    if (!isBusy && !this.awaitsPong) this.stopTimer();
  }

  /** Ends the thread unless it answers in time: an endless loop in one action stops all others. */
  checkPulse(): void {
    const doubted = this.worker;
    if (doubted === null || !this.hasStarted || this.awaitsPong) return;
    this.awaitsPong = true;
    this.post({ type: "ping" });
    this.setTimer(this.options.pongTimeoutMs, () => {
      this.causeOfDeath = "an action kept it from all others for too long";
      void doubted.terminate();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopTimer();
    await this.worker?.terminate();
  }

  private start(): Worker {
    const { url, data, env, heapMebibytes, onMessage, onDeath } = this.options;
    const worker = new Worker(url, {
      workerData: data,
      env: { ...env },
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    worker.unref();
    this.causeOfDeath = "it exited";
    let isOutOfMemory = false;
    worker.on("message", (message: ToMain) => {
      if (message.type === "pong") this.takePong();
      else onMessage(message);
    });
    worker.on("error", (error) => {
      this.causeOfDeath = error instanceof Error ? (error.stack ?? error.message) : String(error);
      isOutOfMemory = (Object(error) as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY";
    });
    worker.on("exit", () => {
      this.worker = null;
      this.hasStarted = false;
      this.awaitsPong = false;
      this.stopTimer();
      onDeath(this.causeOfDeath, isOutOfMemory);
    });
    return worker;
  }

  private takePong(): void {
    this.hasStarted = true;
    this.awaitsPong = false;
    this.stopTimer();
    if (this.isBusy) this.checkPulseLater();
  }

  private checkPulseLater(): void {
    this.setTimer(this.options.pongTimeoutMs / 2, () => this.checkPulse());
  }

  private setTimer(delayMs: number, callback: () => void): void {
    this.stopTimer();
    this.pulseTimer = setTimeout(callback, delayMs);
    this.pulseTimer.unref();
  }

  private stopTimer(): void {
    if (this.pulseTimer !== null) clearTimeout(this.pulseTimer);
    this.pulseTimer = null;
  }
}
