/**
 * Studbook as `npm start` serves it, with honest breeders, attackers with their own accounts, and the attacking
 * process. Each has its own address.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { makeTokenKey } from "../../scripts/secrets.mjs";
import { api } from "../../convex/_generated/api";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, person, register, signIn, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";
import type { Belongings } from "./attack";
import type { Endings, Order } from "./attacker-process";
import { HonestBreeder } from "./honest-breeder";

const DOGS = 100;
/** Tokens expire after a quarter of an hour. */
const TOKEN_MS = 5 * 60_000;
export const TODAY = "2026-06-01";

export interface Battlefield {
  readonly runtime: Runtime;
  readonly honest: readonly HonestBreeder[];
  /** The attacker has a new account, kennel and address. */
  bringAttacker(): Promise<void>;
  /** The attacks replace the running ones. */
  attack(names: readonly string[]): Promise<void>;
  /** Returns how the attacks ended. */
  cease(): Promise<Endings>;
  /** 0 once the server has ended. */
  residentMiB(): number;
  end(): Promise<void>;
}

/** `names` are the honest people, each with their own kennel. */
export async function openBattlefield(
  names: readonly string[],
  nodeArguments: string[] = [],
): Promise<Battlefield> {
  const runtime = await startRuntime({
    ...{ functions: "convex", accounts: true },
    env: {
      ...{ STUDBOOK_TOKEN_KEY: makeTokenKey(), STUDBOOK_LINK_SECRET: "a secret of the deployment" },
      // The service and the container use this setting (docs/operation.md).
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "65536",
      MALLOC_TRIM_THRESHOLD_: "131072",
    },
    nodeArguments,
    extraArguments: ["--log-calls", "none"],
  });
  const { origin, pid } = runtime;
  const honest: HonestBreeder[] = [];
  let victim = "";
  for (const name of names) {
    const breeder = await register(origin, person(name));
    victim = breeder.email;
    await addManyDogs(breeder, await firstKennelId(breeder), DOGS);
    honest.push(await HonestBreeder.open(origin, breeder));
  }
  let attackers = 0;
  let eve: SignedIn;
  let belongings: Belongings;
  const attacking = fork("scripts/run-ts.mjs", ["tests/attacks/attacker-process.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let tokenEndsMs = 0;
  const send = (order: Order) => attacking.send(order);
  let hasEnded = false;
  void runtime.ended.then(() => (hasEnded = true));
  const residentKiB = () =>
    hasEnded ? 0 : Number(/^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  const bringAttacker = async () => {
    attackers += 1;
    eve = await register(origin, person("Eve"));
    const address = `127.0.${1 + (attackers >> 7)}.${1 + (attackers & 127)}`;
    belongings = { ...(await furnish(eve)), origin, address, victim, token: eve.token };
    tokenEndsMs = performance.now() + TOKEN_MS;
  };
  await bringAttacker();
  return {
    ...{ runtime, honest, bringAttacker },
    attack: async (attacks) => {
      if (performance.now() > tokenEndsMs) {
        belongings = { ...belongings, token: (await signIn(origin, eve)).token };
        tokenEndsMs = performance.now() + TOKEN_MS;
      }
      send({ attacks, attacker: belongings });
    },
    cease: async () => {
      const told = once(attacking, "message");
      send({ attacks: [], attacker: belongings });
      return ((await told) as [Endings])[0];
    },
    residentMiB: () => Math.round(residentKiB() / 1024),
    end: async () => {
      attacking.kill();
      await Promise.all(honest.map((breeder) => breeder.leave()));
      await runtime.stop();
    },
  };
}

/**
 * Creates the records that anybody with an account can have: dogs with a pedigree, a health record, and an API key.
 */
async function furnish(
  eve: SignedIn,
): Promise<Pick<Belongings, "apiKey" | "kennelId" | "dogId" | "recordId">> {
  const kennelId = await firstKennelId(eve);
  await addManyDogs(eve, kennelId, 60);
  const { data } = await eve.client.query(api.dogs.dogs.list, { kennelId, page: 1, limit: 12 });
  // The youngest dog has the most ancestors.
  const dogId = data.find(({ name }) => name.includes("Oak Hill 5"))?._id ?? data[0]?._id ?? "";
  const record = await eve.client.mutation(api.health.healthRecords.create, {
    ...{ dogId, title: "Check", description: "Fine", dateRecorded: TODAY, today: TODAY },
  });
  const { key } = await eve.client.action(api.accounts.apiKeys.create, {
    ...{
      kennelId,
      name: "Website",
      areas: { dogs: "read", health: "read" },
      days: null,
      password: eve.password,
    },
  });
  return { apiKey: key, kennelId, dogId, recordId: record._id };
}
