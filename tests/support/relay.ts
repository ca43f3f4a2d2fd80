/**
 * An address on loopback that outlives what listens behind it. A runtime that is killed and started again gets another
 * port, as anybody may have taken the first one meanwhile; pages and clients stay with the relay's.
 */
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { startRuntime, type Runtime, type RuntimeOptions } from "./runtime";

const LOOPBACK = "127.0.0.1";

export interface Relay {
  readonly origin: string;
  /** Leads every connection from now on to a port; to none, as where nothing listens, when it is null. */
  leadTo(port: number | null): void;
  close(): Promise<void>;
}

/** Takes a free port and keeps it until it is closed. */
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
    // A connection that breaks on one side breaks on the other; whoever uses it finds out there.
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

/** A runtime that can be killed and started again on its data, at an address that stays. */
export interface LastingRuntime {
  readonly origin: string;
  /** The process of now. */
  readonly current: () => Runtime;
  /** Starts it again, once it was stopped or killed. */
  startAgain(): Promise<void>;
  /** Stops it and closes the address. */
  close(): Promise<void>;
}

/** Starts a runtime behind a relay. */
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
