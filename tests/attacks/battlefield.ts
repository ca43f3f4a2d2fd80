/**
 * A Studbook as `npm start` serves it, with honest breeders, an attacker with an account of their own, and the process that
 * attacks from one address.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { makeTokenKey } from "../../scripts/secrets.mjs";
import { api } from "../../convex/_generated/api";
import { addManyDogs } from "../support/many-dogs";
import { firstKennelId, person, register, signIn, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";
import type { Endings, Order } from "./attacker-process";
import type { Attacker } from "./catalogue";
import { HonestBreeder } from "./honest-breeder";

/** What a visitor behind the proxy would come from; the honest come from the machine itself. */
const ADDRESS = "203.0.113.66";
const DOGS = 100;
/** Tokens end after a quarter of an hour. */
const TOKEN_MS = 5 * 60_000;
export const TODAY = "2026-06-01";
const MEBIBYTE = 1 << 20;

export interface Battlefield {
  readonly runtime: Runtime;
  readonly honest: readonly HonestBreeder[];
  /** Begins attacks, in place of those under way. */
  attack(names: readonly string[]): Promise<void>;
  /** Ends all attacks and returns how they ended. */
  cease(): Promise<Endings>;
  /** Resident memory of the server now. */
  residentMiB(): number;
  /** Processor time of the server until now. */
  processorSeconds(): number;
  end(): Promise<void>;
}

/** Opens it; `names` are the honest people, who work in kennels of their own. */
export async function openBattlefield(
  names: readonly string[],
  nodeArguments: string[] = [],
): Promise<Battlefield> {
  const runtime = await startRuntime({
    ...{ functions: "convex", accounts: true },
    env: {
      ...{ STUDBOOK_TOKEN_KEY: makeTokenKey(), STUDBOOK_LINK_SECRET: "a secret of the deployment" },
      // As the service and the container set it (docs/operation.md).
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "65536",
      MALLOC_TRIM_THRESHOLD_: "131072",
    },
    nodeArguments,
    extraArguments: ["--trusted-proxies", "loopback", ...["--log-calls", "none"]],
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
  const eve = await register(origin, person("Eve"));
  const belongings = await furnish(eve);
  const attacking = fork("scripts/run-ts.mjs", ["tests/attacks/attacker-process.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let token = "";
  let tokenEndsMs = 0;
  const send = (order: Order) => attacking.send(order);
  const status = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return {
    ...{ runtime, honest },
    attack: async (attacks) => {
      if (performance.now() > tokenEndsMs) {
        ({ token } = await signIn(origin, eve));
        tokenEndsMs = performance.now() + TOKEN_MS;
      }
      send({ attacks, attacker: { ...belongings, origin, token, address: ADDRESS, email: victim } });
    },
    cease: async () => {
      const told = once(attacking, "message");
      send({ attacks: [], attacker: { ...belongings, origin, token: "", address: ADDRESS, email: "" } });
      return ((await told) as [Endings])[0];
    },
    residentMiB: () => (status("VmRSS") * 1024) / MEBIBYTE,
    processorSeconds: () => {
      const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
      const fields = rest.split(" ");
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    end: async () => {
      attacking.kill();
      await Promise.all(honest.map((breeder) => breeder.leave()));
      await runtime.stop();
    },
  };
}

/** Gives an attacker what anybody with an account can have: dogs with a pedigree, a record, a key. */
async function furnish(eve: SignedIn): Promise<Pick<Attacker, "apiKey" | "kennelId" | "dogId" | "recordId">> {
  const kennelId = await firstKennelId(eve);
  await addManyDogs(eve, kennelId, 60);
  const { data } = await eve.client.query(api.dogs.dogs.list, { kennelId, page: 1, limit: 12 });
  // The youngest has the most ancestors.
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
