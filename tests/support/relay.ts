/**
 * An address on loopback that remains the same when the server behind it is replaced. A runtime that is killed and
 * started again gets another port, because another process may have taken the first one in between. Pages and
 * clients use the address of the relay.
 */
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { startRuntime, type Runtime, type RuntimeOptions } from "./runtime";

const LOOPBACK = "127.0.0.1";

export interface Relay {
  readonly origin: string;
  /** Forwards every connection from now on to this port. With null, refuses connections as if no server existed. */
  leadTo(port: number | null): void;
  close(): Promise<void>;
}

/** The port is free, and open until `close`. */
export async function openRelay(): Promise<Relay> {
  let target: number | null = null;
  const open = new Set<Socket>();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((from) => {
    if (target === null) {
      from.resetAndDestroy();
      return;
    }
    open.add(from);
    from.once("close", () => open.delete(from));
    const to = connect(target, LOOPBACK);
    // If a connection breaks on one side, it is closed on the other, so that the client notices.
    pipeline(from, to, from, () => {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, LOOPBACK, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${LOOPBACK}:${port}`,
    leadTo: (next) => {
      if (next !== target) cut();
      target = next;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

/** The runtime can be killed and started again on its data, at a constant address. */
export interface LastingRuntime {
  readonly origin: string;
  /** The current process. */
  readonly current: () => Runtime;
  /** The runtime must be stopped or killed before. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

export async function startLasting(options: RuntimeOptions & { data: string }): Promise<LastingRuntime> {
  const relay = await openRelay();
  const start = async () => {
    const runtime = await startRuntime(options);
    relay.leadTo(runtime.port);
    return runtime;
  };
  let current = await start();
  return {
    origin: relay.origin,
    current: () => current,
    startAgain: async () => {
      current = await start();
    },
    close: async () => {
      await current.stop();
      await relay.close();
    },
  };
}
