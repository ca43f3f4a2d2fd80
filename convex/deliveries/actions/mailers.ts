"use node";
/**
 * The mail servers of one run: the deployment's server, and the servers of kennels that have connected one. The
 * connection stores whether the kennel's server worked, so that the breeder sees a refusal.
 */
import { getErrorData } from "../../../domain/errors";
import { mailCredentialsSchema } from "../../../domain/connections/schemas";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { openCredentials } from "../../connections/model/sealing";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { mailerOf, openMailer, type Mailer } from "../../mail/actions/mailChannel";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { openMailAccount } from "../../mail/actions/mailTransport";
import { reasonOf, tryAgain } from "../../mail/actions/outcome";

/** Connects to each server once, when the first message needs that server. */
export class Mailers {
  readonly #opened = new Map<Id<"kennels"> | null, Promise<Mailer | null>>();
  readonly #notes: (() => Promise<unknown>)[] = [];

  constructor(private readonly ctx: ActionCtx) {}

  /** Returns null for other channels, or if there is no mail server. */
  async of({ channel, kennelId }: { channel: string; kennelId: Id<"kennels"> }): Promise<Mailer | null> {
    if (channel !== "email") return null;
    const own = await this.#once(kennelId, async () => await this.#openOwn(kennelId));
    return own ?? (await this.#once(null, async () => await Promise.resolve(openMailer())));
  }

  /** This also saves whether the kennels' own servers worked. */
  async close(): Promise<void> {
    for (const mailer of await Promise.all(this.#opened.values())) mailer?.close();
    for (const note of this.#notes) await note();
  }

  async #once(key: Id<"kennels"> | null, open: () => Promise<Mailer | null>): Promise<Mailer | null> {
    const known = this.#opened.get(key) ?? open();
    this.#opened.set(key, known);
    return await known;
  }

  /** If a kennel's own server refuses a message, later attempts use the same server, never another server. */
  async #openOwn(kennelId: Id<"kennels">): Promise<Mailer | null> {
    const own = await this.ctx.runQuery(internal.connections.connections.ownMail, { kennelId });
    if (!own) return null;
    const { connectionId, updatedAt, kennelName, from, credentials, problem: before } = own;
    let problem = before;
    this.#notes.push(async () =>
      problem === before
        ? null
        : await this.ctx.runMutation(internal.connections.connections.noteUse, {
            connectionId,
            updatedAt,
            problem,
          }),
    );
    const mailer = await this.#signIn(kennelId, credentials, { name: kennelName, address: from });
    return {
      close: mailer.close,
      send: async (mail) => {
        const outcome = await mailer.send(mail);
        // A final refusal concerns one message. A failure that may be temporary concerns the server.
        problem = outcome.isSent || outcome.isFinal ? null : outcome.message;
        return outcome;
      },
    };
  }

  async #signIn(
    kennelId: Id<"kennels">,
    credentials: Parameters<typeof openCredentials>[0],
    from: { name: string; address: string },
  ): Promise<Mailer> {
    try {
      const opened = await openCredentials(credentials, "mail", kennelId, mailCredentialsSchema);
      const transport = await openMailAccount(opened, true);
      if ("field" in transport) return closedMailer(transport.text);
      return mailerOf(transport, from);
    } catch (error) {
      return closedMailer(getErrorData(error)?.message ?? reasonOf(error));
    }
  }
}

/** The mailer refuses every message for a reason that may be temporary. */
const closedMailer = (reason: string): Mailer => ({
  close: () => undefined,
  send: async () => await Promise.resolve(tryAgain(reason)),
});
