/** Tests when the operator is informed about a nearby proxy that is not trusted. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openClientAddresses } from "./client-address.js";
import { noticeForwarding, noticeOf } from "./forwarding-notice.js";

let server: Server | undefined;
afterEach(() => void server?.close());

const from = (remoteAddress: string, headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;
const FORWARDED = { "x-forwarded-for": "192.0.2.7" };
const nobody = openClientAddresses([]);

describe("a request with forwarding headers", () => {
  it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "172.17.0.1", "10.1.2.3", "192.168.1.2", "fd00::1"])(
    "from %s causes a notice with the address and the option that fixes it",
    (address) => {
      const plain = address.replace("::ffff:", "");
      expect(noticeOf(from(address, FORWARDED), nobody)).toContain(`--trusted-proxies ${plain} `);
    },
  );

  it.each(["x-forwarded-for", "forwarded", "x-real-ip"])("is recognized by the header %s", (header) => {
    expect(noticeOf(from("127.0.0.1", { [header]: "192.0.2.7" }), nobody)).toContain(header);
  });

  it("is ignored from a stranger, or without the headers, and used from a trusted proxy", () => {
    expect(noticeOf(from("127.0.0.1", FORWARDED), openClientAddresses(["loopback"]))).toBeNull();
    expect(noticeOf(from("172.17.0.1", FORWARDED), openClientAddresses(["172.16.0.0/12"]))).toBeNull();
    expect(noticeOf(from("198.51.100.4", FORWARDED), nobody)).toBeNull();
    expect(noticeOf(from("2001:db8::1", FORWARDED), nobody)).toBeNull();
    expect(noticeOf(from("127.0.0.1", { host: "localhost" }), nobody)).toBeNull();
  });
});

it("the notice is reported once, whatever requests follow", async () => {
  const told: string[] = [];
  server = createServer((_request, response) => void response.end());
  noticeForwarding(server, nobody, (notice) => void told.push(notice));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await fetch(address);
  expect(told).toEqual([]);
  for (let count = 0; count < 3; count += 1) await fetch(address, { headers: FORWARDED });
  expect(told).toHaveLength(1);
  // After that, no listener checks further requests.
  expect([server.listenerCount("request"), server.listenerCount("upgrade")]).toEqual([1, 0]);
});
