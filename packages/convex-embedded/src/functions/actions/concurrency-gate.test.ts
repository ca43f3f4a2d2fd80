/** Tests which actions run, and in which order the others wait. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConcurrencyGate, Place, type Entrance } from "./concurrency-gate.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const REFUSAL = {
  code: "TooManyConcurrentRequests",
  message: "Too many concurrent requests. Your backend is limited to 2 concurrent actions.",
};
const open = (options: { limit?: number; maxWaiting?: number } = {}) =>
  new ConcurrencyGate({ limit: 2, waitMs: 1000, maxWaiting: 2, ...options });

async function admitted(gate: ConcurrencyGate, entrance?: Entrance): Promise<Place> {
  const place = await gate.enter(entrance);
  if (!(place instanceof Place)) throw new Error(place.message);
  return place;
}

function line(gate: ConcurrencyGate) {
  const places: { name: string; place: Place }[] = [];
  return {
    names: () => places.map(({ name }) => name),
    placeOf: (wanted: string) => places.find(({ name }) => name === wanted)?.place,
    ask: (name: string, entrance?: Entrance) =>
      void admitted(gate, entrance).then((place) => places.push({ name, place })),
    settled: () => vi.advanceTimersByTimeAsync(0),
  };
}

test("two calls run at a time, and further calls get their places in order", async () => {
  const gate = open();
  const first = await admitted(gate);
  const second = await admitted(gate);
  const { ask, names, settled } = line(gate);
  ask("third");
  ask("fourth");
  await settled();
  expect(names()).toEqual([]);
  first.leave();
  first.leave();
  await settled();
  expect(names()).toEqual(["third"]);
  second.leave();
  await settled();
  expect(names()).toEqual(["third", "fourth"]);
});

test("a call that waited until the time limit is refused, and takes no place", async () => {
  const gate = open();
  const first = await admitted(gate);
  await admitted(gate);
  const late = gate.enter();
  vi.advanceTimersByTime(1000);
  expect(await late).toEqual(REFUSAL);
  first.leave();
  expect(await gate.enter()).toBeInstanceOf(Place);
});

test("a call that finds the queue full is refused at once", async () => {
  const gate = open();
  const places = [await admitted(gate), await admitted(gate)];
  const waiting = [gate.enter(), gate.enter()];
  expect(await gate.enter()).toEqual(REFUSAL);
  for (const place of places) place.leave();
  for (const place of await Promise.all(waiting)) expect(place).toBeInstanceOf(Place);
});

test("a call that no longer wants a place leaves the queue", async () => {
  const gate = open();
  const first = await admitted(gate);
  await admitted(gate);
  const gone = new AbortController();
  const given = gate.enter({ signal: gone.signal });
  const { ask, names, settled } = line(gate);
  ask("next");
  gone.abort();
  expect(await given).toEqual(REFUSAL);
  first.leave();
  await settled();
  expect(names()).toEqual(["next"]);
});

describe("a client", () => {
  const from = (name: string) => ({ clients: [name] });

  test("gets at most half of the places, another client gets half of the rest, and each waits for its own", async () => {
    const gate = open({ limit: 8, maxWaiting: 100 });
    const { ask, names, placeOf, settled } = line(gate);
    for (let at = 1; at <= 6; at += 1) ask(`a${at}`, from("a"));
    for (let at = 1; at <= 6; at += 1) ask(`b${at}`, from("b"));
    ask("c1", from("c"));
    await settled();
    expect(names()).toEqual(["a1", "a2", "a3", "a4", "b1", "b2", "c1"]);
    placeOf("b1")?.leave();
    await settled();
    expect(names().slice(7)).toEqual(["b3"]);
  });

  test("gets at most half of the queue", async () => {
    const gate = open({ limit: 1, maxWaiting: 4 });
    await admitted(gate);
    const { ask, settled } = line(gate);
    for (let at = 0; at < 2; at += 1) ask(`a${at}`, from("a"));
    await settled();
    expect(await gate.enter(from("a"))).toMatchObject({ code: REFUSAL.code });
    const other = gate.enter(from("b"));
    vi.advanceTimersByTime(999);
    expect(await Promise.race([other, Promise.resolve("waits")])).toBe("waits");
  });

  test("is limited by each of its identities: one address with many credentials counts as one", async () => {
    const gate = open({ limit: 8, maxWaiting: 100 });
    const { ask, names, settled } = line(gate);
    for (let at = 1; at <= 6; at += 1) ask(`a${at}`, { clients: ["address", `key ${at}`] });
    await settled();
    expect(names()).toHaveLength(4);
  });
});

describe("the calls of an action", () => {
  test("run in their caller's place, so that callers never wait for each other", async () => {
    const gate = open();
    const callers = [await admitted(gate), await admitted(gate)];
    const called = await Promise.all(callers.map((within) => admitted(gate, { within })));
    for (const within of called) await admitted(gate, { within });
  });

  test("run there one at a time, and others take separate places", async () => {
    const gate = open();
    const within = await admitted(gate);
    const { ask, names, placeOf, settled } = line(gate);
    for (const name of ["first", "second", "third"]) ask(name, { within });
    await settled();
    expect(names()).toEqual(["first", "second"]);
    placeOf("first")?.leave();
    await settled();
    expect(names()).toEqual(["first", "second", "third"]);
  });

  test("keep the place when their caller ends before them", async () => {
    const gate = open({ limit: 1 });
    const caller = await admitted(gate);
    const called = await admitted(gate, { within: caller });
    caller.leave();
    const { ask, names, settled } = line(gate);
    ask("next");
    await settled();
    expect(names()).toEqual([]);
    called.leave();
    await settled();
    expect(names()).toEqual(["next"]);
  });
});
