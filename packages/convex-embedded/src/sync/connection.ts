/**
 * One client's side of the sync protocol, over any socket that transports text.
 *   open --bad or expired token--> AuthError,  closed        (the client fetches a token and returns)
 *   open --malformed message-----> FatalError, closed        (the client does not return)
 *   open --engine failure--------> close 1011                (the client returns later)
 *   open --socket ends-----------> closed
 * A call that is too large fails, but the connection remains open. Messages take effect in the order of their
 * arrival. Verifying a token and reading a large message make the next ones wait. Mutations run one at a time,
 * actions in parallel. A Transition begins where the last one ended. While many messages wait the socket is not
 * read.
 */
import { AuthenticationError, type Authenticator } from "../auth/authenticator.js";
import { completeIdentity } from "../auth/claims.js";
import type { Timestamp } from "../database/api.js";
import { failureOf, newRequestId } from "../errors.js";
import type { Caller, FunctionFailure, FunctionRunner } from "../functions/api.js";
import { pathIn } from "../functions/paths.js";
import type { AnonymousBounds } from "../functions/request-bounds.js";
import { LARGE_CALL_BYTES_PER_VALUE } from "../http/limits.js";
import type { MessageReader } from "../http/reading-thread.js";
import { HttpError } from "../http/responses.js";
import {
  DROP_ABOVE_BYTES,
  MAX_ARGS_TEXT_LENGTH,
  MAX_LIVE_QUERIES,
  MAX_PENDING_MUTATIONS,
  MAX_RUNNING_ACTIONS,
  MESSAGE_BURST,
  MESSAGES_PER_SECOND,
  PAUSE_ABOVE_BYTES,
  PAUSE_ALL_ABOVE_BYTES,
  PAUSE_READING_AT,
  PAUSE_READING_AT_LENGTH,
} from "./limits.js";
import type { Metrics } from "./metrics.js";
import { Outbox, type Backlog, type OutboxLimits, type SyncSocket } from "./outbox.js";
import type { Action } from "./protocol/action.js";
import { serializeActionResponse } from "./protocol/action-response.js";
import { serializeAuthError } from "./protocol/auth-error.js";
import type { Authenticate } from "./protocol/authenticate.js";
import type { ClientMessage } from "./protocol/client-message.js";
import type { Connect } from "./protocol/connect.js";
import { serializeFatalError } from "./protocol/fatal-error.js";
import { ProtocolError } from "./protocol/fields.js";
import type { AddQuery, ModifyQuerySet } from "./protocol/modify-query-set.js";
import type { Mutation } from "./protocol/mutation.js";
import { serializeMutationResponse } from "./protocol/mutation-response.js";
import { PING } from "./protocol/ping.js";
import {
  isSameResult,
  queryResultText,
  serializeQueryRemoved,
  serializeQueryResult,
  serializeTransition,
  type Part,
  type StateVersion,
} from "./protocol/transition.js";
import { MAX_WHOLE_TRANSITION_BYTES } from "./protocol/transition-chunk.js";
import { MessagePace } from "./message-pace.js";
import type { FailedCall } from "./oversized.js";
import { readMessage, type MessageOrigin, type ReadMessage } from "./read-message.js";
import { SocketShare, type ShareCounts } from "./share-counts.js";
import type { QuerySlot, Subscriber } from "./shared-query.js";
import type { Subscriptions } from "./subscriptions.js";

export interface ConnectionLimits extends OutboxLimits {
  readonly pendingMutations: number;
  readonly runningActions: number;
  readonly liveQueries: number;
  readonly pauseReadingAt: number;
  /** How many characters of waiting messages stop reading from a socket. */
  readonly pauseReadingAtLength: number;
  readonly argsBytes: number;
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
}

