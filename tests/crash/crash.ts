/**
 * Kills the runtime without warning, again and again, while clients write. Then checks that every acknowledged
 * mutation exists exactly once and that no other mutation exists twice. `npm run test:crash -- [KILLS]`, 100 by
 * default.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import WebSocket from "ws";
import { startLasting } from "../support/relay";
import { BulkWriter } from "./bulk-writer";

type Append = FunctionReference<"mutation", "public", { client: string; number: number }, number>;
type Page = FunctionReference<
  "query",
  "public",
  { client: string; cursor: string | null },
  { page: { number: number }[]; isDone: boolean; continueCursor: string }
>;
const append: Append = makeFunctionReference("entries:append");
const page: Page = makeFunctionReference("entries:page");
const total: FunctionReference<"query", "public", { client: string }, number> =
  makeFunctionReference("entries:total");

const kills = Number(process.argv[2] ?? 100);
const socketClients = 4;
const inFlight = 8;
/** Between two kills, the socket clients together must receive this many acknowledgements. */
const perRound = 40;
const roundLimitMs = 60_000;

const data = mkdtempSync(path.join(tmpdir(), "studbook-crash-"));
const runtime = await startLasting({ functions: "tests/fixtures/ledger", data });
const { origin } = runtime;
let running = true;

/**
 * Keeps several mutations in flight. A mutation that resolves counts as acknowledged. After a kill, the client
 * resends unacknowledged mutations, as in a browser.
 */
class SocketWriter {
  readonly acknowledged: number[] = [];
  sent = 0;
  readonly #client = new ConvexClient(origin, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });

  constructor(readonly name: string) {}

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: inFlight }, () => this.#lane()));
  }

  async #lane(): Promise<void> {
    while (running) {
      const number = (this.sent += 1);
      this.acknowledged.push(await this.#client.mutation(append, { client: this.name, number }));
      await pause(5);
    }
  }

  close = () => this.#client.close();
}

/** Sends each mutation once. A failed mutation may have been stored or not, but never twice. */
class HttpWriter {
  readonly acknowledged: number[] = [];
  sent = 0;

  constructor(readonly name: string) {}

  async run(): Promise<void> {
    const client = new ConvexHttpClient(origin, { logger: false });
    while (running) {
      const number = (this.sent += 1);
      await client.mutation(append, { client: this.name, number }).then(
        (answer) => this.acknowledged.push(answer),
        () => pause(20),
      );
      await pause(5);
    }
  }

  close = () => Promise.resolve();
}

const writers = [
  ...Array.from({ length: socketClients }, (_, index) => new SocketWriter(`socket-${index}`)),
  new HttpWriter("http"),
];
const bulk = new BulkWriter(origin);
const work = Promise.all([...writers.map((writer) => writer.run()), bulk.run(() => running)]);

for (let kill = 1; kill <= kills; kill += 1) {
  await untilWriting();
  await pause(30 * Math.random());
  await runtime.current().kill();
  await runtime.startAgain();
  if (kill % 10 === 0) {
    const count = writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0);
    process.stdout.write(`${kill} kills, ${count} acknowledged mutations\n`);
  }
}
running = false;
await work;

const findings: string[] = [];
const reader = new ConvexHttpClient(origin, { logger: false });
for (const writer of writers) findings.push(...(await check(writer)));
findings.push(...(await bulk.check()));
for (const writer of writers) await writer.close();
await runtime.close();
rmSync(data, { recursive: true, force: true });

for (const finding of findings) process.stdout.write(`${finding}\n`);
const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged.length, bulk.acknowledged);
process.stdout.write(
  `${kills} kills, ${acknowledged} acknowledged mutations, ${findings.length === 0 ? "each there exactly once" : `${findings.length} violations`}\n`,
);
process.exit(findings.length === 0 && acknowledged > kills ? 0 : 1);

async function untilWriting(): Promise<void> {
  const count = () =>
    writers.reduce(
      (sum, writer) => sum + (writer instanceof SocketWriter ? writer.acknowledged.length : 0),
      0,
    );
  const goal = count() + perRound;
  const deadline = Date.now() + roundLimitMs;
  while (count() < goal) {
    if (Date.now() > deadline) throw new Error(`The clients did not come back within ${roundLimitMs} ms`);
    await pause(5);
  }
}

async function check(writer: SocketWriter | HttpWriter): Promise<string[]> {
  const times = new Map<number, number>();
  let cursor: string | null = null;
  for (;;) {
    const answer: { page: { number: number }[]; isDone: boolean; continueCursor: string } =
      await reader.query(page, {
        client: writer.name,
        cursor,
      });
    for (const { number } of answer.page) times.set(number, (times.get(number) ?? 0) + 1);
    if (answer.isDone) break;
    cursor = answer.continueCursor;
  }
  const counted = await reader.query(total, { client: writer.name });
  const stored = [...times.values()].reduce((sum, count) => sum + count, 0);
  return [
    ...[...times]
      .filter(([, count]) => count > 1)
      .map(([number, count]) => `${writer.name} ${number}: there ${count} times`),
    ...writer.acknowledged
      .filter((number) => !times.has(number))
      .map((number) => `${writer.name} ${number}: acknowledged and lost`),
    ...(counted === stored
      ? []
      : [`${writer.name}: ${stored} entries, but the counter of the same transactions says ${counted}`]),
  ];
}
