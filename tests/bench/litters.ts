/**
 * Litters in a kennel with 500 litters, 3,000 puppies and 100,000 weights. Measures the queries of each screen, and
 * how soon one phone's weight appears on another phone. Also checks that a phone without connection for some time
 * loses nothing.
 */
import { createServer, connect as connectTo, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import WebSocket from "ws";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays } from "../../domain/dates/calendar-days";
import { addManyDogs } from "../support/many-dogs";
import { reconnectNow } from "../support/reconnect";
import { startRuntime } from "../support/runtime";
import type { Measured } from "./dogs";
import { makeIssuer } from "./issuer";

const DOGS = 60;
const LITTERS = 500;
const PUPPIES_EACH = 6;
const WEIGHTS_EACH = Number(process.env["BENCH_WEIGHTS_EACH"] ?? 34);
const TODAY = "2025-12-31";
const FIRST_MATING = "2022-01-01";
const AT_ONCE = 60;
const DAY_MS = 86_400_000;

/** How long a phone is disconnected. */
const AWAY_MS = 20_000;

export interface LitterFigures {
  readonly requests: readonly Measured[];
  /** From the tap on one phone to the weight on the other. */
  readonly arrivalsMs: readonly number[];
  /** From the return of the connection until all entries of the disconnected phone are on the other phone. */
  readonly afterReturnMs: number;
  readonly lostOrDoubled: number;
}

/** Several tasks run at the same time. */
async function inTurns(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first);
    await Promise.all(Array.from({ length: size }, (_, index) => work(first + index)));
  }
}

interface Filled {
  readonly litterIds: readonly Id<"litters">[];
  readonly puppyIds: readonly Id<"puppies">[];
}

