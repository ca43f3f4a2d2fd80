/** The messages of the sync protocol that tests send by hand, and the parts of the responses that they read. */
import { randomUUID } from "node:crypto";
import type { RawClient } from "./sync-harness.js";

export function connect(client: RawClient, fields: Record<string, unknown> = {}): void {
  client.send({
    type: "Connect",
    sessionId: randomUUID(),
    connectionCount: 0,
    lastCloseReason: "InitialConnect",
    clientTs: 0,
    ...fields,
  });
}

/** Query ids count from zero. */
export function add(
  client: RawClient,
  queryId: number,
  udfPath: string,
  args: Record<string, unknown> = {},
): void {
  client.send({
    type: "ModifyQuerySet",
    baseVersion: queryId,
    newVersion: queryId + 1,
    modifications: [{ type: "Add", queryId, udfPath, args: [args] }],
  });
}

export function mutate(
  client: RawClient,
  requestId: number,
  udfPath: string,
  args: Record<string, unknown> = {},
): void {
  client.send({ type: "Mutation", requestId, udfPath, args: [args] });
}

export function modificationsOf(message: Record<string, unknown>): Record<string, unknown>[] {
  const { modifications } = message;
  return Array.isArray(modifications) ? modifications : [];
}

export function listOf(message: Record<string, unknown>): unknown[] | undefined {
  const value = modificationsOf(message)[0]?.["value"];
  return Array.isArray(value) ? value : undefined;
}

/** Returns the list in the newest Transition with a list. */
export function lastList(client: RawClient): unknown[] | undefined {
  return client.received.map(listOf).findLast((list) => list !== undefined);
}
