/** The early connection of a page, and the owner of its client. */
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EarlySocket, usePersonClient } from "@/identity/convex-client";
import { api } from "@convex/_generated/api";

const told = vi.hoisted(() => ({ texts: [] as string[] }));
vi.mock("@/lib/toast", async (original) => ({
  ...(await original<object>()),
  toast: { error: (text: string) => told.texts.push(text) },
}));

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
  it("is used once, and sends an event when it is open", async () => {
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
  ])("is not used if it %s", (_, url, readyState) => {
    vi.stubGlobal("WebSocket", FakeSocket);
    const socket = opened(readyState);
    window.studbookEarly = { socket };
    const made = EarlySocket(url);
    expect(made).not.toBe(socket);
    expect(made.url).toBe(url);
    expect(socket.close).toHaveBeenCalledOnce();
  });
});

describe("usePersonClient", () => {
  it("keeps the page's client for the first person, and closes it when they leave", async () => {
    vi.stubGlobal("WebSocket", FakeSocket);
    const { result, rerender } = renderHook(({ person }) => usePersonClient(person), {
      initialProps: { person: undefined as string | null | undefined },
    });
    const first = result.current;
    for (const person of [null, "ann", undefined, "ann"]) {
      rerender({ person });
      expect(result.current).toBe(first);
    }
    const remove = () => first.mutation(api.dogs.dogs.remove, { dogId: "dog1" });
    void remove();
    void first.action(api.accounts.apiKeys.create, { name: "Key", canWrite: false } as never);
    void first.action(api.dogs.photos.add, { dogId: "dog1" } as never);
    void first.action(api.reminders.actions.reminderExport.make, {} as never);
    void first.mutation(api.accounts.users.rememberKennel, { kennelId: "k1" });
    void first.mutation(api.kennels.presence.leave, { room: "kennel:k1", sessionToken: "token" });
    rerender({ person: null });
    const second = result.current;
    expect(second).not.toBe(first);
    await waitFor(() =>
      expect(told.texts).toEqual([
        "You were signed out while 2 changes were on their way. Sign in again and check whether they were saved.",
      ]),
    );
    await expect(remove()).rejects.toThrow("closed");
    rerender({ person: "bob" });
    expect(result.current).toBe(second);
    rerender({ person: "cleo" });
    expect(result.current).not.toBe(second);
    expect(told.texts).toHaveLength(1);
  });
});