export const DEFAULT_LIMITS: ConnectionLimits = {
  pendingMutations: MAX_PENDING_MUTATIONS,
  runningActions: MAX_RUNNING_ACTIONS,
  liveQueries: MAX_LIVE_QUERIES,
  pauseReadingAt: PAUSE_READING_AT,
  pauseReadingAtLength: PAUSE_READING_AT_LENGTH,
  argsBytes: MAX_ARGS_TEXT_LENGTH,
  messagesPerSecond: MESSAGES_PER_SECOND,
  messageBurst: MESSAGE_BURST,
  pauseAboveBytes: PAUSE_ABOVE_BYTES,
  dropAboveBytes: DROP_ABOVE_BYTES,
  pauseAllAboveBytes: PAUSE_ALL_ABOVE_BYTES,
  wholeTransitionBytes: MAX_WHOLE_TRANSITION_BYTES,
};

export interface ConnectionServices {
  readonly runner: Pick<FunctionRunner, "runMutation" | "runAction" | "valuesTakenBy">;
  readonly subscriptions: Subscriptions;
  readonly database: { readonly latestTs: Timestamp };
  readonly authenticator: Authenticator;
  readonly metrics: Metrics;
  readonly limits: ConnectionLimits;
  readonly anonymousBounds: AnonymousBounds;
  /** Reads large messages in a separate thread. Without it all other work waits while they are read. */
  readonly reader?: MessageReader | undefined;
  /** On how many sockets each user has signed in. */
  readonly identities: ShareCounts;
  /** How many live queries, and mutations without a response, each client has on all its sockets. */
  readonly liveQueries: ShareCounts;
  /** How many characters of arguments these live queries and mutations have. */
  readonly liveArgs: ShareCounts;
  readonly pendingMutations: ShareCounts;
  readonly backlog: Backlog;
  readonly now: () => number;
  /** In milliseconds. This clock cannot be set. */
  readonly elapsed: () => number;
  readonly onError: (error: unknown) => void;
}

export interface Turns {
  /** Resolves when a mutation may begin. */
  next(): Promise<void> | undefined;
  /** Returns false if the client has sent too much. */
  hasRoomForBytes(bytes: number): boolean;
  /** Returns false if the client has made too many calls. */
  hasRoomForCalls(calls: number): boolean;
}

const NO_TURNS: Turns = {
  next: () => undefined,
  hasRoomForBytes: () => true,
  hasRoomForCalls: () => true,
};

const NOBODY: Caller = { identity: null, visibility: "public" };
/** Longer responses of mutations, or more of them, are sent without waiting for the Transition that follows. */
const MAX_HELD_ANSWER_LENGTH = 4096;
const MAX_HELD_ANSWERS = 64;
const MAX_TIMER_MS = 0x7fffffff;

export class Connection implements Subscriber {
  readonly #socket: SyncSocket;
  readonly #services: ConnectionServices;
  readonly #outbox: Outbox;
  readonly #slots = new Map<number, QuerySlot>();
  /** Queries that were too large to run. `isTold`: the client knows the reason. */
  readonly #refused = new Map<number, { readonly reason: string; isTold: boolean }>();
  readonly #stale = new Set<QuerySlot>();
  readonly #unanswered = new Set<QuerySlot>();
  readonly #removed = new Set<number>();
  readonly #inbox: (string | Buffer)[] = [];
  readonly #mutations: (() => Promise<void>)[] = [];
  /**
   * Responses of mutations. They are sent together with the following Transition, because the client does nothing
   * with them before it.
   */
  #held: string[] = [];
  #version: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  #wanted = { querySet: 0, identity: 0 };
  #sessionId: string | null = null;
  #caller = NOBODY;
  #token: string | null = null;
  #expiresAtMs = Infinity;
  #expiryTimer: NodeJS.Timeout | undefined;
  #isAuthenticating = false;
  #isReadingApart = false;
  #isMutating = false;
  #runningActions = 0;
  #isReading = true;
  readonly #pace: MessagePace;
  #paceTimer: NodeJS.Timeout | undefined;
  #countedAs: string | null = null;
  /** Counts the client while nobody has signed in. */
  readonly #addressKey: string;
  readonly #queryShare: SocketShare;
  readonly #argsShare: SocketShare;
  readonly #mutationShare: SocketShare;
  /** Includes the arguments of calls that have not ended. */
  #waitingLength = 0;
  #isClosed = false;

