/**
 * Stores responses of HTTP actions that are the same for all clients, if they say so with `Cache-Control: public,
 * max-age=…` and have a length. As in any shared cache (RFC 9111) they are kept for that time and sent without
 * running the action again.
 */
import type { HttpActionResponse } from "../functions/api.js";
import { EncodedContent } from "./encoded-content.js";
import { MAX_KEPT_ANSWER_BYTES, MAX_KEPT_ANSWERS } from "./limits.js";

export interface KeptAnswer {
  readonly content: EncodedContent;
  /** Headers that do not describe the content itself. */
  readonly headers: HttpActionResponse["headers"];
  readonly untilMs: number;
}

const OF_CONTENT = new Set(["content-type", "content-length", "etag"]);

export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();

  /** The default clock does not change when the machine's clock is set. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  find({ pathname, search }: URL): KeptAnswer | null {
    const kept = search === "" ? this.#answers.get(pathname) : undefined;
    return kept !== undefined && kept.untilMs > this.now() ? kept : null;
  }

  /** Null if the response must not be stored. It is then not read. */
  async keep({ pathname, search }: URL, answer: HttpActionResponse): Promise<KeptAnswer | null> {
    const headers = new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const lifetimeMs = lifetimeOf(headers);
    const length = Number(headers.get("content-length") ?? Infinity);
    if (answer.status !== 200 || search !== "" || lifetimeMs === 0 || length > MAX_KEPT_ANSWER_BYTES)
      return null;
    const bytes = Buffer.from(await new Response(answer.body).arrayBuffer());
    const kept: KeptAnswer = {
      content: new EncodedContent(bytes, headers.get("content-type") ?? "application/octet-stream"),
      headers: answer.headers.filter(([name]) => !OF_CONTENT.has(name.toLowerCase())),
      untilMs: this.now() + lifetimeMs,
    };
    this.#answers.delete(pathname);
    this.#answers.set(pathname, kept);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > MAX_KEPT_ANSWERS && !oldest.done) this.#answers.delete(oldest.value);
    return kept;
  }
}

/** In milliseconds. 0 if the response is not valid for all clients, or has its own content encoding. */
function lifetimeOf(headers: ReadonlyMap<string, string>): number {
  if (["vary", "set-cookie", "content-encoding"].some((name) => headers.has(name))) return 0;
  const directives = (headers.get("cache-control") ?? "").split(",").map((each) => each.trim().toLowerCase());
  const maxAge = /^max-age=(\d+)$/;
  const seconds = directives.map((each) => maxAge.exec(each)?.[1]).find((each) => each !== undefined);
  const isEverybodys = directives.includes("public") && !directives.some((each) => each.startsWith("no-"));
  return isEverybodys ? Number(seconds ?? 0) * 1000 : 0;
}
