/**
 * Replaces the live client while there is no connection. Queries return their stored results, and nothing can be
 * changed. No request is sent, so no data call starts before it is known who is signed in (AUTH-11).
 */
import type { ConvexReactClient } from "convex/react";
import type { FunctionReference } from "convex/server";
import { jsonToConvex, type JSONValue } from "convex/values";
import { seenKey } from "@/lib/last-seen/last-seen";

type Query = FunctionReference<"query">;
type Args = Record<string, unknown>;

const OFFLINE = "You are offline";

export function makeOfflineClient(answers: ReadonlyMap<string, string>): ConvexReactClient {
  // Each result is parsed once, so that a screen always gets the same object.
  const read = new Map<string, unknown>();
  const answerOf = (query: Query, args: Args = {}): unknown => {
    const key = seenKey(query, args);
    if (!read.has(key)) {
      const text = answers.get(key);
      if (text === undefined) throw new Error("This has not been opened on this device before");
      read.set(key, jsonToConvex(JSON.parse(text) as JSONValue)); // this app has written the text
    }
    return read.get(key);
  };
  const refuse = () => Promise.reject(new Error(OFFLINE));
  const client = {
    url: window.location.origin,
    watchQuery: (query: Query, args?: Args) => ({
      onUpdate: () => () => undefined,
      localQueryResult: () => answerOf(query, args),
      journal: () => undefined,
    }),
    query: (query: Query, args?: Args) =>
      new Promise((resolve) => {
        resolve(answerOf(query, args));
      }),
    mutation: refuse,
    action: refuse,
    connectionState: () => ({ isWebSocketConnected: false, hasInflightRequests: false }),
    subscribeToConnectionState: () => () => undefined,
  };
  // The hooks of the client use only this part of a client.
  return client as unknown as ConvexReactClient;
}
