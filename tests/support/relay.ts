/**
 * An address on loopback that outlives what listens behind it. A runtime that is killed and started again gets another
 * port, as anybody may have taken the first one meanwhile; pages and clients stay with the relay's.
 */
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { pipeline } from "node:stream";

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
