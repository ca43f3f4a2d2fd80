/** Replaces Resend's batch API on this machine. It stores received mails once per idempotency key. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export interface SentMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface ResendStub {
  readonly origin: string;
  readonly sent: readonly SentMail[];
  /** Includes refused and repeated requests. */
  readonly requests: readonly { readonly key: string; readonly authorization: string }[];
  /** Responds to the next requests with this status. */
  failNext(status: number, times: number): void;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function startResendStub(): Promise<ResendStub> {
  const sent: SentMail[] = [];
  const requests: { key: string; authorization: string }[] = [];
  const answers = new Map<string, string>();
  let failures = { status: 500, left: 0 };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = String(request.headers["idempotency-key"]);
    requests.push({ key, authorization: request.headers.authorization ?? "" });
    const body = await text(request);
    if (failures.left > 0) {
      failures = { ...failures, left: failures.left - 1 };
      // Simulates a lost response: the mail was accepted.
      if (failures.status === 502) accept(key, body);
      response.writeHead(failures.status).end("not now");
      return;
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end(accept(key, body));
  };

  const accept = (key: string, body: string): string => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const mails = JSON.parse(body) as Omit<SentMail, "id">[];
    const accepted = mails.map((mail, at) => ({ ...mail, id: `mail-${sent.length + at}` }));
    sent.push(...accepted);
    const made = JSON.stringify({ data: accepted.map(({ id }) => ({ id })) });
    answers.set(key, made);
    return made;
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stub has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    sent,
    requests,
    failNext: (status, times) => (failures = { status, left: times }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
