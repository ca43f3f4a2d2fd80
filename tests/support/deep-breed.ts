/**
 * A breed with many generations on the real runtime. It is imported as a user would do. Then 1,000 matings and dogs
 * from all generations are compared with the tabular method, through the functions of the screens and through REST.
 * This is repeated after ancestors are edited, renamed and added. The benchmark uses 100,000 dogs, a test some
 * thousand.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { CHUNK_ROWS } from "../../domain/imports/rules";
import { makeIssuer } from "../bench/issuer";
import { breedDogs, makeRandom, pickMatings, rowOf, tabulate, type BredDog } from "./breed";
import { startRuntime } from "./runtime";

const TODAY = "2026-11-21";
/** The largest difference that rounding can cause. */
const SAME = 1e-9;
const POLL_MS = 100;
const AT_ONCE = 8;

export interface DeepBreedOptions {
  readonly generations: number;
  readonly perGeneration: number;
  /** How many matings, and how many dogs, are compared each time. */
  readonly samples: number;
  /** How many of these samples are also compared through REST. */
  readonly restSamples: number;
}

export interface DeepBreedFigures {
  readonly seconds: { readonly name: string; readonly value: number }[];
  /** Wall-clock time, and the processor time of the runtime, which does not depend on other work on the machine. */
  readonly calls: { readonly name: string; readonly timesMs: number[]; readonly processorMs: number[] }[];
  /** Between a result and a true coefficient. */
  readonly largestDifference: number;
  /** The number of compared coefficients. */
  readonly compared: number;
}

const numberOf = (dog: number): string => `REG ${String(dog).padStart(6, "0")}`;

const rowsOf = (dogs: readonly BredDog[]) =>
  dogs.map((_, dog) => ({
    line: dog + 2,
    values: { ...rowOf(dogs, dog), registrationNumber: numberOf(dog) },
  }));

const NANOSECONDS_A_MS = 1e6;

/** Includes all existing threads of the process. 0 if the system does not report the time. */
export function processorMsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((id) =>
      Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]),
    );
    return times.reduce((sum, time) => sum + time, 0) / NANOSECONDS_A_MS;
  } catch {
    return 0;
  }
}

class Clock {
  readonly timesMs: number[] = [];
  readonly processorMs: number[] = [];

  constructor(private readonly pid: number) {}

  async time<Result>(work: () => Promise<Result>): Promise<Result> {
    const [start, processor] = [performance.now(), processorMsOf(this.pid)];
    const result = await work();
    this.timesMs.push(performance.now() - start);
    this.processorMs.push(processorMsOf(this.pid) - processor);
    return result;
  }

  forgetLast(): void {
    this.timesMs.pop();
    this.processorMs.pop();
  }
}

class DeepBreed {
  readonly figures = {
    seconds: [] as { name: string; value: number }[],
    calls: [] as { name: string; timesMs: number[]; processorMs: number[] }[],
    largestDifference: 0,
    compared: 0,
  };
  private readonly ids = new Map<number, Id<"dogs">>();
  private readonly matings: (readonly [number, number])[];

  constructor(
    private readonly origin: string,
    private readonly pid: number,
    private readonly token: string,
    private readonly client: ConvexHttpClient,
    private readonly kennelId: Id<"kennels">,
    private readonly options: DeepBreedOptions,
    readonly dogs: BredDog[],
  ) {
    const { generations, perGeneration, samples } = options;
    this.matings = pickMatings(generations, perGeneration, samples, makeRandom(3));
  }

