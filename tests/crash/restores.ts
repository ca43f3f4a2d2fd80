/**
 * Kills the runtime at random moments of restores. Each time, the kennel's records and files must equal either the
 * backup or the earlier state. `node scripts/run-ts.mjs tests/crash/restores.ts [KILLS] [SEED]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type DefaultFunctionArgs } from "convex/server";
import { api } from "../../convex/_generated/api";
import { joinKennel } from "../support/people";
import { makeIssuer } from "../bench/issuer";
import {
  makeUp,
  readState,
  restoreEnded,
  sendBackup,
  makeBackup,
  SIGNING,
  type Keeper,
} from "../support/backup-client";
import { chanceOf } from "../support/random-kennel";
import { startLasting } from "../support/relay";

const ADMIN_KEY = "embedded|restores";
const kills = Number(process.argv[2] ?? 6);
const chance = chanceOf(Number(process.argv[3] ?? 7));
/** Of each kind. With so many records a restore takes seconds. */
const COUNT = 40;
/** The share of restores that are killed a second time, canceled, or left to continue automatically. */
const AGAIN = 0.3;
const GIVEN_UP = 0.3;
const LEFT_ALONE = 0.5;
/** The longest time until a restore continues automatically, in addition to the restore itself. */
const GOES_ON_WITHIN_MS = 15_000;
/** One person may start only this many restores and backups in a row. */
const PER_PERSON = 12;

const issuer = await makeIssuer();
const data = mkdtempSync(path.join(tmpdir(), "studbook-restores-"));
const runtime = await startLasting({
  functions: "convex",
  data,
  env: { ...issuer.env, ...SIGNING },
  adminKey: ADMIN_KEY,
});
const { origin } = runtime;

const signIn = async (name: string): Promise<ConvexHttpClient> => {
  const client = new ConvexHttpClient(origin, { logger: false });
  client.setAuth(await issuer.tokenOf(name));
  await client.mutation(api.accounts.users.ensure, { timeZone: "UTC" });
  return client;
};
const owner = await signIn("owner");
const kennel = await owner.mutation(api.kennels.kennels.create, { name: "My Kennel" });
const profile = await owner.query(api.accounts.users.me, {});
if (!profile) throw new Error("The owner is not recorded");
const kennelId = kennel._id;

/** Several people are needed, because each may start only some restores within an hour. */
const keepers: Keeper[] = [];
for (let number = 0; number <= kills / PER_PERSON; number += 1) {
  const client = await signIn(`keeper${number}`);
  const keeper = { client, email: `keeper${number}@example.com` };
  await joinKennel({ client: owner }, keeper, { kennelId, role: "manager" });
  keepers.push({ client, kennelId });
}
const operator = new ConvexHttpClient(origin, { logger: false }) as ConvexHttpClient & {
  setAdminAuth(key: string): void; // The class exists, but is internal to the package.
};
operator.setAdminAuth(ADMIN_KEY);
const mutate = async <T>(name: string, args: DefaultFunctionArgs) =>
  await operator.mutation(makeFunctionReference<"mutation", DefaultFunctionArgs, T>(name), args);
const run = makeFunctionReference<"action", DefaultFunctionArgs, null>("backups/actions/backupRestore:run");

const first: Keeper = { client: owner, kennelId };
const targets = [];
let durationMs = 0;
for (const seed of [1, 2]) {
  const madeUp = await makeUp({ kennelId, userId: profile._id }, { seed, count: () => COUNT });
  const sentId = await sendBackup(first, madeUp);
  const start = performance.now();
  await owner.mutation(api.backups.restores.start, { kennelId, backupId: sentId, mode: "exact" });
  const restore = await restoreEnded(first);
  durationMs = performance.now() - start;
  if (restore.state !== "finished" || restore.errorCount > 0) {
    throw new Error(`A restore was not whole: ${restore.problem ?? JSON.stringify(restore.errors)}`);
  }
  targets.push({ backupId: (await makeBackup(first)).id, state: await readState(first) });
}
const records = Object.values(targets[0]?.state ?? {}).reduce((sum, list) => sum + list.length, 0);
process.stdout.write(`${records} records; a restore takes ${Math.round(durationMs)} ms\n`);

const crash = async () => {
  await runtime.current().kill();
  await runtime.startAgain();
};
let present = 1;
let killed = 0;
const outcomes = { whole: 0, before: 0 };
const findings: string[] = [];
const waits: number[] = [];
for (let round = 0; killed < kills; round += 1) {
  const keeper = keepers[Math.floor(killed / PER_PERSON)] ?? first;
  const [before, target] = [targets[present], targets[1 - present]];
  if (!before || !target) throw new Error("There are two backups");
  const restoreId = await keeper.client.mutation(api.backups.restores.start, {
    kennelId,
    backupId: target.backupId,
    mode: "exact",
  });
  await pause(chance() * durationMs);
  await crash();
  killed += 1;
  if (killed < kills && chance() < AGAIN) {
    // The resumed restore is killed as well. The kill ends the call.
    const goingOn = operator.action(run, { restoreId }).catch(() => undefined);
    await pause(chance() * durationMs);
    await crash();
    await goingOn;
    killed += 1;
  }
  const killedAt = performance.now();
  const isGivenUp = chance() < GIVEN_UP;
  const isLeftAlone = chance() < LEFT_ALONE;
  if (isGivenUp) {
    const work = await mutate<{ attempt: number } | null>("backups/restores:claim", { restoreId });
    const trouble = { problem: "It cannot be finished.", isFinal: true };
    if (work) await mutate("backups/restores:trouble", { restoreId, attempt: work.attempt, ...trouble });
  } else if (!isLeftAlone) {
    await operator.action(run, { restoreId });
  }
  const { state } = await restoreEnded(keeper);
  if (!isGivenUp && isLeftAlone) {
    const ms = performance.now() - killedAt;
    waits.push(ms);
    if (ms > GOES_ON_WITHIN_MS + 3 * durationMs)
      findings.push(`round ${round} went on after ${Math.round(ms)} ms`);
  }
  const isWhole = state === "finished";
  const now = await readState(keeper);
  const wanted = isWhole ? target.state : before.state;
  if (!isDeepStrictEqual(now, wanted)) {
    const kinds = Object.keys({ ...now, ...wanted }).filter(
      (kind) => !isDeepStrictEqual(now[kind], wanted[kind]),
    );
    findings.push(`round ${round}, ${state}: ${kinds.join(", ")} differ`);
  }
  outcomes[isWhole ? "whole" : "before"] += 1;
  if (isWhole) present = 1 - present;
}
await runtime.close();
rmSync(data, { recursive: true, force: true });

for (const finding of findings) process.stdout.write(`${finding}\n`);
process.stdout.write(
  `${killed} kills in ${outcomes.whole + outcomes.before} restores: ${outcomes.whole} whole in the end, ` +
    `${outcomes.before} as before, ${waits.length} by themselves, the last of them over ` +
    `${Math.round(Math.max(0, ...waits))} ms after the kill, ${findings.length} violations\n`,
);
process.exit(findings.length === 0 ? 0 : 1);
