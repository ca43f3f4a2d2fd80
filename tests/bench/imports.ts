/**
 * Imports and a whole breed on the real runtime, only through the public functions. Measures imports of 1,000 rows
 * in every mode, 5,000 dogs, and a pedigree database of 100,000 ancestors, and the coefficients of all of them.
 * Then measures how fast pedigrees and parent pickers are.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../convex/_generated/api";
import { CHUNK_ROWS, type ImportKind } from "../../domain/imports/rules";
import { KNOWN_DOG_MODES, type KnownDogMode } from "../../domain/imports/planned";
import { processorMsOf } from "../support/deep-breed";
import { firstKennelId, person, register, signIn, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const TODAY = "2026-11-21";

/** How often a colleague saves. Nobody saves more often than that. */
const COLLEAGUE_PAUSE_MS = 50;

/** Well below the lifetime of a token. */
const STAY_MS = 300_000;

type Row = { line: number; values: Record<string, string | number | boolean> };

interface ImportFigures {
  /** In seconds. */
  readonly seconds: readonly { readonly name: string; readonly value: number }[];
  readonly calls: readonly { readonly name: string; readonly timesMs: readonly number[] }[];
  readonly peakMemoryMiB: number;
}

/** Park and Miller 1988. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Litters of six, popular sires, 25 generations from 300 founders. */
function makeBreed(size: number, random = makeRandom(7)): Row[] {
  const rows: Row[] = [];
  let parents: string[] = [];
  let current: string[] = [];
  const add = (gender: "male" | "female", year: number, sire?: string, dam?: string) => {
    const id = String(rows.length + 1);
    rows.push({
      line: rows.length + 2,
      values: {
        fileId: id,
        name: `${gender === "male" ? "Rex" : "Asta"} ${id} vom Haus ${String.fromCharCode(65 + (rows.length % 26))}`,
        gender,
        registrationNumber: `VDH/${year} ${id}`,
        dateOfBirth: `${year}-${String(1 + (rows.length % 12)).padStart(2, "0")}-15`,
        ...(sire === undefined ? {} : { sireFileId: sire }),
        ...(dam === undefined ? {} : { damFileId: dam }),
      },
    });
    current.push(id);
  };
  for (let founder = 0; founder < Math.min(300, size); founder += 1)
    add(founder % 2 ? "female" : "male", 1950);
  for (let year = 1953; rows.length < size; year += 3) {
    parents = current;
    current = [];
    const pick = (share: number, odd: number) => {
      const at = Math.floor(share * parents.length);
      return parents[Math.min(parents.length - 1, at - (at % 2) + odd)] ?? "1";
    };
    const litters = Math.min(Math.ceil(size / 25 / 6), Math.ceil((size - rows.length) / 6));
    for (let litter = 0; litter < litters; litter += 1) {
      const sire = pick(random() ** 3, 0);
      const dam = pick(random(), 1);
      for (let pup = 0; pup < 6; pup += 1) add(pup % 2 ? "female" : "male", year, sire, dam);
    }
    if (current.length % 2 === 1) current.pop();
  }
  // In random order, as in many files.
  return rows
    .slice(0, size)
    .sort((a, b) => ((Number(a.line) * 7919) % 10_007) - ((Number(b.line) * 7919) % 10_007));
}

const memoryMiB = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

class Bench {
  readonly seconds: { name: string; value: number }[] = [];
  readonly calls: { name: string; timesMs: number[] }[] = [];
  private changes = 0;
  private signedInAt = performance.now();

  private constructor(
    readonly runtime: Runtime,
    readonly owner: SignedIn,
    readonly kennelId: Awaited<ReturnType<typeof firstKennelId>>,
  ) {}

  static async start(): Promise<Bench> {
    const runtime = await startRuntime({ functions: "convex", accounts: true });
    const owner = await register(runtime.origin, person("Bench"));
    return new Bench(runtime, owner, await firstKennelId(owner));
  }

  /** Imports on a slow machine take longer than a token is valid. */
  private async stayIn(): Promise<void> {
    if (performance.now() - this.signedInAt < STAY_MS) return;
    this.signedInAt = performance.now();
    this.owner.client.setAuth((await signIn(this.runtime.origin, this.owner)).token);
  }

