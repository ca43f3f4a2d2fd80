/**
 * One client of the soak test. It keeps its room open. Sometimes it writes, uploads, queries over HTTP, loses its
 * connection or reconnects as a new page. Every unexpected state is reported.
 */
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import WebSocket from "ws";

interface Note {
  author: string;
  text: string;
}
/** A type, not an interface: the client accepts objects with any fields as arguments. */
type NoteArgs = { [Field in keyof Note | "room"]: string };

const list: FunctionReference<"query", "public", { room: string }, Note[]> =
  makeFunctionReference("rooms:list");
const add: FunctionReference<"mutation", "public", NoteArgs, number> = makeFunctionReference("rooms:add");
const addByAction: FunctionReference<"action", "public", NoteArgs, number> =
  makeFunctionReference("rooms:addByAction");
const uploadUrl: FunctionReference<
  "mutation",
  "public",
  Record<string, never>,
  string
> = makeFunctionReference("rooms:uploadUrl");
const setPortrait: FunctionReference<"mutation", "public", { author: string; file: string }, string | null> =
  makeFunctionReference("rooms:setPortrait");
const total: FunctionReference<"query", "public", { author: string }, number> =
  makeFunctionReference("rooms:total");

export type Command = "mutation" | "action" | "upload" | "rest" | "query" | "drop" | "return";

/** With their frequencies. */
const COMMANDS: readonly (readonly [Command, number])[] = [
  ["mutation", 50],
  ["action", 12],
  ["upload", 8],
  ["rest", 10],
  ["query", 10],
  ["drop", 5],
  ["return", 5],
];

export interface PersonOptions {
  readonly origin: string;
  readonly room: string;
  readonly name: string;
  /** From 0 to 1, the same sequence in every run. */
  readonly random: () => number;
  readonly onFinding: (finding: string) => void;
}

/** The errors of calls that are refused because too many others are running. A refused action closes its socket. */
const BUSY = /Too many concurrent requests|answered (429|503)|Connection lost while action was in flight/;

export class SoakPerson {
  readonly #options: PersonOptions;
  readonly #http: ConvexHttpClient;
  #client: ConvexClient;
  #sockets: WebSocket[] = [];
  #notes: Note[] = [];
  /** How often the server was too busy. */
  refusals = 0;
  #added = 0;
  #text = 0;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.#http = new ConvexHttpClient(options.origin, { logger: false });
    this.#client = this.#open();
  }

  get room(): string {
    return JSON.stringify(this.#notes);
  }

  /** Returns the action's name. If the server is busy, the action is repeated later. */
  async act(): Promise<Command> {
    const deed = this.#choose();
    for (;;) {
      try {
        return await this.#do(deed);
      } catch (error) {
        if (!(error instanceof Error) || !BUSY.test(error.message)) throw error;
        this.refusals += 1;
        await pause(1000);
      }
    }
  }

  async #do(deed: Command): Promise<Command> {
    switch (deed) {
      case "mutation":
        await this.#client.mutation(add, this.#note());
        this.#added += 1;
        this.#expectOwnNote();
        break;
      case "action":
        await this.#client.action(addByAction, this.#note());
        this.#added += 1;
        break;
      case "upload":
        await this.#upload();
        break;
      case "rest":
        await this.#callRest();
        break;
      case "query":
        await this.#http.query(list, { room: this.#options.room });
        break;
      case "drop":
        await this.#dropWhileWriting();
        break;
      case "return":
        await this.#client.close();
        this.#client = this.#open();
        await this.#client.query(list, { room: this.#options.room });
        break;
      default:
        deed satisfies never;
    }
    return deed;
  }

  /** Each acknowledged note must be counted once. */
  async check(): Promise<void> {
    const counted = await this.#http.query(total, { author: this.#options.name });
    if (counted !== this.#added) this.#find(`${this.#added} notes acknowledged, ${counted} counted`);
    const fresh = JSON.stringify(await this.#http.query(list, { room: this.#options.room }));
    if (fresh !== this.room) this.#find(`sees ${this.room}, but the room is ${fresh}`);
  }

  close = () => this.#client.close();

  #open(): ConvexClient {
    const opened = (socket: WebSocket) => (this.#sockets = [socket]);
    class WatchedSocket extends WebSocket {
      constructor(address: string | URL) {
        super(address);
        opened(this);
      }
    }
    const client = new ConvexClient(this.#options.origin, {
      webSocketConstructor: WatchedSocket as unknown as typeof globalThis.WebSocket,
      unsavedChangesWarning: false,
      logger: false,
    });
    client.onUpdate(
      list,
      { room: this.#options.room },
      (notes) => (this.#notes = notes),
      (error) => this.#find(`the room failed: ${error.message}`),
    );
    return client;
  }

  #choose(): Command {
    let left = this.#options.random() * COMMANDS.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [deed, weight] of COMMANDS) {
      left -= weight;
      if (left < 0) return deed;
    }
    return "mutation";
  }

  #note(): NoteArgs {
    this.#text += 1;
    const text = `${this.#text} ${"calm ".repeat(Math.floor(this.#options.random() * 40))}`;
    return { room: this.#options.room, author: this.#options.name, text };
  }

  /** A client sees its own note as soon as it is acknowledged, unless newer notes have displaced it. */
  #expectOwnNote(): void {
    const isThere = this.#notes.some(({ author, text }) => {
      return author === this.#options.name && Number.parseInt(text) === this.#text;
    });
    if (!isThere) this.#find(`note ${this.#text} was acknowledged and is not to be seen`);
  }

  async #upload(): Promise<void> {
    const bytes = Buffer.alloc(1024 + Math.floor(this.#options.random() * 60_000), this.#text % 256);
    const answer = await fetch(await this.#client.mutation(uploadUrl, {}), {
      method: "POST",
      headers: { "Content-Type": "image/png" },
      body: bytes,
    });
    if (!answer.ok) throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`);
    const { storageId } = (await answer.json()) as { storageId: string };
    const url = await this.#client.mutation(setPortrait, { author: this.#options.name, file: storageId });
    if (url === null) return this.#find("a portrait has no address");
    const back = Buffer.from(await (await fetch(url)).arrayBuffer());
    if (!back.equals(bytes)) this.#find(`a portrait of ${bytes.length} bytes came back with ${back.length}`);
  }

  async #callRest(): Promise<void> {
    const { room, ...body } = this.#note();
    const address = `${this.#options.origin}/rest/rooms/${encodeURIComponent(room)}`;
    const written = await fetch(address, { method: "POST", body: JSON.stringify(body) });
    await written.arrayBuffer();
    if (written.status !== 201) throw new Error(`A REST call was answered ${written.status}`);
    this.#added += 1;
    const read = await fetch(address);
    const notes = (await read.json()) as Note[];
    if (!Array.isArray(notes)) this.#find("a REST call answered something else than notes");
  }

  /** The write is sent again after reconnecting, and must count once. */
  async #dropWhileWriting(): Promise<void> {
    const written = this.#client.mutation(add, this.#note());
    for (const socket of this.#sockets) socket.terminate();
    await written;
    this.#added += 1;
  }

  #find(finding: string): void {
    this.#options.onFinding(`${this.#options.name}: ${finding}`);
  }
}
