/** The data of incomplete messages: how they are counted, and which are ended when there is too much. */
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

/** One sender who has sent so many bytes of a message. */
function sent(bytes: number, name: string, address = name): Arrival {
  const arrival = open(name, address);
  arrival.arrived(bytes);
  return arrival;
}

describe("what is not whole of one address", () => {
  const half = MAX_UNFINISHED_BYTES_PER_ADDRESS / 2;

  test("stays up to its bytes", () => {
    sent(half, "a", "one");
    sent(half, "b", "one");
    expect(gone).toEqual([]);
    expect(arrivals.together).toBe(MAX_UNFINISHED_BYTES_PER_ADDRESS);
  });

  test("ends the call that began first when there are too many, no matter who made the others", () => {
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

describe("what is not whole of all addresses", () => {
  const share = MAX_UNFINISHED_BYTES_PER_ADDRESS;
  const addresses = MAX_UNFINISHED_BYTES / share;

  test("stays up to its bytes", () => {
    for (let i = 0; i < addresses; i += 1) sent(share, `${i}`);
    expect(gone).toEqual([]);
    expect(arrivals.together).toBe(MAX_UNFINISHED_BYTES);
  });

  test("goes when it is more: what began first of the address that has most", () => {
    sent(share / 2, "few");
    sent(share / 2, "old", "most");
    sent(share / 2, "new", "most");
    for (let i = 2; i < addresses; i += 1) sent(share - 1, `${i}`);
    expect(gone).toEqual([]);
    sent(share, "last");
    expect(gone).toEqual(["old"]);
  });
});

describe("a message", () => {
  test("of little is not counted, whatever number of them there is", () => {
    for (let i = 0; i < 10_000; i += 1) sent(UNCOUNTED_BYTES, `${i}`, "one");
    expect(arrivals.together).toBe(0);
    sent(UNCOUNTED_BYTES + 1, "more");
    expect(arrivals.together).toBe(UNCOUNTED_BYTES + 1);
  });

  test("that is whole makes room, but for what came of the next one with its end", () => {
    const arrival = sent(100_000, "a");
    arrival.arrived(50_000);
    arrival.finished(120_000);
    expect(arrival.bytes).toBe(30_000);
    expect(arrivals.together).toBe(30_000);
    arrival.finished(30_000);
    expect(arrivals.together).toBe(0);
  });

  test("that came in parts, whose heads nobody counts, leaves no more than its last part", () => {
    const arrival = sent(100_014, "a");
    arrival.arrived(20);
    arrival.finished(100_000);
    expect(arrival.bytes).toBe(20);
  });

  test("is as large as before when something passed between its parts", () => {
    const arrival = sent(100_000, "a");
    arrival.arrived(6);
    arrival.passed(6);
    expect(arrival.bytes).toBe(100_000);
  });

  test("that is over is never counted again", () => {
    const arrival = sent(100_000, "a");
    arrival.over();
    arrival.arrived(100_000);
    expect(arrivals.together).toBe(0);
  });
});