  async timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await work();
    this.seconds.push({ name, value: (performance.now() - start) / 1000 });
    return result;
  }

  async sample(name: string, count: number, call: (sample: number) => Promise<unknown>): Promise<void> {
    const timesMs: number[] = [];
    for (let sample = 0; sample < count; sample += 1) {
      const start = performance.now();
      await call(sample);
      timesMs.push(performance.now() - start);
    }
    this.calls.push({ name, timesMs });
  }

  /**
   * Measures a call after its data was changed. Also measures the runtime's processor time, which does not depend
   * on other work on the machine.
   */
  async sampleAfter(
    name: string,
    count: number,
    change: (sample: number) => Promise<unknown>,
    call: (sample: number) => Promise<unknown>,
  ): Promise<void> {
    const [timesMs, processorMs]: [number[], number[]] = [[], []];
    await this.stayIn();
    for (let sample = 0; sample < count; sample += 1) {
      await change(sample);
      const [start, processor] = [performance.now(), processorMsOf(this.runtime.pid)];
      await call(sample);
      timesMs.push(performance.now() - start);
      processorMs.push(processorMsOf(this.runtime.pid) - processor);
    }
    this.calls.push({ name, timesMs }, { name: `${name}, processor time`, timesMs: processorMs });
  }

  private async waitFor(runId: string, kind: ImportKind, state: string): Promise<void> {
    for (;;) {
      await this.stayIn();
      const runs = await this.owner.client.query(api.imports.imports.list, { kennelId: this.kennelId, kind });
      const run = runs.find(({ _id }) => _id === runId);
      if (run?.state === state) return;
      if (!run || run.state === "failed") throw new Error(`The import ended: ${run?.problem ?? "gone"}`);
      await pause(100);
    }
  }

  /**
   * Another person of the kennel edits a dog continuously at the same time. The duration of each edit is recorded.
   */
  async besides<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { client } = this.owner;
    const [dog] = (await client.query(api.dogs.dogs.list, { kennelId: this.kennelId, limit: 1 })).data;
    if (!dog) throw new Error("The kennel has no dog to change");
    const waitsMs: number[] = [];
    let isDone = false;
    const colleague = async () => {
      while (!isDone) {
        const start = performance.now();
        const color = `Shade ${this.changes}`;
        this.changes += 1;
        await client.mutation(api.dogs.dogs.update, { dogId: dog._id, color, today: TODAY });
        waitsMs.push(performance.now() - start);
        await pause(COLLEAGUE_PAUSE_MS);
      }
    };
    const changing = colleague();
    try {
      return await this.timed(name, work);
    } finally {
      isDone = true;
      await changing;
      this.calls.push({ name: `another's change meanwhile: ${name}`, timesMs: waitsMs });
    }
  }

  /** Works like the import screen. */
  async check(title: string, kind: ImportKind, mode: KnownDogMode, rows: readonly Row[]): Promise<string> {
    const { client } = this.owner;
    const { kennelId } = this;
    const chunkCount = Math.ceil(rows.length / CHUNK_ROWS);
    const { runId } = await client.mutation(api.imports.imports.start, {
      kennelId,
      kind,
      mode,
      fileName: "bench.csv",
      fingerprint: title,
      rowCount: rows.length,
      chunkCount,
      breed: "Boxer",
      today: TODAY,
    });
    for (let index = 0; index < chunkCount; index += 1) {
      const chunk = rows.slice(index * CHUNK_ROWS, (index + 1) * CHUNK_ROWS);
      await client.mutation(api.imports.imports.stage, { kennelId, runId, index, rows: chunk });
    }
    await this.waitFor(runId, kind, "checked");
    return runId;
  }

  /** The import must have been checked. */
  async write(runId: string, kind: ImportKind): Promise<void> {
    await this.owner.client.mutation(api.imports.imports.confirm, { kennelId: this.kennelId, runId });
    await this.waitFor(runId, kind, "finished");
  }

  /** Resolves when the pedigree database is completely removed. */
  async remove(runId: string): Promise<void> {
    const { client } = this.owner;
    const { kennelId } = this;
    await client.mutation(api.imports.imports.remove, { kennelId, runId });
    for (;;) {
      await this.stayIn();
      const runs = await client.query(api.imports.imports.list, { kennelId, kind: "ancestors" });
      if (runs.every(({ _id }) => _id !== runId)) return;
      await pause(100);
    }
  }

  async importDogs(title: string, mode: KnownDogMode, rows: readonly Row[]): Promise<void> {
    const runId = await this.timed(`${title}: sending and checking`, () =>
      this.check(title, "dogs", mode, rows),
    );
    await this.timed(`${title}: writing`, () => this.write(runId, "dogs"));
  }

  async waitForCoefficients(dogs: number): Promise<void> {
    for (;;) {
      await this.stayIn();
      const { progress, result } = await this.owner.client.query(api.pedigree.coefficients.overview, {
        kennelId: this.kennelId,
      });
      if (!progress && result?.dogs === dogs) return;
      await pause(100);
    }
  }
}

/** No other file has the same names and numbers. */
const numbered = (rows: readonly Row[], series: string): Row[] =>
  rows.map(({ line, values }) => ({
    line,
    values: {
      ...values,
      name: `${values["name"]} ${series}`,
      registrationNumber: `${series} ${values["fileId"]}`,
    },
  }));

