/**
 * Runs a program against a server with the unmodified clients, and records what they received. Nothing here waits
 * for a fixed time: clients continue when a response arrives, and a history ends when all clients have seen all
 * effects.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type DefaultFunctionArgs, type FunctionReference } from "convex/server";
import { convexToJson, ConvexError, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { Clock, readTs, type Call, type History, type HttpAsk } from "./history";
import type { JournalLine, Question, Seen } from "./language";
import type { HttpAction, Program } from "./program";
import { SocketClient } from "./socket-client";

export interface Server {
  readonly origin: string;
  /** Ends the server without warning and starts it again on the same data and port. */
  crash(): Promise<void>;
}

/** A history that has not ended after this time never will. */
const STUCK_AFTER_MS = 20_000;

const clear = makeFunctionReference<"mutation">("work:clear");
const run: FunctionReference<"mutation", "public", DefaultFunctionArgs, Seen> =
  makeFunctionReference("work:run");
const journal: FunctionReference<"query", "public", DefaultFunctionArgs, JournalLine[]> =
  makeFunctionReference("work:journal");
const everything: FunctionReference<"query", "public", DefaultFunctionArgs, Seen> =
  makeFunctionReference("work:everything");
const ask: FunctionReference<"query", "public", DefaultFunctionArgs, Seen> =
  makeFunctionReference("answers:ask");

/** The database must be empty. */
export async function execute(server: Server, program: Program): Promise<History> {
  const execution = new Execution(server, program);
  try {
    return await execution.run();
  } finally {
    await execution.close();
  }
}

class Execution {
  readonly #clock = new Clock();
  readonly #calls: Call[] = [];
  readonly #asks: HttpAsk[] = [];
  readonly #problems: string[] = [];
  readonly #http: ConvexHttpClient;
  readonly #clients: SocketClient[] = [];
  #begun = 0;
  /** Resolves when the server is available. */
  #up: Promise<void> = Promise.resolve();
  #isUp = true;

  constructor(
    private readonly server: Server,
    private readonly program: Program,
  ) {
    this.#http = new ConvexHttpClient(server.origin, { logger: false });
  }

