/** Tests how clients are distinguished and which part of their addresses is stored. */
import { expect, it } from "vitest";
import { networkKeyOf } from "./client-address";

it.each([
  ["192.0.2.77", "192.0.2.77", "192.0.2.0/24"],
  ["::ffff:192.0.2.77", "192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["unknown", "unknown", "unknown"],
  ["", "", ""],
])("%s counts as one client, and only the network is stored", (address, client, network) => {
  expect(networkKeyOf(address, 32, 64)).toBe(client);
  expect(networkKeyOf(address, 24, 48)).toBe(network);
});
