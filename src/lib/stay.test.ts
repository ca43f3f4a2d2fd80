/** How a window reports the user's presence in a place. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Stay, type StayTools, type Ticket } from "@/lib/stay";
import { PRESENCE_BEAT_MS } from "@domain/kennels/rules";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const TICKET: Ticket = { room: "room", sessionToken: "token" };

function makeStay(answer: () => Promise<Ticket> = () => Promise.resolve(TICKET)) {
  const beat = vi.fn<StayTools["beat"]>(answer);
  const leave = vi.fn<(ticket: Ticket) => void>();
  const leaveInPassing = vi.fn<(ticket: Ticket) => void>();
  return { stay: new Stay({ beat, leave, leaveInPassing }), beat, leave, leaveInPassing };
}

const pass = (beats: number) => vi.advanceTimersByTimeAsync(beats * PRESENCE_BEAT_MS);

describe("Stay", () => {
  it("reports the arrival at once, and then the presence from time to time", async () => {
    const { stay, beat } = makeStay();
    stay.begin();
    stay.begin();
    await pass(2);
    expect(beat.mock.calls.map(([{ isArriving }]) => isArriving)).toEqual([true, false, false]);
    expect(new Set(beat.mock.calls.map(([{ windowId }]) => windowId)).size).toBe(1);
    expect(beat.mock.calls[0]?.[0].windowId).toMatch(/^[0-9a-f]{24}$/u);
  });

  it("ends once, and may begin again", async () => {
    const { stay, beat, leave } = makeStay();
    stay.begin();
    await pass(0);
    stay.end();
    stay.end();
    await pass(3);
    expect(leave.mock.calls).toEqual([[TICKET]]);
    expect(beat).toHaveBeenCalledTimes(1);
    stay.begin();
    await pass(0);
    expect(beat.mock.calls.at(-1)?.[0].isArriving).toBe(true);
  });

  it("reports the end even if it comes before the first response", async () => {
    let answer: (ticket: Ticket) => void = () => {};
    const { stay, leave } = makeStay(() => new Promise((resolve) => (answer = resolve)));
    stay.begin();
    stay.end();
    expect(leave).not.toHaveBeenCalled();
    answer(TICKET);
    await pass(0);
    expect(leave.mock.calls).toEqual([[TICKET]]);
  });

  it("reports a new screen together with the end of the former one, however fast the user moves", async () => {
    const { stay, beat, leave } = makeStay();
    stay.move();
    expect(beat).not.toHaveBeenCalled();
    stay.begin();
    stay.move();
    stay.move();
    await pass(0);
    expect(beat.mock.calls.map(([{ leaving }]) => leaving)).toEqual([undefined, TICKET]);
    stay.move();
    await pass(0);
    expect(beat.mock.calls.at(-1)?.[0]).toMatchObject({ isArriving: false, leaving: TICKET });
    await pass(1);
    expect(beat.mock.calls.at(-1)?.[0]).not.toHaveProperty("leaving");
    expect(leave).not.toHaveBeenCalled();
  });

  it("sends no further heartbeat while one waits for the connection", async () => {
    const { stay, beat } = makeStay(() => new Promise(() => {}));
    stay.begin();
    await pass(5);
    expect(beat).toHaveBeenCalledTimes(1);
  });

  it("stops if the server refuses", async () => {
    const { stay, beat, leave } = makeStay(() => Promise.reject(new Error("NOT_FOUND")));
    stay.begin();
    await pass(3);
    stay.end();
    expect(beat).toHaveBeenCalledTimes(1);
    expect(leave).not.toHaveBeenCalled();
  });

  it("reports the end when the page closes, without waiting", async () => {
    const { stay, leave, leaveInPassing } = makeStay();
    stay.begin();
    await pass(0);
    stay.endInPassing();
    stay.end();
    expect(leaveInPassing.mock.calls).toEqual([[TICKET]]);
    expect(leave).not.toHaveBeenCalled();
  });
});
