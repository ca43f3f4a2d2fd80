/** The connection that the page opens before the app is there. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { EarlySocket } from "@/identity/convex-client";

const URL_OF_SYNC = "ws://localhost/api/1/sync";

class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  readonly close = vi.fn();
  constructor(readonly url: string) {}
}

const opened = (readyState: number): WebSocket =>
  Object.assign(new FakeSocket(URL_OF_SYNC), { readyState }) as unknown as WebSocket;

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.studbookEarly;
});

describe("EarlySocket", () => {
  it("is taken over once, and its owner hears that it is open", async () => {
    vi.stubGlobal("WebSocket", FakeSocket);
    const socket = opened(FakeSocket.OPEN);
    window.studbookEarly = { socket };
    const taken = EarlySocket(URL_OF_SYNC);
    expect(taken).toBe(socket);
    const onOpen = vi.fn();
    taken.onopen = onOpen;
    await Promise.resolve();
    expect(onOpen).toHaveBeenCalledOnce();
    expect(EarlySocket(URL_OF_SYNC)).not.toBe(socket);
  });

  it.each([
    ["is closed by now", URL_OF_SYNC, 3],
    ["leads elsewhere", "ws://localhost/api/2/sync", 1],
  ])("is not taken where it %s", (_, url, readyState) => {
    vi.stubGlobal("WebSocket", FakeSocket);
    const socket = opened(readyState);
    window.studbookEarly = { socket };
    const made = EarlySocket(url);
    expect(made).not.toBe(socket);
    expect(made.url).toBe(url);
    expect(socket.close).toHaveBeenCalledOnce();
  });
});