  async run(): Promise<History> {
    await this.#http.mutation(clear, {});
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<"stuck">((resolve) => {
      timer = setTimeout(() => resolve("stuck"), STUCK_AFTER_MS);
    });
    const ended = await Promise.race([this.#perform(), stuck]);
    clearTimeout(timer);
    await this.#up;
    if (ended === "stuck") this.#problems.push(`stuck: ${this.#waitingFor()}`);
    return {
      calls: this.#calls,
      asks: this.#asks,
      frames: new Map(this.#clients.map(({ name, frames }) => [name, frames])),
      journal: await this.#http.query(journal, {}),
      everything: await this.#http.query(everything, {}),
      problems: this.#problems,
    };
  }

  async close(): Promise<void> {
    await this.#up;
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  #waitingFor(): string {
    const unanswered = this.#calls.filter(({ answers }) => answers.length === 0);
    return [
      ...unanswered.map(({ client, number }) => `${client} ${number} has no answer`),
      ...this.#clients.flatMap((client) => client.waitingFor()),
    ].join(", ");
  }

  async #perform(): Promise<void> {
    for (const index of this.program.sockets.keys()) this.#clients.push(this.#connect(`socket-${index}`));
    const lanes = this.program.sockets.map((actions, index) =>
      this.#socketLane(this.#clients[index], actions),
    );
    await Promise.all([...lanes, this.#httpLane()]);
    await this.#up;
    // A client that has seen the effect of its own last mutation has seen all earlier ones.
    for (const client of this.#clients) await client.settle();
    for (const client of this.#clients) await client.work([], false, true);
  }

  #connect(name: string): SocketClient {
    return new SocketClient(name, this.server.origin, {
      clock: this.#clock,
      calls: this.#calls,
      problems: this.#problems,
      isServerUp: () => this.#isUp,
    });
  }

  /** The program defines when the server is killed. */
  #begin(): void {
    this.#begun += 1;
    if (!this.program.crashes.includes(this.#begun)) return;
    this.#up = this.#up.then(async () => {
      this.#isUp = false;
      await this.server.crash();
      this.#isUp = true;
      for (const client of this.#clients) client.reconnect();
    });
  }

  async #socketLane(client: SocketClient | undefined, actions: Program["sockets"][number]): Promise<void> {
    for (const action of actions) {
      this.#begin();
      await client?.perform(action);
    }
  }

  async #httpLane(): Promise<void> {
    for (const [number, action] of this.program.http.entries()) {
      this.#begin();
      await this.#up;
      if (action.do === "work") await this.#work(number, action);
      else if (action.do === "ask") await this.#ask([action.question], null);
      else await this.#askAt(action.questions);
    }
  }

  /** Each request is sent once, so a client without a response does not know the result. */
  async #work(number: number, { steps, fails }: Extract<HttpAction, { do: "work" }>): Promise<void> {
    const call: Call = {
      ...{ client: "http", number, steps, fails, isLook: false },
      ...{ sentAt: this.#clock.tick(), answers: [], sendings: 0, resolvedAtTs: null },
    };
    this.#calls.push(call);
    try {
      const seen = await this.#http.mutation(run, argsOf(call));
      call.answers.push({ at: this.#clock.tick(), ts: null, outcome: { seen } });
    } catch (error) {
      if (!(error instanceof ConvexError)) return this.#mayFail("mutation", error);
      call.answers.push({ at: this.#clock.tick(), ts: null, outcome: { refusal: error.data as Seen } });
    }
  }

  async #ask(questions: readonly Question[], ts: bigint | null): Promise<void> {
    const sentAt = this.#clock.tick();
    try {
      const answers: HttpAsk["answers"][number][] = [];
      for (const question of questions) answers.push(await this.#answerTo(question));
      this.#asks.push({ questions, sentAt, answeredAt: this.#clock.tick(), ts, answers });
    } catch (error) {
      this.#mayFail("query", error);
    }
  }

  async #answerTo(question: Question): Promise<HttpAsk["answers"][number]> {
    try {
      return { value: await this.#http.query(ask, { question: question }) };
    } catch (error) {
      if (error instanceof ConvexError) return { refusal: error.data as Seen };
      throw error;
    }
  }

  /** Works like the client's `consistentQuery`, which does not return its timestamp. */
  async #askAt(questions: readonly Question[]): Promise<void> {
    const sentAt = this.#clock.tick();
    try {
      const { ts } = (await this.#post("/api/query_ts", {})) as { ts: string };
      const answers: HttpAsk["answers"][number][] = [];
      for (const question of questions) {
        const args = { question: jsonOf(question) };
        const answer = await this.#post("/api/query_at_ts", {
          path: "answers:ask",
          args,
          ts,
          format: "convex_encoded_json",
        });
        answers.push(readAnswer(answer));
      }
      this.#asks.push({ questions, sentAt, answeredAt: this.#clock.tick(), ts: readTs(ts), answers });
    } catch (error) {
      this.#mayFail("query at a timestamp", error);
    }
  }

  async #post(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${this.server.origin}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new Error(text);
  }

  /**
   * An error is allowed if the server was killed in between. A moment before the kill can then no longer be read.
   */
  #mayFail(what: string, error: unknown): void {
    if (this.program.crashes.length === 0) this.#problems.push(`an HTTP ${what} failed: ${String(error)}`);
  }
}

export function argsOf({ client, number, steps, fails }: Call): DefaultFunctionArgs {
  return { client, number, steps, fails };
}

function jsonOf(question: Question): JSONValue {
  return convexToJson(question as unknown as Value);
}

function readAnswer(body: unknown): HttpAsk["answers"][number] {
  const { status, value, errorData, errorMessage } = body as Record<string, JSONValue | undefined>;
  if (status === "success") return { value: jsonToConvex(value ?? null) as Seen };
  if (errorData !== undefined) return { refusal: jsonToConvex(errorData) as Seen };
  return { error: String(errorMessage) };
}
