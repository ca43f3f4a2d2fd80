/** The one live connection of the page; made when it is first needed. */
import { ConvexReactClient } from "convex/react";
import { takeEarly } from "@/identity/early-answers";
import { convexUrl } from "@/identity/environment";

let client: ConvexReactClient | undefined;

/** Opens a connection, or takes over the one that the page has opened to the same address. */
export function EarlySocket(url: string): WebSocket {
  const socket = takeEarly("socket");
  if (socket?.url !== url || socket.readyState > WebSocket.OPEN) {
    socket?.close();
    return new WebSocket(url);
  }
  // Its new owner listens from the next moment on.
  if (socket.readyState === WebSocket.OPEN)
    queueMicrotask(() => {
      socket.onopen?.(new Event("open"));
    });
  return socket;
}

/** Returns the page's live client. */
export function convexClient(): ConvexReactClient {
  client ??= new ConvexReactClient(convexUrl(), {
    // A token fetched a moment ago need not be fetched again right after the server accepted it.
    initialAuthTokenReuse: true,
    // The client calls `new` on it, which a function that returns an object answers with that object.
    webSocketConstructor: EarlySocket as unknown as typeof WebSocket,
  });
  return client;
}
