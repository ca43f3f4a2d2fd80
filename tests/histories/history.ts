/** What happened in one run of a program, as its clients saw it, on one clock that only counts. */
import type { JSONValue } from "convex/values";
import type { JournalLine, Question, Seen, Step } from "./language";

export interface Version {
  readonly querySet: number;
  readonly identity: number;
  /** Base64 of a little-endian u64, as on the wire. */
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

/** The messages of the sync protocol that the checks look at; others are kept and passed over. */
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

/** One message on one socket. The server has sent a lost one, and the client never saw it. */
export interface Frame {
  readonly at: number;
  readonly connection: number;
  readonly isSent: boolean;
  readonly isLost: boolean;
  readonly message: Message;
}

export interface Answer {
  readonly at: number;
  /** Not told over HTTP, nor of what failed. */
  readonly ts: bigint | null;
  readonly outcome: { readonly seen: Seen } | { readonly refusal: Seen } | { readonly error: string };
}

/** A mutation, as often as it was sent, and every answer that the server gave. */
export interface Call {
  readonly client: string;
  readonly number: number;
  readonly steps: readonly Step[];
  readonly fails: boolean;
  /** It only looks, and leaves no line in the journal. */
  readonly isLook: boolean;
  readonly sentAt: number;
  readonly answers: Answer[];
  /** How often it went over a socket. */
  sendings: number;
  /** The newest state that the client had seen when its promise resolved. */
  resolvedAtTs: bigint | null;
}

/** Questions over HTTP that were answered at one timestamp. */
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
  /** What went wrong while it ran. */
  readonly problems: readonly string[];
}

/** Reads a timestamp of the wire. */
export function readTs(text: string): bigint {
  return Buffer.from(text, "base64").readBigUInt64LE();
}

/** Counts what happens, so that two things that one process saw have an order. */
export class Clock {
  #now = 0;

  tick(): number {
    this.#now += 1;
    return this.#now;
  }
}
