/**
 * Waits for the server. The live connection notices some failures that the browser does not notice, and vice versa.
 */
import type { ConvexReactClient } from "convex/react";

type Client = Pick<ConvexReactClient, "connectionState" | "subscribeToConnectionState">;

const isReachable = (client: Client): boolean =>
  navigator.onLine && client.connectionState().isWebSocketConnected;

async function untilReachable(client: Client): Promise<void> {
  const watching = new AbortController();
  await new Promise<void>((resolve) => {
    const look = () => (isReachable(client) ? resolve() : undefined);
    window.addEventListener("online", look, { signal: watching.signal });
    watching.signal.addEventListener("abort", client.subscribeToConnectionState(look));
  });
  watching.abort();
}

/**
 * Resolves when the server can be reached again. If the server was reachable all the time, resolves after `waitMs`.
 */
export async function whenConnected(client: Client, waitMs: number): Promise<void> {
  if (isReachable(client)) await new Promise((resolve) => setTimeout(resolve, waitMs));
  if (!isReachable(client)) await untilReachable(client);
}
