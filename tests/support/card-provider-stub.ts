/** Replaces `fetch` by a simulation of the card provider, for tests that run without a server. */
import { onTestFinished, vi } from "vitest";
import { CardProvider } from "./card-provider";

/** Ends with the test. The provider accepts only `knownKey`. */
export function startCardProvider(knownKey: string) {
  const provider = new CardProvider(knownKey);
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string | URL, init?: RequestInit) => {
    const request = new Request(url, init);
    asked.push(new URL(request.url).origin);
    return await provider.answer(request);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    provider,
    /** The hosts to which requests were sent. */
    asked,
  };
}