  async timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await work();
    this.figures.seconds.push({ name, value: (performance.now() - start) / 1000 });
    return result;
  }

  /** The measured time is from sending the first row to the last calculated coefficient. */
  async import(): Promise<void> {
    const { client, kennelId } = this;
    const rows = rowsOf(this.dogs);
    const chunkCount = Math.ceil(rows.length / CHUNK_ROWS);
    const runId = await this.timed("sending and checking", async () => {
      const run = await client.mutation(api.imports.imports.start, {
        kennelId,
        kind: "ancestors",
        mode: "complete",
        fileName: "breed.csv",
        fingerprint: "breed",
        rowCount: rows.length,
        chunkCount,
        breed: "Boxer",
        today: TODAY,
      });
      for (let index = 0; index < chunkCount; index += 1) {
        const chunk = rows.slice(index * CHUNK_ROWS, (index + 1) * CHUNK_ROWS);
        await client.mutation(api.imports.imports.stage, { kennelId, runId: run.runId, index, rows: chunk });
      }
      await this.waitFor(run.runId, "checked");
      return run.runId;
    });
    await this.timed("writing", async () => {
      await client.mutation(api.imports.imports.confirm, { kennelId, runId });
      await this.waitFor(runId, "finished");
    });
    await this.timed("coefficients of all", async () => await this.waitForCoefficients());
  }

  private async waitFor(runId: string, state: string): Promise<void> {
    const { client, kennelId } = this;
    for (;;) {
      const runs = await client.query(api.imports.imports.list, { kennelId, kind: "ancestors" });
      const run = runs.find(({ _id }) => _id === runId);
      if (run?.state === state) return;
      if (!run || run.state === "failed") throw new Error(`The import ended: ${run?.problem ?? "gone"}`);
      await pause(POLL_MS);
    }
  }

  async waitForCoefficients(): Promise<void> {
    const { client, kennelId } = this;
    while ((await client.query(api.pedigree.coefficients.overview, { kennelId })).progress !== null) {
      await pause(POLL_MS);
    }
  }

  /** Searches as the field for a parent does. */
  async idOf(dog: number): Promise<Id<"dogs">> {
    const known = this.ids.get(dog);
    if (known) return known;
    const [found] = await this.client.query(api.dogs.dogs.searchParents, {
      kennelId: this.kennelId,
      gender: this.dogs[dog]?.gender ?? "male",
      search: numberOf(dog),
    });
    if (!found) throw new Error(`${numberOf(dog)} was not imported`);
    this.ids.set(dog, found._id);
    return found._id;
  }

  async findDogs(): Promise<void> {
    const wanted = [...new Set(this.matings.flat())];
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      await Promise.all(wanted.slice(at, at + AT_ONCE).map(async (dog) => await this.idOf(dog)));
    }
  }

  private compare(what: string, told: number | null | undefined, truth: number | undefined): void {
    const difference = Math.abs((told ?? Number.NaN) - (truth ?? Number.NaN));
    if (!(difference <= SAME)) throw new Error(`${what}: told ${told}, true ${truth}`);
    this.figures.compared += 1;
    this.figures.largestDifference = Math.max(this.figures.largestDifference, difference);
  }

  private async rest(clock: Clock, path: string): Promise<Record<string, number>> {
    for (;;) {
      const { response, body } = await clock.time(async () => {
        const headers = { authorization: `Bearer ${this.token}` };
        const got = await fetch(`${this.origin}/api${path}`, { headers });
        return { response: got, body: await got.text() };
      });
      if (response.status === 429) {
        // Waits as a script does that respects the rate limit. The refused call is not counted.
        clock.forgetLast();
        await pause(1000 * Number(response.headers.get("retry-after") ?? 1));
        continue;
      }
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${body}`);
      return (JSON.parse(body) as { data: Record<string, number> }).data;
    }
  }
  async compareAll(when: string): Promise<void> {
    const { client, kennelId, options } = this;
    const { perGeneration, restSamples } = options;
    const truth = tabulate(this.dogs, perGeneration, this.matings);
    // The server may have closed an idle connection, which the client notices only now.
    await pause(POLL_MS);
    const clock = () => new Clock(this.pid);
    const clocks = { mating: clock(), dog: clock(), restMating: clock(), restDog: clock() };
    const stride = Math.max(1, Math.floor(this.matings.length / restSamples));
    for (const [index, [sire, dam]] of this.matings.entries()) {
      const [sireId, damId] = [await this.idOf(sire), await this.idOf(dam)];
      const what = `${when}: ${numberOf(sire)} x ${numberOf(dam)}`;
      const pair = { kennelId, sireId, damId, generations: null };
      const mating = await clocks.mating.time(
        async () => await client.query(api.pedigree.ancestry.mating, pair),
      );
      this.compare(what, mating.coefficient, truth.matings[index]);
      this.compare(`${what}, sire`, mating.sire.coefficient, truth.coefficients[sire]);
      this.compare(`${what}, dam`, mating.dam.coefficient, truth.coefficients[dam]);
      const own = await clocks.dog.time(
        async () => await client.query(api.pedigree.ancestry.inbreeding, { dogId: damId, generations: null }),
      );
      this.compare(`${what}, the dam alone`, own?.coefficient, truth.coefficients[dam]);
      if (index % stride !== 0) continue;
      const advice = await this.rest(
        clocks.restMating,
        `/breeding/compatibility?sireId=${sireId}&damId=${damId}`,
      );
      this.compare(`${what}, by REST`, advice["inbreedingCoefficient"], truth.matings[index]);
      const dog = await this.rest(clocks.restDog, `/dogs/${damId}/coefficient-of-inbreeding?generations=all`);
      this.compare(`${what}, the dam by REST`, dog["coefficient"], truth.coefficients[dam]);
    }
    const names = {
      mating: "a mating by its function",
      dog: "a dog by its function",
      restMating: "a mating by REST",
      restDog: "a dog by REST",
    };
    for (const kind of ["mating", "dog", "restMating", "restDog"] as const) {
      const { timesMs, processorMs } = clocks[kind];
      this.figures.calls.push({ name: `${when}: ${names[kind]}`, timesMs, processorMs });
    }
  }

  /** Changes a dog's parent or name, and waits until all consequences are calculated. */
  async edit(
    what: string,
    dog: number,
    { name, sire, dam }: { name?: string; sire?: number; dam?: number },
  ): Promise<void> {
    const [dogId, sireId, damId] = [
      await this.idOf(dog),
      sire === undefined ? undefined : await this.idOf(sire),
      dam === undefined ? undefined : await this.idOf(dam),
    ];
    await this.timed(`${what}: saved`, async () => {
      await this.client.mutation(api.dogs.dogs.update, {
        dogId,
        today: TODAY,
        ...(name !== undefined && { name }),
        ...(sireId && { sireId }),
        ...(damId && { damId }),
      });
    });
    await this.timed(`${what}: everything calculated`, async () => await this.waitForCoefficients());
    const former = this.dogs[dog];
    if (former) {
      this.dogs[dog] = { ...former, ...(sire !== undefined && { sire }), ...(dam !== undefined && { dam }) };
    }
  }

  /** The coefficient of the new dog is calculated immediately. */
  async add(index: number): Promise<void> {
    const pair = this.matings[index];
    if (!pair) return;
    const [sire, dam] = pair;
    const { client, kennelId, options } = this;
    const [sireId, damId] = [await this.idOf(sire), await this.idOf(dam)];
    const pup = await this.timed("a new dog", async () =>
      client.mutation(api.dogs.dogs.create, {
        kennelId,
        today: TODAY,
        name: `Pup ${index}`,
        breed: "Boxer",
        gender: "male",
        dateOfBirth: "2026-01-01",
        sireId,
        damId,
      }),
    );
    const told = await client.query(api.pedigree.ancestry.inbreeding, { dogId: pup._id, generations: null });
    const { matings } = tabulate(this.dogs, options.perGeneration, [pair]);
    this.compare(`a new dog of ${numberOf(sire)} x ${numberOf(dam)}`, told?.coefficient, matings[0]);
  }
}

/** Throws if a coefficient differs from the true one. */
export async function compareDeepBreed(options: DeepBreedOptions): Promise<DeepBreedFigures> {
  const { generations, perGeneration } = options;
  const issuer = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env: issuer.env });
  try {
    const token = await issuer.tokenOf("breeder");
    const client = new ConvexHttpClient(runtime.origin, { logger: false });
    client.setAuth(token);
    await client.mutation(api.accounts.users.ensure, {});
    const kennel = await client.mutation(api.kennels.kennels.create, { name: "Deep" });
    const dogs = breedDogs(generations, perGeneration, makeRandom(5));
    const breed = new DeepBreed(runtime.origin, runtime.pid, token, client, kennel._id, options, dogs);
    await breed.import();
    await breed.findDogs();
    await breed.compareAll("as imported");
    const at = (generation: number, index: number) => generation * perGeneration + index;
    const middle = Math.floor(generations / 2);
    await breed.edit("another sire of an ancestor of nearly all", at(2, 0), {
      sire: at(1, 4),
      dam: at(1, 1),
    });
    await breed.edit("another sire half way", at(middle, 1), { sire: at(middle - 1, 6) });
    await breed.edit("another dam of a young dog", at(generations - 2, 3), { dam: at(generations - 3, 7) });
    await breed.edit("another name", at(1, 0), { name: "Renamed" });
    await breed.add(options.samples - 1);
    await breed.compareAll("after edits, a name and a new dog");
    return breed.figures;
  } finally {
    await runtime.stop();
  }
}
