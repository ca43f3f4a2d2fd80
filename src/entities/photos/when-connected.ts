/** Waits for the server. The live connection and the browser each notice some failures that the other does not. */
import type { ConvexReactClient } from "convex/react";

type Client = Pick<ConvexReactClient, "connectionState" | "subscribeToConnectionState">;

const isReachable = (client: Client): boolean =>
  navigator.onLine && client.connectionState().isWebSocketConnected;

/** Resolves at the next moment when the server can be reached. */
async function untilReachable(client: Client): Promise<void> {
  const watching = new AbortController();
  await new Promise<void>((resolve) => {
    const look = () => (isReachable(client) ? resolve() : undefined);
    window.addEventListener("online", look, { signal: watching.signal });
    watching.signal.addEventListener("abort", client.subscribeToConnectionState(look));
  });
  watching.abort();
}

/** Resolves when the server can be reached: when it returns, or after `waitMs` if it was never away. */
export async function whenConnected(client: Client, waitMs: number): Promise<void> {
  if (isReachable(client)) await new Promise((resolve) => setTimeout(resolve, waitMs));
  if (!isReachable(client)) await untilReachable(client);
}
