/** Works while the server is attacked. Its writes must be stored, once, in order, and nothing else. */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import WebSocket from "ws";

type Note = Record<"author" | "text", string>;

const list: FunctionReference<"query", "public", { room: string }, Note[]> =
  makeFunctionReference("rooms:list");
const add: FunctionReference<
  "mutation",
  "public",
  Record<"room" | "author" | "text", string>,
  number
> = makeFunctionReference("rooms:add");
/** The number of notes that the room keeps. */
const KEPT_NOTES = 20;

export class Bystander {
  readonly #client: ConvexClient;
  readonly #written: string[] = [];
  #seen: readonly string[] = [];

  constructor(
    origin: string,
    private readonly secret: string,
    private readonly onFinding: (finding: string) => void,
  ) {
    this.#client = new ConvexClient(origin, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      unsavedChangesWarning: false,
      logger: false,
    });
    this.#client.onUpdate(
      list,
      { room: secret },
      (notes) => (this.#seen = notes.map(({ text }) => text)),
      (error) => onFinding(`the bystander's room failed: ${error.message}`),
    );
  }

  async work(): Promise<number> {
    const text = `${this.secret} ${this.#written.length}`;
    const begun = performance.now();
    await this.#client.mutation(add, { room: this.secret, author: "bystander", text });
    const tookMs = performance.now() - begun;
    this.#written.push(text);
    const expected = this.#written.slice(-KEPT_NOTES).join();
    if (this.#seen.join() !== expected)
      this.onFinding(`the bystander sees ${this.#seen.join()}, not ${expected}`);
    const { connectionCount } = this.#client.client.connectionState();
    if (connectionCount !== 1) this.onFinding("the bystander's connection was cut");
    return tookMs;
  }

  close = () => this.#client.close();
}