async function fill(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<Filled> {
  await addManyDogs({ client }, kennelId, DOGS);
  const { data: dogs } = await client.query(api.dogs.dogs.list, { kennelId, page: 1, limit: DOGS });
  const [sires = [], dams = []] = ["male", "female"].map((gender) =>
    dogs.filter((dog) => dog.gender === gender),
  );
  const litterIds: Id<"litters">[] = [];
  const puppyIds: Id<"puppies">[] = [];
  const births: number[] = [];
  await inTurns(LITTERS, async (number) => {
    const breedingDate = addDays(FIRST_MATING, number * 2);
    const whelpingDate = addDays(breedingDate, 63);
    const { _id: breedingId } = await client.mutation(api.breedings.breedings.create, {
      kennelId,
      sireId: sires[number % sires.length]?._id ?? "",
      damId: dams[number % dams.length]?._id ?? "",
      breedingDate,
    });
    const litter = await client.mutation(api.litters.litters.create, {
      breedingId,
      whelpingDate,
      today: TODAY,
      numberBorn: PUPPIES_EACH,
      numberAlive: PUPPIES_EACH,
      numberMales: 3,
      numberFemales: 3,
    });
    await client.mutation(api.litters.litters.addMissingPuppies, { litterId: litter._id });
    const { puppies } = await client.query(api.litters.litters.get, { litterId: litter._id });
    litterIds[number] = litter._id;
    for (const { _id, order } of puppies) {
      puppyIds[number * PUPPIES_EACH + order - 1] = _id;
      births[number * PUPPIES_EACH + order - 1] = Date.parse(whelpingDate);
    }
  });
  await inTurns(puppyIds.length * WEIGHTS_EACH, async (number) => {
    const puppy = number % puppyIds.length;
    const day = 1 + Math.floor(number / puppyIds.length);
    const puppyId = puppyIds[puppy];
    if (!puppyId) return;
    await client.mutation(api.litters.puppyWeights.add, {
      puppyId,
      grams: 300 + day * 40 + (puppy % 17),
      weighedAt: (births[puppy] ?? 0) + day * DAY_MS,
      entryKey: `bench-${puppy}-${day}`,
    });
  });
  return { litterIds, puppyIds };
}

/** Can be cut, like the connection between a phone and the server. */
class CuttableLine {
  private isUp = true;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(targetPort: number) {
    this.server = createServer((near) => {
      if (!this.isUp) {
        near.destroy();
        return;
      }
      const far = connectTo(targetPort, "127.0.0.1");
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => {
          this.sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    const { port } = this.server.address() as AddressInfo; // The server listens on TCP.
    return `http://127.0.0.1:${port}`;
  }

  cut(): void {
    this.isUp = false;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isUp = true;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}

class BoardPhone {
  readonly seen = new Map<string, number>();
  private readonly client: ConvexClient;
  private readonly waiting = new Map<string, () => void>();

  constructor(origin: string, token: () => Promise<string>, litterId: string) {
    this.client = new ConvexClient(origin, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket, // `ws` has the same interface.
      unsavedChangesWarning: false,
      logger: false,
    });
    this.client.setAuth(token);
    this.client.onUpdate(api.litters.puppyWeights.recent, { litterId }, (weights) => {
      for (const { entryKey } of weights) {
        if (this.seen.has(entryKey)) continue;
        this.seen.set(entryKey, performance.now());
        this.waiting.get(entryKey)?.();
      }
    });
  }

  async weigh(puppyId: Id<"puppies">, grams: number, entryKey: string): Promise<unknown> {
    return await this.client.mutation(api.litters.puppyWeights.add, {
      puppyId,
      grams,
      weighedAt: Date.now(),
      entryKey,
    });
  }

  /** Returns the time of the entry's arrival. */
  async sees(entryKey: string): Promise<number> {
    if (!this.seen.has(entryKey)) {
      await new Promise<void>((resolve) => this.waiting.set(entryKey, resolve));
    }
    return this.seen.get(entryKey) ?? Number.NaN;
  }

  /**
   * A browser tries again immediately when the network is back. Otherwise the client waits up to 16 s, at random.
   */
  reconnect(): void {
    reconnectNow(this.client.client);
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

async function measurePhones(
  { origin, port }: { origin: string; port: number },
  token: () => Promise<string>,
  { litterIds, puppyIds }: Filled,
  client: ConvexHttpClient,
  samples: number,
) {
  const litterId = litterIds.at(-1) ?? "";
  const puppies = puppyIds.slice(-PUPPIES_EACH);
  const line = new CuttableLine(port);
  const [here, there] = [
    new BoardPhone(origin, token, litterId),
    new BoardPhone(await line.open(), token, litterId),
  ];
  const before = (await client.query(api.litters.puppyWeights.list, { litterId })).length;
  const arrivalsMs: number[] = [];
  let entries = 0;
  const press = (phone: BoardPhone, grams: number): { key: string; done: Promise<unknown> } => {
    entries += 1;
    const key = `phone-press-${entries}`;
    const puppyId = puppies[entries % puppies.length];
    if (!puppyId) throw new Error("The litter has no puppies");
    return { key, done: phone.weigh(puppyId, grams, key) };
  };
  for (let sample = 0; sample < samples; sample += 1) {
    const [from, to] = sample % 2 === 0 ? [here, there] : [there, here];
    const start = performance.now();
    const { key, done } = press(from, 5000 + sample);
    const arrived = await to.sees(key);
    await done;
    // The first calls open the connections.
    if (sample >= 6) arrivalsMs.push(arrived - start);
  }
  line.cut();
  const away = [9001, 9002, 9003].map((grams) => press(there, grams));
  const meanwhile = [9101, 9102, 9103].map((grams) => press(here, grams));
  await Promise.all(meanwhile.map(({ done }) => done));
  await pause(AWAY_MS);
  line.mend();
  there.reconnect();
  const returned = performance.now();
  const arrivals = await Promise.all(away.map(async ({ key }) => await here.sees(key)));
  await Promise.all(away.map(({ done }) => done));
  const stored = (await client.query(api.litters.puppyWeights.list, { litterId })).length - before;
  await here.close();
  await there.close();
  line.close();
  return {
    arrivalsMs,
    afterReturnMs: Math.max(...arrivals) - returned,
    lostOrDoubled: Math.abs(stored - entries),
  };
}

/** Measures the queries of each screen, and two phones on one litter. */
export async function measureLitters(samples: number): Promise<LitterFigures> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env });
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(await tokenOf("breeder"));
  await client.mutation(api.accounts.users.ensure, {});
  const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  const kennelId = kennel._id;
  const filled = await fill(client, kennelId);
  const litterId = filled.litterIds[LITTERS / 2] ?? "";
  const puppyId = filled.puppyIds[(LITTERS / 2) * PUPPIES_EACH] ?? "";
  const list = (args: object) => async () =>
    await client.query(api.litters.litters.list, { kennelId, limit: 24, ...args });
  const kinds: Record<string, () => Promise<unknown>> = {
    "litters, first page": list({}),
    "litters, last page": list({ page: 20 }),
    "litters, search": list({ search: "oak 3" }),
    "open a litter": async () => await client.query(api.litters.litters.get, { litterId }),
    "all its weights": async () => await client.query(api.litters.puppyWeights.list, { litterId }),
    "weighing board": async () => await client.query(api.litters.puppyWeights.recent, { litterId }),
    "puppies, first page": async () =>
      await client.query(api.litters.puppies.list, { kennelId, status: "available", limit: 100 }),
  };
  const requests: Measured[] = [];
  for (const [name, ask] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples + 5; sample += 1) {
      // This changes the queried data, so that no cached result is returned.
      await client.mutation(api.litters.puppies.update, { puppyId, notes: `${name} ${sample}` });
      await client.mutation(api.litters.puppyWeights.add, {
        puppyId,
        grams: 2000 + sample,
        weighedAt: Date.parse("2025-06-01") + sample * DAY_MS,
        entryKey: `again-${name}-${sample}`,
      });
      const start = performance.now();
      await ask();
      if (sample >= 5) timesMs.push(performance.now() - start);
      await client.mutation(api.litters.puppyWeights.undo, { litterId, entryKey: `again-${name}-${sample}` });
    }
    requests.push({ name: `500 litters, 100,000 weights: ${name}`, timesMs });
  }
  const token = async () => await tokenOf("breeder");
  const phones = await measurePhones(runtime, token, filled, client, 60);
  await runtime.stop();
  return { requests, ...phones };
}
