/** Checks after the kills that all acknowledged data exists, and nothing exists twice. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type DefaultFunctionArgs } from "convex/server";
import type { Upload, Uploader } from "./mixed-load";

const query = <Result>(name: string) => makeFunctionReference<"query", DefaultFunctionArgs, Result>(name);
const total = query<number>("entries:total");
const known = query<{ sha256: string | null; url: string | null }>("files:known");

interface Ticket {
  readonly number: number;
  readonly kind: string;
  readonly runs: number;
  readonly state: string;
}

/** Pages return their rows in different fields. */
type Page<Field extends string, Row> = Record<Field, Row[]> & { isDone: boolean; continueCursor: string };
const numbers = query<Page<"numbers", number>>("entries:numbers");
const tickets = query<Page<"tickets", Ticket>>("jobs:tickets");
const kept = query<Page<"files", { number: number; storageId: string }>>("files:kept");

/** By this time all jobs have ended, however busy the machine is. */
const JOBS_END_WITHIN_MS = 60_000;

async function numbersOf(reader: ConvexHttpClient, client: string): Promise<number[]> {
  return await allOf((cursor) => reader.query(numbers, { client, cursor }), "numbers");
}

function doubledIn(all: readonly number[]): number[] {
  return all.filter((number, at) => all.indexOf(number) !== at);
}

/** A writer's counter is written in the same transactions as its entries. */
export async function checkEntries(
  reader: ConvexHttpClient,
  { name, acknowledged }: { readonly name: string; readonly acknowledged: readonly number[] },
): Promise<string[]> {
  const there = await numbersOf(reader, name);
  const counted = await reader.query(total, { client: name });
  const isThere = new Set(there);
  return [
    ...doubledIn(there).map((number) => `${name} ${number}: there twice`),
    ...acknowledged
      .filter((number) => !isThere.has(number))
      .map((number) => `${name} ${number}: acknowledged and lost`),
    ...(counted === there.length
      ? []
      : [`${name}: ${there.length} entries, and its counter says ${counted}`]),
  ];
}

/** The cron counts seconds. It must never run twice at the same time, nor more often than once per second. */
export async function checkCron(reader: ConvexHttpClient, elapsedMs: number): Promise<string[]> {
  const ticks = await numbersOf(reader, "cron");
  const most = Math.ceil(elapsedMs / 1000) + 1;
  return [
    ...doubledIn(ticks).map((number) => `cron ${number}: there twice`),
    ...(ticks.length <= most ? [] : [`the cron ran ${ticks.length} times within ${most} seconds`]),
  ];
}

async function allOf<Field extends string, Row>(
  read: (cursor: string | null) => Promise<Page<Field, Row>>,
  field: Field,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: Page<Field, Row> = await read(cursor);
    rows.push(...page[field]);
    if (page.isDone) return rows;
    cursor = page.continueCursor;
  }
}

/** Waits until all have ended. Mutations must have run exactly once, actions at most once. */
export async function checkJobs(
  reader: ConvexHttpClient,
  acknowledged: readonly number[],
): Promise<{ readonly findings: string[]; readonly jobs: number }> {
  const all = await endedTickets(reader);
  const isThere = new Set(all.map(({ number }) => number));
  const findings = [
    ...doubledIn(all.map(({ number }) => number)).map((number) => `job ${number}: scheduled twice`),
    ...acknowledged
      .filter((number) => !isThere.has(number))
      .map((number) => `job ${number}: acknowledged and lost`),
    ...all.filter((ticket) => !isRight(ticket)).map((ticket) => `wrong: ${JSON.stringify(ticket)}`),
  ];
  return { findings, jobs: all.length };
}

function isRight({ kind, runs, state }: Ticket): boolean {
  if (state === "success") return runs === 1;
  // An action that a kill interrupted may already have run its mutation.
  return kind === "action" && state === "failed" && runs <= 1;
}

async function endedTickets(reader: ConvexHttpClient): Promise<Ticket[]> {
  const deadline = Date.now() + JOBS_END_WITHIN_MS;
  for (;;) {
    const all = await allOf((cursor) => reader.query(tickets, { cursor }), "tickets");
    const isOver = all.every(({ state }) => state !== "pending" && state !== "inProgress");
    if (isOver || Date.now() > deadline) return all;
    await pause(100);
  }
}

async function checkFile(
  reader: ConvexHttpClient,
  { number, storageId }: { readonly number: number; readonly storageId: string },
  expected: string | undefined,
): Promise<string[]> {
  const { sha256, url } = await reader.query(known, { storageId });
  if (sha256 === null || url === null) return [`file ${number}: lost`];
  const response = await fetch(url);
  const found = createHash("sha256")
    .update(Buffer.from(await response.arrayBuffer()))
    .digest("base64");
  const isRight = response.ok && found === sha256 && (expected === undefined || expected === sha256);
  return isRight ? [] : [`file ${number}: ${response.status}, its content has another hash`];
}

/** Every acknowledged file must exist with its content, and so must every file of a committed document. */
export async function checkFiles(reader: ConvexHttpClient, uploader: Uploader): Promise<string[]> {
  const files = await allOf((cursor) => reader.query(kept, { cursor }), "files");
  const isKept = new Set(files.map(({ number }) => number));
  const findings = [
    ...doubledIn(files.map(({ number }) => number)).map((number) => `file ${number}: kept twice`),
    ...uploader.kept
      .filter((number) => !isKept.has(number))
      .map((number) => `file ${number}: acknowledged as kept, and is not`),
  ];
  const uploads = new Map(uploader.uploads.map((upload): [string, Upload] => [upload.storageId, upload]));
  for (const upload of uploads.values()) findings.push(...(await checkFile(reader, upload, upload.sha256)));
  for (const file of files)
    if (!uploads.has(file.storageId)) findings.push(...(await checkFile(reader, file, undefined)));
  return findings;
}
