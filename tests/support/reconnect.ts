/** Makes a disconnected client connect again immediately, like the browser's event when the network returns. */
import type { BaseConvexClient } from "convex/browser";

/** Makes a client try now instead of waiting for its next attempt. Does nothing to a connected client. */
export function reconnectNow(client: BaseConvexClient): void {
  // A private method, which the class itself calls on the window's event.
  const { webSocketManager } = client as unknown as {
    webSocketManager: { tryReconnectImmediately(): void };
  };
  webSocketManager.tryReconnectImmediately();
}
