/** The one live connection of the page; made when it is first needed. */
import { ConvexReactClient } from "convex/react";
import { convexUrl } from "@/identity/environment";

let client: ConvexReactClient | undefined;

/** Returns the page's live client. */
export function convexClient(): ConvexReactClient {
  // A token fetched a moment ago need not be fetched again right after the server accepted it.
  client ??= new ConvexReactClient(convexUrl(), { initialAuthTokenReuse: true });
  return client;
}
