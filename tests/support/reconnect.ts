/** Brings a client back at once that was cut off, as the browser's event that the network is back does. */
import type { BaseConvexClient } from "convex/browser";

/** Makes a client that waits for its next attempt try now; does nothing to one that is connected. */
export function reconnectNow(client: BaseConvexClient): void {
  // Private to the class, and what its listener to the window's event calls.
  const { webSocketManager } = client as unknown as {
    webSocketManager: { tryReconnectImmediately(): void };
  };
  webSocketManager.tryReconnectImmediately();
}