/** Imports 1,000 rows in every mode into a kennel that has half of the dogs without their parents. */
async function measureModes(): Promise<ImportFigures["seconds"]> {
  const bench = await Bench.start();
  for (const [index, mode] of KNOWN_DOG_MODES.entries()) {
    const before = 1000 * index;
    const rows = numbered(makeBreed(1000, makeRandom(5)), mode);
    const withoutParents = rows.slice(0, 500).map(({ line, values }) => {
      const { sireFileId: _sire, damFileId: _dam, ...rest } = values;
      return { line, values: rest };
    });
    await bench.importDogs(`500 dogs to ${mode}`, "skip", withoutParents);
    await bench.waitForCoefficients(before + 500);
    const title = `1,000 rows, ${mode}`;
    await bench.importDogs(title, mode, rows);
    await bench.timed(`${title}: coefficients`, () => bench.waitForCoefficients(before + 1000));
  }
  await bench.runtime.stop();
  return bench.seconds;
}

export async function measureImports(ancestors: number, samples: number): Promise<ImportFigures> {
  const ofModes = await measureModes();
  const bench = await Bench.start();
  const { client } = bench.owner;
  const { kennelId } = bench;
  const own = numbered(makeBreed(5000, makeRandom(3)).slice(0, 5000), "OWN");
  await bench.importDogs("5,000 dogs", "skip", own);
  const changed = own.map(({ line, values }) => ({ line, values: { ...values, color: "Fawn" } }));
  await bench.importDogs("5,000 known dogs updated", "update", changed);
  const label = `${ancestors.toLocaleString("en-US")} ancestors`;
  const breed = makeBreed(ancestors);
  const runId = await bench.besides(`${label}: sending and checking`, () =>
    bench.check(label, "ancestors", "complete", breed),
  );
  await bench.besides(`${label}: writing`, () => bench.write(runId, "ancestors"));
  await bench.besides(`${label}: coefficients of all`, () =>
    bench.waitForCoefficients(own.length + breed.length),
  );
  // The dogs differ each time, because a repeated query is returned from the cache.
  const youngest: string[] = [];
  for (let at = ancestors - 1; youngest.length < samples && at > ancestors / 2; at -= 101) {
    const { found } = await client.query(api.dogs.dogs.searchAncestors, { kennelId, search: `Rex ${at}` });
    youngest.push(...found.slice(0, 1).map(({ _id }) => _id));
  }
  const gender = "male" as const;
  const dogOf = (sample: number) => youngest[sample % youngest.length] ?? "";
  await bench.sample("pedigree of 5 generations among them", youngest.length, (sample) =>
    client.query(api.pedigree.ancestry.tree, { dogId: dogOf(sample), generations: 5 }),
  );
  await bench.sample("coefficient over 10 generations among them", youngest.length, (sample) =>
    client.query(api.pedigree.ancestry.inbreeding, { dogId: dogOf(sample), generations: 10 }),
  );
  await bench.sample("coefficient over the whole pedigree among them", youngest.length, (sample) =>
    client.query(api.pedigree.ancestry.inbreeding, { dogId: dogOf(sample), generations: null }),
  );
  const typed = (sample: number) =>
    [`haus ${sample}`, `rex ${sample + 100}`, `VDH/1990 ${sample}`, `vom haus ${sample}`, `re${sample}`][
      sample % 5
    ] ?? "";
  await bench.sample("parent picker, a search among them", samples, (sample) =>
    client.query(api.dogs.dogs.searchParents, { kennelId, gender, search: typed(sample) }),
  );
  await bench.sample("a page of the dogs beside them", samples, (sample) =>
    client.query(api.dogs.dogs.list, { kennelId, limit: 12, page: sample + 1 }),
  );
  const [bred] = (await client.query(api.dogs.dogs.list, { kennelId, limit: 1 })).data;
  const change = async (sample: number) =>
    bred &&
    (await client.mutation(api.dogs.dogs.update, {
      ...{ dogId: bred._id, isBreedingDog: sample % 2 === 0, today: TODAY },
    }));
  const population = { kennelId, today: TODAY };
  await bench.sampleAfter("figures of the breed after a change among them", samples, change, () =>
    client.query(api.genetics.population.now, population),
  );
  await bench.sampleAfter("changes of the breed over years among them", samples, change, () =>
    client.query(api.genetics.population.trend, population),
  );
  await bench.sampleAfter("influential ancestors among them", samples, change, () =>
    client.query(api.genetics.population.ancestors, population),
  );
  await bench.sampleAfter("mates of one dog after a change among them", samples, change, (sample) =>
    client.query(api.genetics.mates.list, { dogId: dogOf(sample), today: TODAY }),
  );
  await bench.besides(`${label}: removing`, () => bench.remove(runId));
  const peakMemoryMiB = memoryMiB(bench.runtime.pid);
  await bench.runtime.stop();
  return { seconds: [...ofModes, ...bench.seconds], calls: bench.calls, peakMemoryMiB };
}
