/**
 * 50,000 reminders in 1,000 kennels. Measures the time and the reads of a run when only a few of them are due. Also
 * measures the reminders page, and repeated requests for calendars.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type DefaultFunctionArgs } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { CALENDAR_PARTS } from "../../domain/calendar/rules";
import { MAX_PENDING_REMINDERS } from "../../domain/reminders/rules";
import { addDays, utcDay } from "../../domain/dates/calendar-days";
import { startRuntime } from "../support/runtime";
import type { Measured } from "./dogs";
import { makeIssuer } from "./issuer";

const KENNELS = 1000;
const REMINDERS_EACH = 50;
const DUE_KENNELS = 40;
const AT_ONCE = 20;
const LARGE_SAMPLES = 20;
const CALENDAR_SAMPLES = 50;
const CALENDAR_DAYS = 365;
/** No reminder is due before. It is so far in the future that the runtime's own runs find no due reminder. */
const FIRST_DAY = "2031-01-15";
const ADMIN_KEY = "embedded|bench";

interface Sweep {
  readonly reminders: number;
  readonly messages: number;
  readonly documentsRead: number;
  readonly isDone: boolean;
}

/** The first kennels have a reminder that is due on the first day. All other reminders are due later. */
async function fill(origin: string, tokenOf: (name: string) => Promise<string>) {
  const clients: { client: ConvexHttpClient; kennelId: Id<"kennels"> }[] = [];
  const fillKennel = async (number: number) => {
    const client = new ConvexHttpClient(origin, { logger: false });
    client.setAuth(await tokenOf(`breeder-${number}`));
    await client.mutation(api.accounts.users.ensure, { timeZone: "UTC" });
    const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
    for (let index = 0; index < REMINDERS_EACH; index += 1) {
      const isFirst = index === 0 && number < DUE_KENNELS;
      await client.mutation(api.reminders.reminders.create, {
        kennelId: kennel._id,
        title: `Reminder ${index}`,
        dueDate: isFirst ? FIRST_DAY : addDays(FIRST_DAY, 10 + index),
      });
    }
    clients.push({ client, kennelId: kennel._id });
  };
  for (let first = 0; first < KENNELS; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => fillKennel(first + index)));
  }
  return clients;
}

interface Breeder {
  readonly client: ConvexHttpClient;
  readonly kennelId: Id<"kennels">;
}

/** Measures a first download, a repeated one without changes, and both for a calendar of 3,000 reminders. */
async function measureCalendars(breeders: readonly Breeder[]): Promise<Measured[]> {
  const first: number[] = [];
  const again: number[] = [];
  const turnOn = async ({ client, kennelId }: Breeder): Promise<string> => {
    const parts = [...CALENDAR_PARTS];
    const saved = await client.mutation(api.calendar.calendarFeeds.save, {
      kennelId,
      scope: "kennel",
      parts,
    });
    return saved.url ?? "";
  };
  const come = async (url: string, times: number[], headers: Record<string, string> = {}) => {
    const start = performance.now();
    const response = await fetch(url, { headers });
    await response.text();
    times.push(performance.now() - start);
    return response.headers.get("etag") ?? "";
  };
  // Calendars contain only days around today, so they need separate reminders.
  const today = utcDay(Date.now());
  const add = async ({ client, kennelId }: Breeder, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const dueDate = addDays(today, index % CALENDAR_DAYS);
      await client.mutation(api.reminders.reminders.create, { kennelId, title: `Soon ${index}`, dueDate });
    }
  };
  for (const breeder of breeders) {
    await add(breeder, REMINDERS_EACH);
    const url = await turnOn(breeder);
    const etag = await come(url, first);
    await come(url, again, { "If-None-Match": etag });
  }
  const large: number[] = [];
  const largeAgain: number[] = [];
  const [breeder] = breeders;
  if (!breeder) return [];
  await add(breeder, MAX_PENDING_REMINDERS - 2 * REMINDERS_EACH);
  const url = await turnOn(breeder);
  for (let index = 0; index < LARGE_SAMPLES; index += 1) {
    const etag = await come(url, large);
    await come(url, largeAgain, { "If-None-Match": etag });
  }
  return [
    { name: "a calendar that comes for 50 reminders", timesMs: first },
    { name: "the same calendar, nothing changed", timesMs: again },
    { name: "a calendar that comes for 2,950 reminders", timesMs: large },
    { name: "the same large calendar, nothing changed", timesMs: largeAgain },
  ];
}

/** Also returns how many rows the runs read. */
export async function measureReminders(samples: number): Promise<{ measured: Measured[]; runs: string[] }> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({
    functions: "convex",
    env: { ...env, STUDBOOK_LINK_SECRET: "a secret of the deployment" },
    adminKey: ADMIN_KEY,
  });
  const clients = await fill(runtime.origin, tokenOf);
  const operator = new ConvexHttpClient(runtime.origin, { logger: false }) as ConvexHttpClient & {
    setAdminAuth(key: string): void; // It exists, but is internal to the package.
  };
  operator.setAdminAuth(ADMIN_KEY);
  const sweep = async (at: number): Promise<string> => {
    const total = { reminders: 0, messages: 0, documentsRead: 0 };
    const start = performance.now();
    for (let isDone = false; !isDone;) {
      const run = makeFunctionReference<"mutation", DefaultFunctionArgs, Sweep>(
        "deliveries/deliveries:sweep",
      );
      const done = await operator.mutation(run, { at });
      total.reminders += done.reminders;
      total.messages += done.messages;
      total.documentsRead += done.documentsRead;
      isDone = done.isDone;
    }
    const ms = (performance.now() - start).toFixed(1);
    return `${total.reminders} due, ${total.messages} messages, ${total.documentsRead} documents read, ${ms} ms`;
  };
  const at = Date.parse(`${FIRST_DAY}T08:00:00Z`);
  const runs = [await sweep(at - 25 * 3_600_000), await sweep(at), await sweep(at)];

  const today = addDays(FIRST_DAY, 20);
  const asks: Record<string, (kennelId: Id<"kennels">, client: ConvexHttpClient) => Promise<unknown>> = {
    "the reminders page": async (kennelId, client) =>
      await client.query(api.reminders.reminders.list, { kennelId, today, limit: 100 }),
    "its overdue tab": async (kennelId, client) =>
      await client.query(api.reminders.reminders.list, { kennelId, today, tab: "overdue" }),
    "its search": async (kennelId, client) =>
      await client.query(api.reminders.reminders.list, { kennelId, today, search: "reminder 4" }),
  };
  const measured: Measured[] = [];
  for (const [name, ask] of Object.entries(asks)) {
    const timesMs: number[] = [];
    // Queries each kennel once, so that no result comes from the cache.
    for (const { client, kennelId } of clients.slice(0, samples)) {
      const start = performance.now();
      await ask(kennelId, client);
      timesMs.push(performance.now() - start);
    }
    measured.push({ name, timesMs });
  }
  measured.push(...(await measureCalendars(clients.slice(0, Math.min(samples, CALENDAR_SAMPLES)))));
  await runtime.stop();
  return { measured, runs };
}
