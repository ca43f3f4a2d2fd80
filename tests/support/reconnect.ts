/**
 * Makes a client that was disconnected connect again immediately, as after the browser's event that the network is
 * back.
 */
import type { BaseConvexClient } from "convex/browser";

/** Makes a client that waits for its next attempt try now; does nothing to a connected one. */
export function reconnectNow(client: BaseConvexClient): void {
  // A private method, which the class itself calls when the window's event arrives.
  const { webSocketManager } = client as unknown as {
    webSocketManager: { tryReconnectImmediately(): void };
  };
  webSocketManager.tryReconnectImmediately();
}
