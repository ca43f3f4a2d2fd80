/** Tests which requests count as coming from this machine. */
import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { isFromThisMachine } from "./this-machine.js";

const from = (remoteAddress: string, headers: IncomingMessage["headers"] = {}) =>
  isFromThisMachine({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);

it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("%s is this machine", (address) => {
  expect(from(address)).toBe(true);
  expect(from(address, { "x-forwarded-for": "192.0.2.1" })).toBe(false);
  expect(from(address, { forwarded: "for=192.0.2.1" })).toBe(false);
});

it.each(["127.0.1.2", "::ffff:127.0.1.2", "192.0.2.1", "10.0.0.1", "127.0.0.10", "::2", ""])(
  "%s is another machine, with separate limits",
  (address) => {
    expect(from(address)).toBe(false);
  },
);
