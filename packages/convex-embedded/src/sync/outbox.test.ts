/**
 * Tests that the limits of unsent data for a slow client are exact to the byte. Up to the first limit the client
 * gets Transitions, up to the second it remains connected.
 */
import { describe, expect, it } from "vitest";
import { DROP_ABOVE_BYTES, PAUSE_ABOVE_BYTES, PAUSE_ALL_ABOVE_BYTES } from "./limits.js";
import { Outbox, type Backlog } from "./outbox.js";

/** The socket sends none of its data. */
function stuckOutbox(backlog: Backlog = { waiting: 0 }, partBytes = Infinity) {
  const events: string[] = [];
  const socket = {
    bufferedAmount: 0,
    send: (text: string | Buffer) => (socket.bufferedAmount += text.length),
    together: (run: () => void) => run(),
    setReading: () => undefined,
    close: () => undefined,
    terminate: () => events.push("terminated"),
  };
  const outbox: Outbox = new Outbox({
    socket,
    backlog,
    limits: {
      pauseAboveBytes: PAUSE_ABOVE_BYTES,
      pauseAllAboveBytes: PAUSE_ALL_ABOVE_BYTES,
      dropAboveBytes: DROP_ABOVE_BYTES,
      wholeTransitionBytes: partBytes,
    },
    canJoinChunks: partBytes < Infinity,
    now: () => 0,
    onDrained: () => events.push("drained"),
    onOverrun: () => {
      events.push("given up");
      outbox.closed();
    },
  });
  return { outbox, socket, events };
}

describe("one mebibyte of unsent data for a client", () => {
  it("allows Transitions", () => {
    const { outbox, socket } = stuckOutbox();
    socket.bufferedAmount = 1 << 20;
    expect(outbox.hasRoom()).toBe(true);
  });

  it("is the maximum: above it Transitions wait", () => {
    const { outbox, socket } = stuckOutbox();
    socket.bufferedAmount = (1 << 20) + 1;
    expect(outbox.hasRoom()).toBe(false);
  });
});

describe("256 mebibytes of unsent data for a client", () => {
  it("are stored", () => {
    const { outbox, socket, events } = stuckOutbox();
    socket.bufferedAmount = (256 << 20) - 1;
    outbox.send("x");
    expect(events).toEqual([]);
  });

  it("are the maximum: above this limit the client is disconnected", () => {
    const { outbox, socket, events } = stuckOutbox();
    socket.bufferedAmount = 256 << 20;
    outbox.send("x");
    expect(events).toEqual(["given up", "terminated"]);
  });
});

describe("a client that is disconnected within a Transition of several parts", () => {
  it("no longer counts towards the unsent bytes of all clients", () => {
    const backlog = { waiting: 0 };
    const { outbox, socket, events } = stuckOutbox(backlog, 4);
    socket.bufferedAmount = 256 << 20;
    outbox.sendTransition(Buffer.from("a Transition of more than one part"));
    expect(events).toEqual(["given up", "terminated"]);
    expect(backlog.waiting).toBe(0);
  });
});

describe("512 mebibytes of unsent data for all clients", () => {
  it("allow Transitions for a client that is behind", () => {
    const { outbox } = stuckOutbox({ waiting: (512 << 20) - 1 });
    outbox.send("x");
    expect(outbox.hasRoom()).toBe(true);
  });

  it("are the limit: above it a client that is behind waits, and another still gets Transitions", () => {
    const backlog = { waiting: 512 << 20 };
    const behind = stuckOutbox(backlog);
    behind.outbox.send("x");
    expect(behind.outbox.hasRoom()).toBe(false);
    expect(stuckOutbox(backlog).outbox.hasRoom()).toBe(true);
  });
});
