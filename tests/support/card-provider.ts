/**
 * The part of Stripe's API that a kennel's own account needs, in memory. It is available as a function of a
 * request, and as a server on loopback for the browser journeys.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface StoredLink {
  readonly id: string;
  readonly object: "payment_link";
  readonly url: string;
  active: boolean;
  readonly metadata: Record<string, string>;
  readonly restrictions: { completed_sessions: { count: number; limit: number } };
}

const answered = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

const refused = (status: number, type: string) => answered({ error: { type, message: "Refused" } }, status);

/** Accepts one key. */
export class CardProvider {
  readonly #links: StoredLink[] = [];
  #isDown = false;

  constructor(private readonly knownKey: string) {}

  async answer(request: Request): Promise<Response> {
    const { method, url, headers } = request;
    if (this.#isDown) return refused(400, "api_error");
    if (headers.get("Authorization") !== `Bearer ${this.knownKey}`) {
      return refused(401, "invalid_request_error");
    }
    const { pathname, searchParams } = new URL(url);
    if (pathname === "/v1/account") {
      return answered({ id: "acct_1", business_profile: { name: "Oak Kennels" } });
    }
    const form = new URLSearchParams(await request.text());
    if (pathname === "/v1/payment_links") {
      return method === "GET" ? answered(this.#list(searchParams)) : answered(this.#make(form));
    }
    const link = this.#links.find(({ id }) => pathname === `/v1/payment_links/${id}`);
    if (!link) return refused(404, "invalid_request_error");
    if (method === "POST") link.active = form.get("active") !== "false";
    return answered(link);
  }

  pay(id: string): void {
    const link = this.#links.find((other) => other.id === id);
    if (link) link.restrictions.completed_sessions.count = 1;
  }

  setDown(isDown: boolean): void {
    this.#isDown = isDown;
  }

  /** The account's owner has created these links outside Studbook. */
  addOthers(count: number): void {
    for (let number = 0; number < count; number += 1) this.#make(new URLSearchParams());
  }

  #list(asked: URLSearchParams): object {
    const after = asked.get("starting_after");
    const from = after === null ? 0 : this.#links.findIndex(({ id }) => id === after) + 1;
    const end = from + Number(asked.get("limit"));
    return { object: "list", data: this.#links.slice(from, end), has_more: end < this.#links.length };
  }

  #make(form: URLSearchParams): StoredLink {
    const id = `plink_${this.#links.length + 1}`;
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    const limit = Number(form.get("restrictions[completed_sessions][limit]"));
    const restrictions = { completed_sessions: { count: 0, limit } };
    const url = `https://buy.stripe.com/${id}`;
    const link: StoredLink = { id, object: "payment_link", url, active: true, metadata, restrictions };
    this.#links.unshift(link);
    return link;
  }
}

export async function openCardProvider(knownKey: string) {
  const provider = new CardProvider(knownKey);
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "GET", url = "/", headers } = request;
      const body = method === "GET" ? null : await text(request);
      const asked = new Request(`http://127.0.0.1${url}`, {
        method,
        body,
        headers: { Authorization: headers.authorization ?? "" },
      });
      const answer = await provider.answer(asked);
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // The server listens on a port.
  return {
    provider,
    env: { STRIPE_ACCOUNTS_API_URL: `http://127.0.0.1:${port}` },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
