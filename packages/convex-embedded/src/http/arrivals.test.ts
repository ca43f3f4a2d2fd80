/** Tests how the data of incomplete messages is counted, and which arrivals are ended when there is too much. */
import { beforeEach, describe, expect, test } from "vitest";
import { Arrivals, type Arrival } from "./arrivals.js";
import { MAX_UNFINISHED_BYTES, MAX_UNFINISHED_BYTES_PER_ADDRESS, UNCOUNTED_BYTES } from "./limits.js";

let arrivals: Arrivals;
let gone: string[];

beforeEach(() => {
  arrivals = new Arrivals();
  gone = [];
});

function open(name: string, address = name): Arrival {
  return arrivals.open(address, () => gone.push(name));
}

function sent(bytes: number, name: string, address = name): Arrival {
  const arrival = open(name, address);
  arrival.arrived(bytes);
  return arrival;
}

describe("incomplete data of one address", () => {
  const half = MAX_UNFINISHED_BYTES_PER_ADDRESS / 2;

  test("is kept up to the limit", () => {
    sent(half, "a", "one");
    sent(half, "b", "one");
    expect(gone).toEqual([]);
    expect(arrivals.together).toBe(MAX_UNFINISHED_BYTES_PER_ADDRESS);
  });

  test("above the limit ends the arrival that began first, no matter who made the others", () => {
    const first = sent(UNCOUNTED_BYTES + 1, "first", "one");
    sent(half, "second", "one");
    sent(half, "other", "two");
    sent(half, "third", "one");
    expect(gone).toEqual(["first"]);
    first.arrived(half);
    expect(arrivals.together).toBe(3 * half);
    sent(UNCOUNTED_BYTES + 1, "fourth", "one");
    expect(gone).toEqual(["first", "second"]);
  });
});

describe("incomplete data of all addresses", () => {
  const share = MAX_UNFINISHED_BYTES_PER_ADDRESS;
  const addresses = MAX_UNFINISHED_BYTES / share;

  test("is kept up to the limit", () => {
    for (let i = 0; i < addresses; i += 1) sent(share, `${i}`);
    expect(gone).toEqual([]);
    expect(arrivals.together).toBe(MAX_UNFINISHED_BYTES);
  });

  test("above the limit ends the arrival that began first at the address with the most", () => {
    sent(share / 2, "few");
    sent(share / 2, "old", "most");
    sent(share / 2, "new", "most");
    for (let i = 2; i < addresses; i += 1) sent(share - 1, `${i}`);
    expect(gone).toEqual([]);
    sent(share, "last");
    expect(gone).toEqual(["old"]);
  });
});

describe("an incomplete message", () => {
  test("is not counted when it is small, however many there are", () => {
    for (let i = 0; i < 10_000; i += 1) sent(UNCOUNTED_BYTES, `${i}`, "one");
    expect(arrivals.together).toBe(0);
    sent(UNCOUNTED_BYTES + 1, "more");
    expect(arrivals.together).toBe(UNCOUNTED_BYTES + 1);
  });

  test("frees its room when it is complete, except for the beginning of the next message", () => {
    const arrival = sent(100_000, "a");
    arrival.arrived(50_000);
    arrival.finished(120_000);
    expect(arrival.bytes).toBe(30_000);
    expect(arrivals.together).toBe(30_000);
    arrival.finished(30_000);
    expect(arrivals.together).toBe(0);
  });

  test("that arrived in parts, whose heads are not counted, leaves at most its last part", () => {
    const arrival = sent(100_014, "a");
    arrival.arrived(20);
    arrival.finished(100_000);
    expect(arrival.bytes).toBe(20);
  });

  test("keeps its size when a control frame arrived between its parts", () => {
    const arrival = sent(100_000, "a");
    arrival.arrived(6);
    arrival.passed(6);
    expect(arrival.bytes).toBe(100_000);
  });

  test("is never counted again after its end", () => {
    const arrival = sent(100_000, "a");
    arrival.over();
    arrival.arrived(100_000);
    expect(arrivals.together).toBe(0);
  });
});
