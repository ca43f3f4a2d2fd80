/**
 * A breeder who works during the attacks: browses the dogs live, calls the REST API and weighs dogs. Records the
 * time and the refusals of each action.
 */
import { randomUUID } from "node:crypto";
import { ConvexClient } from "convex/browser";
import WebSocket from "ws";
import { api } from "../../convex/_generated/api";
import { firstKennelId, signIn, type SignedIn } from "../support/people";

export type Command = "query" | "rest" | "write";

const TODAY = "2026-06-01";
const PAGES = 9;

export class HonestBreeder {
  /** In milliseconds, since the times were last read. */
  readonly times: Record<Command, number[]> = { query: [], rest: [], write: [] };
  readonly failures: string[] = [];
  readonly #acknowledged: { dogId: string; grams: number }[] = [];
  #done = 0;

  private constructor(
    private readonly origin: string,
    private person: SignedIn,
    private readonly live: ConvexClient,
    private readonly kennelId: string,
    private readonly dogIds: readonly string[],
  ) {}

  /** The person must have dogs. */
  static async open(origin: string, person: SignedIn): Promise<HonestBreeder> {
    const live = new ConvexClient(origin, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      ...{ skipConvexDeploymentUrlCheck: true, logger: false, unsavedChangesWarning: false },
    });
    const kennelId = await firstKennelId(person);
    const { data } = await person.client.query(api.dogs.dogs.list, { kennelId, page: 1, limit: 100 });
    const breeder = new HonestBreeder(
      origin,
      person,
      live,
      kennelId,
      data.map(({ _id }) => _id),
    );
    live.setAuth(async () => (await signIn(origin, breeder.person)).token);
    return breeder;
  }

  /** Tokens expire after minutes. */
  async refresh(): Promise<void> {
    this.person = await signIn(this.origin, this.person);
  }

  async act(): Promise<void> {
    this.#done += 1;
    const deeds: readonly Command[] = ["query", "rest", "query", "rest", "write"];
    const deed = deeds[this.#done % deeds.length] ?? "query";
    const startedAt = performance.now();
    try {
      await this.#do(deed);
      this.times[deed].push(performance.now() - startedAt);
    } catch (error) {
      this.failures.push(`${deed}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Prints some pedigrees in parallel. */
  async print(): Promise<void> {
    const print = async (dogId: string) => {
      const url = `${this.origin}/api/dogs/${dogId}/pedigree?generations=5&today=${TODAY}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${this.person.token}` } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A pedigree is answered with ${response.status}`);
    };
    await Promise.all(this.dogIds.slice(0, 6).map(print));
  }

  async #do(deed: Command): Promise<void> {
    const dogId = this.dogIds[this.#done % this.dogIds.length] ?? "";
    if (deed === "query") {
      // The search text differs each time, so that no cached result is measured.
      const search = `oak hill ${this.#done % this.dogIds.length}`;
      const page = 1 + (this.#done % PAGES);
      await this.live.query(api.dogs.dogs.list, { kennelId: this.kennelId, page, limit: 12, search });
    } else if (deed === "rest") {
      const response = await fetch(`${this.origin}/api/dogs/${dogId}`, {
        headers: { authorization: `Bearer ${this.person.token}` },
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    } else {
      const grams = 20_000 + this.#done;
      const weighed = { dogId, grams, weighedOn: TODAY, today: TODAY, entryKey: randomUUID() };
      await this.live.mutation(api.health.dogWeights.add, weighed);
      this.#acknowledged.push({ dogId, grams });
    }
  }

  /** Lists the acknowledged entries that are not stored exactly once. */
  async missing(): Promise<string[]> {
    await this.refresh();
    const missing: string[] = [];
    for (const dogId of new Set(this.#acknowledged.map((entry) => entry.dogId))) {
      const listed = await this.person.client.query(api.health.dogWeights.list, { dogId });
      for (const { grams } of this.#acknowledged.filter((entry) => entry.dogId === dogId)) {
        const found = listed?.weights.filter((weight) => weight.grams === grams).length ?? 0;
        if (found !== 1) missing.push(`${grams} g of ${dogId} is there ${found} times`);
      }
    }
    return missing;
  }

  leave = () => this.live.close();
}
