/** The card provider in the place of `fetch`, for the suites that run without a server. */
import { onTestFinished, vi } from "vitest";
import { CardProvider } from "./card-provider";

/** Starts the provider until the test is over; it knows one key. */
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
    /** The servers that were asked. */
    asked,
  };
}
