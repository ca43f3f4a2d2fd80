/** Makes a disconnected client connect again immediately, like the browser's event when the network returns. */
import type { BaseConvexClient } from "convex/browser";

/** Does nothing to a connected client. */
export function reconnectNow(client: BaseConvexClient): void {
  // The method is private. The class itself calls it on the window's event.
  const { webSocketManager } = client as unknown as {
    webSocketManager: { tryReconnectImmediately(): void };
  };
  webSocketManager.tryReconnectImmediately();
}
