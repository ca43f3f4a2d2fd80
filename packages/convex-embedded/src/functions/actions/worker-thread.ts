/**
 * One thread in which actions run, and its state. When a message may have blocked the thread, it gets a ping. While
 * its event loop is blocked, other actions use other threads. If it is blocked for too long, it is ended. This
 * class does not interpret the messages.
 */
import { Worker } from "node:worker_threads";
import { STALL_MS } from "./loop-holds.js";
import type { ToMain, ToWorker, WorkerData } from "./protocol.js";

export interface WorkerThreadSettings {
  readonly url: URL;
  readonly data: WorkerData;
  readonly env: Readonly<Record<string, string>>;
  readonly pongTimeoutMs: number;
  readonly heapMebibytes: number;
}

export interface WorkerThreadEvents {
  readonly onMessage: (message: ToMain) => void;
  /** Called when the thread has started, or is no longer blocked. */
  readonly onResponsive: () => void;
  readonly onAsked: () => void;
  /** Called when the thread has replied, so everything sent before the ping has yielded. */
  readonly onPulse: () => void;
  readonly onStalled: () => void;
  /** All running actions have ended with the thread. */
  readonly onDeath: (cause: string, isOutOfMemory: boolean) => void;
}

export class WorkerThread {
  private readonly worker: Worker;
  private isBusy = false;
  private hasBegun = false;
  /** Whether the thread is starting or loading code, which takes time for which no action is responsible. */
  private loading = true;
  private hasEnded = false;
  private awaitsPong = false;
  /** Whether something was sent to the thread after the last ping. */
  private isDoubtedAgain = false;
  private stalledAtMs: number | null = null;
  private pulseTimer: NodeJS.Timeout | null = null;
  private causeOfDeath = "it exited";

  constructor(
    private readonly settings: WorkerThreadSettings,
    private readonly events: WorkerThreadEvents,
  ) {
    const { url, data, env, heapMebibytes } = settings;
    this.worker = new Worker(url, {
      workerData: data,
      env: { ...env },
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    this.worker.unref();
    let isOutOfMemory = false;
    this.worker.on("message", (message: ToMain) => {
      if (message.type === "pong") this.takePong();
      else if (message.type === "loading") this.load();
      else events.onMessage(message);
    });
    this.worker.on("error", (error) => {
      this.causeOfDeath = error instanceof Error ? (error.stack ?? error.message) : String(error);
      isOutOfMemory = (Object(error) as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY";
    });
    this.worker.on("exit", () => {
      this.hasEnded = true;
      this.stopTimer();
      events.onDeath(this.causeOfDeath, isOutOfMemory);
    });
  }

  get hasStarted(): boolean {
    return this.hasBegun;
  }

  get isLoading(): boolean {
    return this.loading;
  }

  get isResponsive(): boolean {
    return !this.loading && this.stalledAtMs === null && !this.hasEnded;
  }

  /** Null if the thread is not blocked. */
  get stalledSinceMs(): number | null {
    return this.stalledAtMs;
  }

  post(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    if (!this.hasEnded) this.worker.postMessage(message, transfer);
  }

  /** A busy thread gets a ping from time to time. */
  setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    if (isBusy && !this.loading && this.pulseTimer === null) this.checkPulseLater();
    if (!isBusy && !this.awaitsPong) this.stopTimer();
  }

  /** Sends a ping. The thread is ended if it does not reply in time. */
  checkPulse(): void {
    if (this.hasEnded) return;
    if (this.awaitsPong || this.loading) {
      this.isDoubtedAgain = true;
      return;
    }
    this.awaitsPong = true;
    this.events.onAsked();
    this.post({ type: "ping" });
    this.setTimer(Math.min(STALL_MS, this.settings.pongTimeoutMs), () => {
      this.stalledAtMs = performance.now();
      this.endAfter(this.settings.pongTimeoutMs - STALL_MS);
      this.events.onStalled();
    });
  }

  /**
   * The thread is ended unless it responds within this time after it was blocked, because another action needs its
   * place.
   */
  hurry(withinMs: number): void {
    if (this.stalledAtMs === null || withinMs >= this.settings.pongTimeoutMs) return;
    this.endAfter(this.stalledAtMs + withinMs - performance.now());
  }

  async end(): Promise<void> {
    this.stopTimer();
    await this.worker.terminate();
  }

  private endAfter(delayMs: number): void {
    this.setTimer(Math.max(0, delayMs), () => {
      this.causeOfDeath = "an action kept it from all others for too long";
      void this.end();
    });
  }

  private load(): void {
    this.loading = true;
    this.awaitsPong = false;
    this.isDoubtedAgain = true;
    this.stalledAtMs = null;
    this.stopTimer();
  }

  private takePong(): void {
    const isNew = this.loading || this.stalledAtMs !== null;
    if (!this.loading) this.events.onPulse();
    this.hasBegun = true;
    this.loading = false;
    this.awaitsPong = false;
    this.stalledAtMs = null;
    this.stopTimer();
    if (this.isDoubtedAgain) {
      this.isDoubtedAgain = false;
      this.checkPulse();
    } else if (this.isBusy) this.checkPulseLater();
    if (isNew) this.events.onResponsive();
  }

  private checkPulseLater(): void {
    this.setTimer(this.settings.pongTimeoutMs / 2, () => this.checkPulse());
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
