/**
 * One client of a history: the unmodified client over a recorded socket, which reconnects at once after a
 * disconnection.
 */
import { BaseConvexClient } from "convex/browser";
import { ConvexError, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { reconnectNow } from "../support/reconnect";
import { readTs, type Answer, type Call, type Clock, type Frame, type Message } from "./history";
import type { Question, Seen, Step } from "./language";
import type { Action } from "./program";
import { SocketRecorder } from "./recorded-socket";

export interface Surroundings {
  readonly clock: Clock;
  /** Shared by all clients. */
  readonly calls: Call[];
  readonly problems: string[];
  readonly isServerUp: () => boolean;
}

export class SocketClient {
  readonly #recorder: SocketRecorder;
  readonly #client: BaseConvexClient;
  readonly #pending = new Set<Promise<void>>();
  readonly #watched = new Map<number, () => void>();
  readonly #callOfRequest = new Map<number, Call>();
  #sent = 0;
  #seenTs = 0n;
  #isClosed = false;

  constructor(
    readonly name: string,
    origin: string,
    private readonly around: Surroundings,
  ) {
    this.#recorder = new SocketRecorder(around.clock, {
      message: (frame) => this.#hear(frame),
      closed: () => setImmediate(() => this.reconnect()),
    });
    this.#client = new BaseConvexClient(origin, () => undefined, {
      webSocketConstructor: this.#recorder.socketClass,
      unsavedChangesWarning: false,
      logger: false,
      onServerDisconnectError: () => undefined,
    });
  }

  get frames(): readonly Frame[] {
    return this.#recorder.frames;
  }

  /** Reconnects as a browser does when the network is back, instead of waiting a second or two. */
  reconnect(): void {
    if (this.#isClosed || !this.around.isServerUp()) return;
    reconnectNow(this.#client);
  }

  async perform(action: Action): Promise<void> {
    switch (action.do) {
      case "work":
        return await this.work(action.steps, action.fails, action.isAwaited);
      case "look":
        return await this.#call(action.steps, { fails: false, isLook: true, isAwaited: action.isAwaited });
      case "watch":
        this.#watch(action.slot, action.question);
        break;
      case "unwatch":
        this.#watched.get(action.slot)?.();
        this.#watched.delete(action.slot);
        break;
      case "cut":
        this.#recorder.cut(action.after);
        break;
      case "settle":
        return await this.settle();
      default:
        action satisfies never;
    }
    await turn();
  }

  /** Resolves when every mutation so far has a response and the client has seen its effect. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Empty if the client waits for nothing. */
  waitingFor(): string[] {
    if (this.#pending.size === 0) return [];
    return [
      `${this.name} waits for ${this.#pending.size}: ${JSON.stringify(this.#client.connectionState())}`,
    ];
  }

  async work(steps: readonly Step[], fails: boolean, isAwaited: boolean): Promise<void> {
    await this.#call(steps, { fails, isLook: false, isAwaited });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client.close();
  }

  #watch(slot: number, question: Question): void {
    this.#watched.get(slot)?.();
    const args = { question: question as unknown as Value };
    this.#watched.set(slot, this.#client.subscribe("answers:ask", args).unsubscribe);
  }

  async #call(
    steps: readonly Step[],
    { fails, isLook, isAwaited }: { fails: boolean; isLook: boolean; isAwaited: boolean },
  ): Promise<void> {
    const { clock, calls } = this.around;
    this.#sent += 1;
    const call: Call = {
      ...{ client: this.name, number: this.#sent, steps, fails, isLook },
      ...{ sentAt: clock.tick(), answers: [], sendings: 0, resolvedAtTs: null },
    };
    calls.push(call);
    const pending = this.#send(call).finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
    if (isAwaited) await pending;
    else await turn();
  }

  async #send(call: Call): Promise<void> {
    const { client, number, fails } = call;
    const steps = call.steps as unknown as Value;
    try {
      if (call.isLook) await this.#client.mutation("work:look", { client, number, steps });
      else await this.#client.mutation("work:run", { client, number, steps, fails });
      call.resolvedAtTs = this.#seenTs;
    } catch (error) {
      if (error instanceof ConvexError) return;
      this.around.problems.push(`${client} ${number} failed: ${String(error)}`);
    }
  }

  #hear({ at, isSent, isLost, message }: Frame): void {
    if (message.type === "Transition" && !isLost) this.#seenTs = readTs(message.endVersion.ts);
    if (message.type === "FatalError" || message.type === "AuthError")
      this.around.problems.push(`${this.name} was told: ${JSON.stringify(message)}`);
    if (isSent && message.type === "Mutation") this.#noteSending(message);
    if (!isSent && message.type === "MutationResponse")
      this.#callOfRequest.get(message.requestId)?.answers.push(readAnswer(at, message));
  }

  #noteSending({ requestId, args }: Extract<Message, { type: "Mutation" }>): void {
    const [first] = args as readonly { number?: JSONValue }[];
    const call = this.around.calls.find(
      ({ client, number }) => client === this.name && number === first?.number,
    );
    if (!call) return;
    call.sendings += 1;
    this.#callOfRequest.set(requestId, call);
  }
}

function readAnswer(at: number, response: Extract<Message, { type: "MutationResponse" }>): Answer {
  const { success, result, errorData } = response;
  const ts = response.ts === undefined ? null : readTs(response.ts);
  if (success) return { at, ts, outcome: { seen: jsonToConvex(result) as Seen } };
  if (errorData !== undefined) return { at, ts, outcome: { refusal: jsonToConvex(errorData) as Seen } };
  return { at, ts, outcome: { error: JSON.stringify(result) } };
}

/** Received messages are processed in this time. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
