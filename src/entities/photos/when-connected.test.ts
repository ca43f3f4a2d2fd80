/** The moment at which an interrupted upload continues. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { whenConnected } from "@/entities/photos/when-connected";

type State = ReturnType<Parameters<typeof whenConnected>[0]["connectionState"]>;

/** The test can cut and restore this connection. */
function connection() {
  const listeners = new Set<(state: State) => void>();
  let isConnected = true;
  const connectionState = () => ({ isWebSocketConnected: isConnected }) as State; // no other property is used
  return {
    client: {
      connectionState,
      subscribeToConnectionState: (listener: (state: State) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    listeners,
    set: (isUp: boolean) => {
      isConnected = isUp;
      for (const listener of [...listeners]) listener(connectionState());
    },
  };
}

const online = vi.spyOn(navigator, "onLine", "get");
beforeEach(() => {
  vi.useFakeTimers();
  online.mockReturnValue(true);
});
afterEach(() => vi.useRealTimers());

function waiting(client: Parameters<typeof whenConnected>[0]) {
  const done = vi.fn();
  void whenConnected(client, 5000).then(done);
  return done;
}

describe("an interrupted upload", () => {
  it("continues after the pause if the server was always reachable", async () => {
    const done = waiting(connection().client);
    await vi.advanceTimersByTimeAsync(4999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalled();
  });

  it("continues at once when the live connection returns, and removes its listeners", async () => {
    const { client, set, listeners } = connection();
    set(false);
    const done = waiting(client);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).not.toHaveBeenCalled();
    set(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalled();
    expect(listeners.size).toBe(0);
  });

  it("continues when the browser is online again, not earlier", async () => {
    const { client } = connection();
    online.mockReturnValue(false);
    const done = waiting(client);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).not.toHaveBeenCalled();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalled();
  });
});
