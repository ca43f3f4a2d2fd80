/** The queue of weights that wait to be sent. */
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mergeWeights } from "@/features/litters/use-weighing-board";
import { WeighingQueue, type QueuedEntry, type WeighingTransport } from "@/entities/weights/weighing-queue";
import type { Weight } from "@/features/litters/litter-words";

const weighing = (entryKey: string, grams = 412): QueuedEntry & { kind: "weigh" } => ({
  kind: "weigh",
  litterId: "litter1",
  puppyId: "puppy1",
  grams,
  weighedAt: 1000,
  entryKey,
});
const undo = (entryKey: string): QueuedEntry => ({ kind: "undo", litterId: "litter1", entryKey });
const stored = () => JSON.parse(localStorage.getItem("studbook.weighings") ?? "[]") as QueuedEntry[];
const settle = async () => await vi.advanceTimersByTimeAsync(0);

const accepting = (): WeighingTransport => ({
  weigh: vi.fn(async () => Promise.resolve({ outcome: "stored" as const, other: null })),
  undo: vi.fn(async () => Promise.resolve(null)),
  temperature: vi.fn(async () => Promise.resolve(null)),
});
const neverAnswering = (): WeighingTransport => ({
  weigh: vi.fn(async () => new Promise<never>(() => {})),
  undo: vi.fn(async () => new Promise<never>(() => {})),
  temperature: vi.fn(async () => new Promise<never>(() => {})),
});

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const temperature = (entryKey: string): QueuedEntry => ({
  ...{ kind: "temperature", breedingId: "breeding1", temperatureFahrenheit: 99.1, takenAt: 1000, entryKey },
});

