/** Tests which client the server assumes for a request. */
import type { IncomingMessage } from "node:http";
import { describe, expect, it, test } from "vitest";
import { StartError } from "../start-error.js";
import { clientKeyOf, openClientAddresses } from "./client-address.js";

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe("X-Forwarded-For", () => {
  const spoofed = { "x-forwarded-for": "198.51.100.7" };

  it("has no effect without a trusted proxy", () => {
    expect(openClientAddresses([]).of(from("203.0.113.5", spoofed))).toBe("203.0.113.5");
    expect(openClientAddresses([]).of(from("127.0.0.1", spoofed))).toBe("127.0.0.1");
  });

  it("has no effect from anybody except a trusted proxy", () => {
    const addresses = openClientAddresses(["loopback", "10.0.0.0/8"]);
    expect(addresses.of(from("203.0.113.5", spoofed))).toBe("203.0.113.5");
    expect(addresses.of(from("10.1.2.3", spoofed))).toBe("198.51.100.7");
    expect(addresses.of(from("::ffff:127.0.0.1", spoofed))).toBe("198.51.100.7");
  });

  it.each([
    ["an entry before the proxy's own", "6.6.6.6, 198.51.100.7", "198.51.100.7"],
    ["the entries of several proxies", "6.6.6.6, 198.51.100.7, 10.0.0.9", "198.51.100.7"],
    ["an entry with a port", "198.51.100.7:4711", "198.51.100.7"],
    ["an IPv6 entry with a port", "[2001:db8::1]:4711", "2001:db8::1"],
    ["mapped IPv4", "::ffff:198.51.100.7", "198.51.100.7"],
    ["an entry that is not an address", "198.51.100.7, unknown", "10.0.0.2"],
    ["an empty list", " , ", "10.0.0.2"],
    ["only trusted proxies", "10.0.0.7", "10.0.0.7"],
  ])("is read from its end: %s", (_what, list, expected) => {
    const addresses = openClientAddresses(["10.0.0.0/8"]);
    expect(addresses.of(from("10.0.0.2", { "x-forwarded-for": list }))).toBe(expected);
  });
});

test("X-Forwarded-Proto counts only from a trusted proxy, and then its last value", () => {
  const addresses = openClientAddresses(["10.0.0.2"]);
  const https = { "x-forwarded-proto": "https" };
  expect(addresses.isSecure(from("10.0.0.2", https))).toBe(true);
  expect(addresses.isSecure(from("10.0.0.3", https))).toBe(false);
  expect(addresses.isSecure(from("10.0.0.2", { "x-forwarded-proto": "https, http" }))).toBe(false);
  expect(addresses.isSecure(from("10.0.0.2"))).toBe(false);
});

test.each(["example.com", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/8/8", ""])(
  "a proxy must be an address or a network: %s",
  (text) => {
    expect(() => openClientAddresses([text])).toThrow(StartError);
  },
);

test("an IPv6 network of one household counts as one client, and so does each IPv4 address", () => {
  expect(clientKeyOf("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
  expect(clientKeyOf("2001:0db8:1:2:ffff:ffff:ffff:ffff")).toBe("2001:db8:1:2::/64");
  expect(clientKeyOf("2001:db8:1:3::1")).not.toBe(clientKeyOf("2001:db8:1:2::1"));
  expect(clientKeyOf("::1")).toBe("0:0:0:0::/64");
  expect(clientKeyOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(clientKeyOf("192.0.2.1")).toBe("192.0.2.1");
});