  constructor(
    socket: SyncSocket,
    services: ConnectionServices,
    canJoinChunks: boolean,
    private readonly address: string,
    private readonly turns = NO_TURNS,
  ) {
    this.#socket = socket;
    this.#services = services;
    this.#addressKey = `address ${address}`;
    this.#queryShare = new SocketShare(services.liveQueries, this.#addressKey);
    this.#argsShare = new SocketShare(services.liveArgs, this.#addressKey);
    this.#mutationShare = new SocketShare(services.pendingMutations, this.#addressKey);
    const { messagesPerSecond, messageBurst } = services.limits;
    this.#pace = new MessagePace(messagesPerSecond, messageBurst, services.elapsed);
    this.#outbox = new Outbox({
      socket,
      canJoinChunks,
      limits: services.limits,
      backlog: services.backlog,
      now: services.elapsed,
      onDrained: () => services.subscriptions.requestSettle(this),
      onOverrun: () => this.closed(),
    });
  }

  get client(): string {
    return personOf(this.#caller) ?? this.#addressKey;
  }

  /** Whether a call is running, a response is waiting, or a message is being read that may contain a call. */
  get isBusy(): boolean {
    return this.#isReadingApart || this.#isMutating || this.#runningActions > 0 || this.#held.length > 0;
  }

  get #isHolding(): boolean {
    return this.#isAuthenticating || this.#isReadingApart;
  }

  get isHeldBack(): boolean {
    return !this.#isReading;
  }

  checkToken(): void {
    if (this.#isClosed || this.#token === null) return;
    if (this.#services.authenticator.isOver?.(this.#token) !== true) return;
    this.#failAuthentication("SessionEnded: The session of this token was ended", false);
  }

  receive(frame: string | Buffer): void {
    if (this.#isClosed) return;
    if (!this.#hasRoomForBytes(frame.length)) return;
    this.#pace.count();
    if (this.#isHolding) {
      this.#inbox.push(frame);
      this.#waitingLength += frame.length;
    } else this.#take(frame);
    this.#readOrWait();
  }

  #hasRoomForBytes(bytes: number): boolean {
    if (this.#caller.visibility === "internal" || this.turns.hasRoomForBytes(bytes)) return true;
    // The client returns later and sends unanswered calls again.
    this.close(1013, "TooManyConcurrentRequests");
    return false;
  }

  #readOrWait(): void {
    const waiting = this.#inbox.length + this.#mutations.length;
    const { pauseReadingAt, pauseReadingAtLength } = this.#services.limits;
    const { waitMs } = this.#pace;
    if (waitMs > 0) this.#paceTimer ??= setTimeout(() => this.#readAfterPause(), waitMs);
    // A socket that waits is read again only when half of the messages are handled.
    const share = this.#isReading ? 1 : 0.5;
    const hasRoom = waiting < pauseReadingAt * share && this.#waitingLength < pauseReadingAtLength * share;
    const isReading = waitMs === 0 && hasRoom;
    if (isReading === this.#isReading || this.#isClosed) return;
    this.#isReading = isReading;
    this.#socket.setReading(isReading);
  }

  #readAfterPause(): void {
    this.#paceTimer = undefined;
    this.#readOrWait();
  }

  receiveBinary(): void {
    this.#failFatally("Received a binary message on websocket: the sync protocol is text");
  }

  /** Sends a Ping if nothing else was sent for `idleMs`. */
  pingWhenIdle(idleMs: number): void {
    if (this.#outbox.idleMs >= idleMs) this.#send(PING);
  }

  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#expiryTimer);
    clearTimeout(this.#paceTimer);
    this.#countAs(null);
    this.#queryShare.giveAllBack();
    this.#argsShare.giveAllBack();
    this.#mutationShare.giveAllBack();
    for (const slot of this.#slots.values()) this.#services.subscriptions.unsubscribe(slot);
    this.#services.subscriptions.forget(this);
    this.#slots.clear();
    this.#refused.clear();
    this.#inbox.length = 0;
    this.#mutations.length = 0;
    this.#held.length = 0;
    this.#outbox.closed();
  }

  close(code?: number, reason?: string): void {
    if (this.#isClosed) return;
    this.#release();
    this.closed();
    // The socket is read again, because the client replies to the close.
    if (!this.#isReading) this.#socket.setReading(true);
    this.#socket.close(code, reason);
  }

  markStale(slot: QuerySlot): void {
    this.#stale.add(slot);
  }

  fail(reason: string): void {
    this.close(1011, reason);
  }

  settle(ts: Timestamp): void {
    if (this.#isClosed) return;
    if (this.#held.length === 0) return this.#transit(ts);
    this.#outbox.together(() => {
      this.#release();
      if (!this.#isClosed) this.#transit(ts);
    });
  }

  #transit(ts: Timestamp): void {
    if (!this.#outbox.hasRoom()) return;
    for (const slot of this.#unanswered) {
      if (slot.shared.result === null) return this.#services.subscriptions.requestSettle(this);
      this.#stale.add(slot);
    }
    if (this.#unanswered.size > 0) this.#unanswered.clear();
    const end: StateVersion = { ...this.#wanted, ts };
    const transition = serializeTransition(this.#version, end, this.#takeModifications());
    this.#version = end;
    this.#services.metrics.transitions += 1;
    this.#outbox.sendTransition(transition);
  }

  #takeModifications(): (readonly Part[])[] {
    const modifications: (readonly Part[])[] = [];
    for (const queryId of this.#removed) modifications.push(serializeQueryRemoved(queryId));
    for (const slot of this.#stale) {
      const { result } = slot.shared;
      if (result === null || isSameResult(slot.sent, result)) continue;
      slot.sent = result;
      modifications.push(serializeQueryResult(slot.queryId, result));
    }
    for (const [queryId, query] of this.#refused) {
      if (query.isTold) continue;
      query.isTold = true;
      const outcome = { ...refusalOf(query.reason), journal: null };
      modifications.push(serializeQueryResult(queryId, queryResultText(outcome)));
    }
    if (this.#removed.size > 0) this.#removed.clear();
    if (this.#stale.size > 0) this.#stale.clear();
    return modifications;
  }

  /** With `canWait`, the response is sent with the Transition of the next round. */
  #hold(answer: string, canWait: boolean): void {
    this.#held.push(answer);
    const isMuch = answer.length > MAX_HELD_ANSWER_LENGTH || this.#held.length > MAX_HELD_ANSWERS;
    if (isMuch || !canWait) this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const answer of held) this.#send(answer);
  }

  #send(text: string): void {
    if (!this.#isClosed) this.#outbox.send(text);
  }

  #take(frame: string | Buffer): void {
    const { anonymousBounds, reader, runner } = this.#services;
    const origin = { caller: this.#caller, anonymousBounds };
    if (typeof frame !== "string" && reader !== undefined) return void this.#takeApart(reader, frame, origin);
    this.#follow(readMessage(frame.toString(), origin, runner));
  }

  /** Another thread reads the frame, and later frames wait. */
  async #takeApart(reader: MessageReader, frame: Buffer, origin: MessageOrigin): Promise<void> {
    const { length } = frame;
    this.#isReadingApart = true;
    this.#waitingLength += length;
    try {
      const read = await reader.readMessage(frame, origin, this.#services.runner, this.address);
      if (!this.#isClosed) this.#follow(read);
    } catch (error) {
      if (error instanceof HttpError) this.close(1013, "TooManyUnfinishedMessages");
      else {
        this.#services.onError(error);
        this.fail("InternalServerError");
      }
    }
    this.#isReadingApart = false;
    this.#waitingLength -= length;
    this.#takeWaiting();
  }

  /** Stops at a message after which the rest must wait again. */
  #takeWaiting(): void {
    while (!this.#isClosed && !this.#isHolding) {
      const next = this.#inbox.shift();
      if (next === undefined) break;
      this.#waitingLength -= next.length;
      this.#take(next);
    }
    this.#readOrWait();
  }

  #follow(read: ReadMessage): void {
    if ("fatal" in read) return this.#failFatally(read.fatal);
    if ("failed" in read) return this.#failCall({ ...read.failed, reason: read.reason });
    if (!this.#hasRoomForBytes(read.values * LARGE_CALL_BYTES_PER_VALUE)) return;
    try {
      this.#handle(read.message, read.refused);
    } catch (error) {
      if (error instanceof ProtocolError) return this.#failFatally(error.message);
      this.#services.onError(error);
      this.fail("InternalServerError");
    }
  }

  #failCall({ type, requestId, reason }: FailedCall & { readonly reason: string }): void {
    const outcome = refusalOf(reason);
    const serialize = type === "Mutation" ? serializeMutationResponse : serializeActionResponse;
    this.#send(serialize(requestId, outcome));
  }

  #handle(message: ClientMessage, refused: ReadonlyMap<number, string>): void {
    switch (message.type) {
      case "Connect":
        return this.#connect(message);
      case "ModifyQuerySet":
        return this.#modifyQuerySet(message, refused);
      case "Mutation":
        return this.#enqueueMutation(message);
      case "Action":
        return this.#startAction(message);
      case "Authenticate":
        return this.#authenticate(message);
      case "Event":
        return;
      default:
        message satisfies never;
    }
  }

  #connect(message: Connect): void {
    this.#sessionId = message.sessionId;
    const observed = message.maxObservedTimestamp;
    // If a client saw a later state than this server has, time would go backwards for the client.
    if (observed !== null && observed > this.#services.database.latestTs) this.fail("InternalServerError");
  }

  #modifyQuerySet(message: ModifyQuerySet, refused: ReadonlyMap<number, string>): void {
    if (message.baseVersion !== this.#wanted.querySet) {
      throw new ProtocolError(
        `BaseVersionMismatch: Base version ${message.baseVersion} passed up doesn't match the current version ${this.#wanted.querySet}`,
      );
    }
    if (message.newVersion <= message.baseVersion) {
      throw new ProtocolError("The new version of a query set must be past its base version");
    }
    const added = message.modifications.filter(({ type }) => type === "Add").length;
    if (!this.turns.hasRoomForCalls(added)) return this.close(1013, "TooManyConcurrentRequests");
    for (const modification of message.modifications) {
      if (modification.type === "Add") this.#addQuery(modification, refused.get(modification.queryId));
      else this.#removeQuery(modification.queryId);
      if (this.#isClosed) return;
    }
    this.#wanted.querySet = message.newVersion;
    this.#services.subscriptions.requestSettle(this);
  }

  #addQuery(query: AddQuery, refusal: string | undefined): void {
    if (this.#slots.has(query.queryId) || this.#refused.has(query.queryId)) {
      throw new ProtocolError(`Duplicate query ID: ${query.queryId}`);
    }
    const { liveQueries } = this.#services.limits;
    if (this.#slots.size + this.#refused.size >= liveQueries) {
      throw new ProtocolError(
        `TooManyLiveQueries: Too many live queries. Only up to ${liveQueries} live queries allowed on a single websocket.`,
      );
    }
    const path = this.#pathOf(query);
    const reason = refusal ?? this.#reasonAgainst(query.args) ?? this.#reasonAgainstKeeping(query.args);
    if (reason !== null) return void this.#refused.set(query.queryId, { reason, isTold: false });
    if (!this.#queryShare.take()) return this.close(1013, "TooManyConcurrentRequests");
    const slot = this.#services.subscriptions.subscribe(this, query.queryId, {
      path,
      args: query.args,
      caller: this.#caller,
      journal: query.journal,
    });
    this.#slots.set(query.queryId, slot);
    this.#unanswered.add(slot);
  }

  #removeQuery(queryId: number): void {
    if (this.#refused.delete(queryId)) return void this.#removed.add(queryId);
    const slot = this.#slots.get(queryId);
    if (slot === undefined) throw new ProtocolError(`Nonexistent query id: ${queryId}`);
    this.#slots.delete(queryId);
    this.#stale.delete(slot);
    this.#unanswered.delete(slot);
    this.#queryShare.giveBack();
    this.#argsShare.giveBack(slot.shared.call.args.length);
    this.#services.subscriptions.unsubscribe(slot);
    this.#removed.add(queryId);
  }

  #enqueueMutation(message: Mutation): void {
    if (!this.#isTokenAlive()) return;
    const path = this.#pathOf(message);
    const reason = this.#reasonAgainst(message.args);
    if (reason !== null) return this.#failCall({ ...message, reason });
    const isFull = this.#mutations.length >= this.#services.limits.pendingMutations;
    if (isFull || !this.#mutationShare.take()) return this.close(1013, "TooManyConcurrentMutations");
    this.#waitingLength += message.args.length;
    const caller = this.#caller;
    const sessionId = this.#sessionId;
    const { requestId, args } = message;
    const request = sessionId === null ? undefined : { sessionId, requestId };
    this.#mutations.push(async () => {
      await this.turns.next();
      const outcome = await this.#services.runner
        .runMutation({ path, args, caller, request })
        .finally(() => this.#ended(args));
      this.#mutationShare.giveBack();
      this.#services.metrics.mutations += 1;
      // The client returns later and sends unanswered calls again.
      if (outcome.status === "error" && outcome.refusal) return this.close(1013, outcome.refusal.code);
      const answer = serializeMutationResponse(requestId, outcome);
      this.#hold(answer, outcome.status === "success");
      const madeAt = outcome.status === "success" ? outcome.ts : undefined;
      if (!this.#isClosed) this.#services.subscriptions.requestSettle(this, madeAt);
    });
    if (!this.#isMutating) void this.#runMutations();
  }

  async #runMutations(): Promise<void> {
    this.#isMutating = true;
    for (let next = this.#mutations.shift(); next !== undefined; next = this.#mutations.shift()) {
      this.#readOrWait();
      try {
        await next();
      } catch (error) {
        this.#services.onError(error);
        this.fail("InternalServerError");
      }
    }
    this.#isMutating = false;
  }

  #ended(args: string): void {
    this.#waitingLength -= args.length;
    if (!this.#isClosed) this.#readOrWait();
  }

  #startAction(message: Action): void {
    if (!this.#isTokenAlive()) return;
    const path = this.#pathOf(message);
    const reason = this.#reasonAgainst(message.args);
    if (reason !== null) return this.#failCall({ ...message, reason });
    if (this.#runningActions >= this.#services.limits.runningActions) {
      return this.close(1013, "TooManyInflightActionsForSingleClient");
    }
    this.#runningActions += 1;
    this.#waitingLength += message.args.length;
    this.#services.runner
      .runAction({ path, args: message.args, caller: { ...this.#caller, clients: [this.#addressKey] } })
      .then((outcome) => {
        if (outcome.status === "error" && outcome.refusal) return this.close(1013, outcome.refusal.code);
        this.#send(serializeActionResponse(message.requestId, outcome));
        if (!this.#isClosed) this.#services.subscriptions.requestSettle(this);
      })
      .catch((error: unknown) => {
        this.#services.onError(error);
        this.fail("InternalServerError");
      })
      .finally(() => {
        this.#runningActions -= 1;
        this.#ended(message.args);
      });
  }

  #authenticate(message: Authenticate): void {
    if (message.baseVersion !== this.#wanted.identity) {
      throw new ProtocolError(
        `BaseVersionMismatch: Identity version ${message.baseVersion} passed up doesn't match the current version ${this.#wanted.identity}`,
      );
    }
    if (message.tokenType === "None") return this.#become(NOBODY, Infinity);
    if (message.tokenType === "Admin") {
      if (!this.#services.authenticator.isAdminKey(message.value)) {
        return this.#failAuthentication("BadDeployKey: The provided deploy key was invalid", true);
      }
      const { impersonating } = message;
      const identity = impersonating === null ? null : completeIdentity(impersonating);
      if (impersonating !== null && identity === null) {
        throw new ProtocolError('Either "tokenIdentifier" or "issuer" and "subject" must be set');
      }
      return this.#become({ identity, visibility: "internal" }, Infinity);
    }
    void this.#verify(message.value);
  }

  async #verify(token: string): Promise<void> {
    this.#isAuthenticating = true;
    try {
      const { identity, expiresAtMs } = await this.#services.authenticator.verifyToken(token);
      if (this.#isClosed) return;
      this.#become({ identity, visibility: "public" }, expiresAtMs);
      this.#token = token;
    } catch (error) {
      if (error instanceof AuthenticationError) {
        this.#failAuthentication(`${error.code}: ${error.message}`, true);
      } else {
        this.#services.onError(error);
        this.fail("InternalServerError");
      }
    }
    this.#isAuthenticating = false;
    this.#takeWaiting();
  }

  /** False if the user has too many sockets. */
  #countAs(key: string | null): boolean {
    if (key === this.#countedAs) return true;
    if (this.#countedAs !== null) this.#services.identities.leave(this.#countedAs);
    this.#countedAs = null;
    if (key === null) return true;
    if (!this.#services.identities.enter(key)) return false;
    this.#countedAs = key;
    return true;
  }

  #become(caller: Caller, expiresAtMs: number): void {
    // The client returns later, as it does when the server is busy.
    const person = personOf(caller);
    const client = person ?? this.#addressKey;
    const hasRoom =
      this.#countAs(person) &&
      this.#queryShare.moveTo(client) &&
      this.#argsShare.moveTo(client) &&
      this.#mutationShare.moveTo(client);
    if (!hasRoom) return this.close(1013, "TooManyConcurrentRequests");
    this.#caller = caller;
    this.#token = null;
    this.#expiresAtMs = expiresAtMs;
    this.#wanted.identity += 1;
    this.#watchExpiry();
    for (const slot of this.#slots.values()) {
      this.#services.subscriptions.changeCaller(slot, caller);
      this.#unanswered.add(slot);
    }
    this.#services.subscriptions.requestSettle(this);
  }

  #watchExpiry(): void {
    clearTimeout(this.#expiryTimer);
    if (this.#expiresAtMs === Infinity) return;
    const waitMs = Math.min(Math.max(this.#expiresAtMs - this.#services.now(), 0), MAX_TIMER_MS);
    this.#expiryTimer = setTimeout(() => {
      if (this.#isTokenAlive()) this.#watchExpiry();
    }, waitMs);
    this.#expiryTimer.unref();
  }

  #isTokenAlive(): boolean {
    if (this.#services.now() < this.#expiresAtMs) return true;
    this.#failAuthentication("TokenExpired: Convex token identity expired", false);
    return false;
  }

  #failAuthentication(error: string, wasUpdate: boolean): void {
    this.#send(serializeAuthError(error, this.#wanted.identity, wasUpdate));
    this.close();
  }

  #failFatally(error: string): void {
    this.#send(serializeFatalError(error));
    this.close();
  }

  /** Only a tool with the admin key may name a function of a component. */
  #pathOf({ udfPath, componentPath }: { udfPath: string; componentPath: string | null }): string {
    if (componentPath === null || componentPath === "") return udfPath;
    if (this.#caller.visibility === "internal") return pathIn(componentPath, udfPath);
    throw new ProtocolError("Only admin or system users can call functions on non-root components directly");
  }

  #reasonAgainst(args: string): string | null {
    const { argsBytes } = this.#services.limits;
    if (args.length <= argsBytes) return null;
    return `Arguments are too large: ${args.length} bytes (limit: ${argsBytes} bytes)`;
  }

  /** Counts the arguments of a live query, or returns the reason why they are refused. */
  #reasonAgainstKeeping(args: string): string | null {
    const hasRoom = this.#argsShare.take(args.length);
    return hasRoom ? null : "The arguments of all live queries are too large together";
  }
}

/** The result of a call that was too large. */
function refusalOf(message: string): FunctionFailure {
  return failureOf(newRequestId(), { message, frames: [] });
}

/** Administrators and visitors have no user. */
function personOf({ identity, visibility }: Caller): string | null {
  if (identity === null || visibility === "internal") return null;
  const { tokenIdentifier, issuer, subject } = identity;
  return typeof tokenIdentifier === "string" ? tokenIdentifier : `${String(issuer)}|${String(subject)}`;
}
