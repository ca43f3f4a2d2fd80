/** The events of one run of a program as its clients saw them. A counter is the clock. */
import type { JSONValue } from "convex/values";
import type { JournalLine, Question, Seen, Step } from "./language";

export interface Version {
  readonly querySet: number;
  readonly identity: number;
  /** Base64 of a little-endian u64, as in the protocol. */
  readonly ts: string;
}

export type Modification =
  | {
      readonly type: "QueryUpdated";
      readonly queryId: number;
      readonly value: JSONValue;
      readonly journal: string | null;
    }
  | {
      readonly type: "QueryFailed";
      readonly queryId: number;
      readonly errorMessage: string;
      readonly errorData?: JSONValue;
    }
  | { readonly type: "QueryRemoved"; readonly queryId: number };

/** The messages of the sync protocol that the checks read. Others are recorded and ignored. */
export type Message =
  | {
      readonly type: "Transition";
      readonly startVersion: Version;
      readonly endVersion: Version;
      readonly modifications: readonly Modification[];
    }
  | {
      readonly type: "MutationResponse";
      readonly requestId: number;
      readonly success: boolean;
      readonly result: JSONValue;
      readonly ts?: string;
      readonly errorData?: JSONValue;
    }
  | {
      readonly type: "ModifyQuerySet";
      readonly newVersion: number;
      readonly modifications: readonly (
        | {
            readonly type: "Add";
            readonly queryId: number;
            readonly args: readonly JSONValue[];
            readonly journal?: string | null;
          }
        | { readonly type: "Remove"; readonly queryId: number }
      )[];
    }
  | { readonly type: "Mutation"; readonly requestId: number; readonly args: readonly JSONValue[] }
  | { readonly type: "Connect" | "FatalError" | "AuthError" | "Ping" | "Event" | "TransitionChunk" };

/** One message on one socket. If it is lost, the server sent it and the client never received it. */
export interface Frame {
  readonly at: number;
  readonly connection: number;
  readonly isSent: boolean;
  readonly isLost: boolean;
  readonly message: Message;
}

export interface Answer {
  readonly at: number;
  /** Null over HTTP, and for a failed mutation. */
  readonly ts: bigint | null;
  readonly outcome: { readonly seen: Seen } | { readonly refusal: Seen } | { readonly error: string };
}

export interface Call {
  readonly client: string;
  readonly number: number;
  readonly steps: readonly Step[];
  readonly fails: boolean;
  /** Whether the mutation only reads, and writes no line in the journal. */
  readonly isLook: boolean;
  readonly sentAt: number;
  readonly answers: Answer[];
  /** How often it was sent over a socket. */
  sendings: number;
  /** The newest state that the client had received when its promise resolved. */
  resolvedAtTs: bigint | null;
}

/** The results of these queries have one timestamp. */
export interface HttpAsk {
  readonly questions: readonly Question[];
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly ts: bigint | null;
  readonly answers: readonly (
    | { readonly value: Seen }
    | { readonly refusal: Seen }
    | { readonly error: string }
  )[];
}

export interface History {
  readonly calls: readonly Call[];
  readonly asks: readonly HttpAsk[];
  readonly frames: ReadonlyMap<string, readonly Frame[]>;
  readonly journal: readonly JournalLine[];
  readonly everything: Seen;
  readonly problems: readonly string[];
}

/** `text` has the form of the protocol. */
export function readTs(text: string): bigint {
  return Buffer.from(text, "base64").readBigUInt64LE();
}

/** Counts events, so that two events of one process have an order. */
export class Clock {
  #now = 0;

  tick(): number {
    this.#now += 1;
    return this.#now;
  }
}
