/** The load while the runtime is killed again and again. Each user records what was acknowledged. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type DefaultFunctionArgs } from "convex/server";
import WebSocket from "ws";
import { reconnectNow } from "../support/reconnect";

const mutation = <Result = unknown>(name: string) =>
  makeFunctionReference<"mutation", DefaultFunctionArgs, Result>(name);
const append = mutation<number>("entries:append");
const start = mutation<number>("jobs:start");
const uploadUrl = mutation<string>("files:uploadUrl");
const keep = mutation<number>("files:keep");

export interface Worker {
  /** Acknowledged operations. */
  readonly count: number;
  run(goesOn: () => boolean): Promise<void>;
  reconnect(): void;
  close(): Promise<unknown>;
}

/** How long a client waits after an error. */
const AFTER_ERROR_MS = 20;
const BETWEEN_MS = 5;
const LANES = 4;

/** Keeps several mutations in flight over one socket. The client sends unacknowledged mutations again. */
abstract class SocketWorker implements Worker {
  readonly acknowledged: number[] = [];
  #sent = 0;
  protected readonly client: ConvexClient;

  constructor(origin: string) {
    this.client = new ConvexClient(origin, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket, // The client uses only the part of `ws` that has the same interface.
      unsavedChangesWarning: false,
      logger: false,
      onServerDisconnectError: () => undefined,
    });
  }

  get count(): number {
    return this.acknowledged.length;
  }

  protected abstract send(number: number): Promise<unknown>;

  async run(goesOn: () => boolean): Promise<void> {
    const lane = async () => {
      while (goesOn()) {
        const number = (this.#sent += 1);
        await this.send(number);
        this.acknowledged.push(number);
        await pause(BETWEEN_MS);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  reconnect = () => reconnectNow(this.client.client);
  close = () => this.client.close();
}

export class Writer extends SocketWorker {
  constructor(
    origin: string,
    readonly name: string,
  ) {
    super(origin);
  }

  protected send = (number: number) => this.client.mutation(append, { client: this.name, number });
}

/** Schedules mutations and actions in turn, some for now and some for a little later. */
export class Planner extends SocketWorker {
  constructor(
    origin: string,
    private readonly chance: () => number,
  ) {
    super(origin);
  }

  protected send(number: number): Promise<unknown> {
    const kind = this.chance() < 0.6 ? "mutation" : "action";
    const delayMs = this.chance() < 0.4 ? 0 : Math.floor(400 * this.chance());
    return this.client.mutation(start, { number, kind, delayMs });
  }
}

/** Sends each operation once, one after the other. A failed operation may have been stored or not. */
abstract class HttpWorker implements Worker {
  protected readonly client: ConvexHttpClient;
  #count = 0;

  constructor(origin: string) {
    this.client = new ConvexHttpClient(origin, { logger: false });
  }

  get count(): number {
    return this.#count;
  }

  /** Throws if there is no response. */
  protected abstract next(number: number): Promise<void>;

  async run(goesOn: () => boolean): Promise<void> {
    for (let number = 1; goesOn(); number += 1) {
      await this.next(number).then(
        () => (this.#count += 1),
        () => pause(AFTER_ERROR_MS),
      );
      await pause(BETWEEN_MS);
    }
  }

  reconnect = () => undefined;
  close = () => Promise.resolve();
}

export class HttpWriter extends HttpWorker {
  readonly name = "http";
  readonly acknowledged: number[] = [];

  protected async next(number: number): Promise<void> {
    this.acknowledged.push(await this.client.mutation(append, { client: this.name, number }));
  }
}

export interface Upload {
  readonly number: number;
  readonly storageId: string;
  /** Base64. */
  readonly sha256: string;
}

const MAX_FILE_BYTES = 64 << 10;

export class Uploader extends HttpWorker {
  readonly uploads: Upload[] = [];
  readonly kept: number[] = [];

  constructor(
    origin: string,
    private readonly chance: () => number,
  ) {
    super(origin);
  }

  protected async next(number: number): Promise<void> {
    const bytes = Buffer.alloc(1 + Math.floor(MAX_FILE_BYTES * this.chance()), `${number} `);
    const url = await this.client.mutation(uploadUrl, {});
    const response = await fetch(url, { method: "POST", body: bytes });
    const { storageId } = (await response.json()) as { storageId: string };
    const sha256 = createHash("sha256").update(bytes).digest("base64");
    this.uploads.push({ number, storageId, sha256 });
    this.kept.push(await this.client.mutation(keep, { number, storageId }));
  }
}