describe("WeighingQueue", () => {
  it("keeps a temperature through a reload, and reports a refused temperature until somebody has read the message", async () => {
    new WeighingQueue().add(temperature("first"));
    const queue = new WeighingQueue();
    expect(queue.read().entries).toEqual([temperature("first")]);
    const refusal = { code: "LIMIT_REACHED", message: "There are too many", details: {} };
    const transport = {
      ...accepting(),
      temperature: vi.fn().mockRejectedValueOnce(new ConvexError(refusal)),
    };
    queue.start(transport, "ann@example.com");
    await settle();
    expect(stored()).toEqual([]);
    const [refused] = queue.read().refused;
    expect(refused).toMatchObject({ entry: { entryKey: "first" }, reason: "There are too many" });
    if (refused) queue.dismissRefused(refused);
    expect(queue.read().refused).toEqual([]);
  });

  it("ignores invalid data under its storage key", () => {
    const broken = [
      { kind: "temperature", entryKey: "a", breedingId: "b" },
      { kind: "weigh", entryKey: "a" },
      5,
    ];
    localStorage.setItem("studbook.weighings", JSON.stringify(broken));
    expect(new WeighingQueue().read().entries).toEqual([]);
  });

  it("keeps an entry until it is acknowledged, and sends it once", async () => {
    const queue = new WeighingQueue();
    const transport = accepting();
    queue.add(weighing("first"));
    expect(stored()).toHaveLength(1);
    queue.start(transport, "ann@example.com");
    await settle();
    expect(transport.weigh).toHaveBeenCalledTimes(1);
    expect(stored()).toEqual([]);
    expect(queue.read().entries).toEqual([]);
  });

  it("loses nothing by a reload: unacknowledged entries are sent again, in order, with the same keys", async () => {
    const before = new WeighingQueue();
    before.start(neverAnswering(), "ann@example.com");
    before.add(weighing("first"));
    before.add(weighing("second", 418));
    before.add(undo("first"));
    const after = new WeighingQueue();
    const transport = accepting();
    after.start(transport, "ann@example.com");
    await settle();
    expect(vi.mocked(transport.weigh).mock.calls.map(([entry]) => entry.entryKey)).toEqual([
      "first",
      "second",
    ]);
    expect(transport.undo).toHaveBeenCalledTimes(1);
    expect(stored()).toEqual([]);
  });

  it("keeps one account's entries for that account, no matter who signs in next", async () => {
    const before = new WeighingQueue();
    before.start(neverAnswering(), "ann@example.com");
    before.add(weighing("hers"));
    const queue = new WeighingQueue();
    const [bens, anns] = [accepting(), accepting()];
    const stop = queue.start(bens, "ben@example.com");
    queue.add(weighing("his"));
    expect(queue.read().entries.map((entry) => queue.isOwn(entry))).toEqual([false, true]);
    await settle();
    expect(vi.mocked(bens.weigh).mock.calls.map(([entry]) => entry.entryKey)).toEqual(["his"]);
    stop();
    queue.start(anns, "ann@example.com");
    await settle();
    expect(vi.mocked(anns.weigh).mock.calls.map(([entry]) => entry.entryKey)).toEqual(["hers"]);
    expect(stored()).toEqual([]);
  });

  it("sends entries that an earlier version stored under the person's email address", async () => {
    localStorage.setItem(
      "studbook.weighings",
      JSON.stringify([{ ...weighing("hers"), by: "ann@example.com" }]),
    );
    const queue = new WeighingQueue();
    const transport = accepting();
    queue.start(transport, "ann", "ann@example.com");
    await settle();
    expect(transport.weigh).toHaveBeenCalledTimes(1);
    expect(stored()).toEqual([]);
  });

  it("neither shows nor sends a signed-out person's entries before the next account is known", () => {
    const queue = new WeighingQueue();
    const stop = queue.start(neverAnswering(), "ann@example.com");
    queue.add(weighing("hers"));
    stop();
    queue.add(weighing("his"));
    expect(queue.read().entries.map((entry) => queue.isOwn(entry))).toEqual([false, true]);
    queue.start(accepting(), "ben@example.com");
    expect(stored().map(({ by, entryKey }) => [entryKey, by])).toEqual([
      ["hers", "ann@example.com"],
      ["his", "ben@example.com"],
    ]);
  });

  it("sends entries without a response again when their person signs in again", async () => {
    const queue = new WeighingQueue();
    const stop = queue.start(neverAnswering(), "ann@example.com");
    queue.add(weighing("hers"));
    stop();
    const later = accepting();
    queue.start(later, "ann@example.com");
    await settle();
    expect(later.weigh).toHaveBeenCalledTimes(1);
    expect(stored()).toEqual([]);
  });

  it("retries after a temporary failure of the server, and reports a final refusal", async () => {
    const queue = new WeighingQueue();
    const weigh = vi
      .fn<WeighingTransport["weigh"]>()
      .mockRejectedValueOnce(new Error("Server Error"))
      .mockRejectedValueOnce(
        new ConvexError({
          code: "VALIDATION_FAILED",
          message: "Some fields are not valid.",
          details: { fields: { weighedAt: "A weighing cannot be before the birth" } },
        }),
      );
    queue.start({ ...accepting(), weigh }, "ann@example.com");
    queue.add(weighing("first"));
    await settle();
    expect(stored()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(weigh).toHaveBeenCalledTimes(2);
    expect(stored()).toEqual([]);
    const [notice] = queue.read().notices;
    expect(notice).toMatchObject({ kind: "refused", reason: "A weighing cannot be before the birth" });
    if (notice) queue.dismiss(notice);
    expect(queue.read().notices).toEqual([]);
  });

  it("reports a puppy that was weighed twice", async () => {
    const queue = new WeighingQueue();
    const other = { grams: 400, weighedAt: 900, entryKey: "theirs" };
    queue.start(
      { ...accepting(), weigh: async () => Promise.resolve({ outcome: "second", other }) },
      "ann@example.com",
    );
    queue.add(weighing("mine"));
    await settle();
    expect(queue.read().notices).toMatchObject([{ kind: "second", other, entry: { entryKey: "mine" } }]);
  });

  it("starts empty if the browser's storage contains something else", () => {
    for (const text of ["", "{", "null", '[{"kind":"weigh"}]']) {
      localStorage.setItem("studbook.weighings", text);
      expect(new WeighingQueue().read().entries).toEqual([]);
    }
  });
});

describe("mergeWeights", () => {
  const known = (entryKey: string, weighedAt: number): Weight => ({
    puppyId: "puppy1" as Weight["puppyId"],
    grams: 400,
    weighedAt,
    entryKey,
  });

  it("combines waiting and stored weights, each once, without weights that are being reverted", () => {
    const merged = mergeWeights(
      "puppy1",
      [known("stored", 10), known("taken-back", 20), known("acknowledged", 30)],
      [undo("taken-back"), weighing("acknowledged"), weighing("waiting")],
    );
    expect(merged.map(({ entryKey, isWaiting }) => [entryKey, isWaiting])).toEqual([
      ["waiting", true],
      ["acknowledged", false],
      ["stored", false],
    ]);
  });
});
