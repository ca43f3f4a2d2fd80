/** Connections of a kennel for tests of functions. */
import { onTestFinished, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Team } from "./backend";
import { openMailAccount, type MailAccountServer } from "./mail-account";

/** Has the form of the environment variable. */
export const CREDENTIAL_KEY = `k1:${"ab".repeat(32)}`;

/** The server ends with the test. The deployment may connect to it. */
export async function startMailAccount(): Promise<MailAccountServer> {
  const server = await openMailAccount();
  vi.stubEnv("STUDBOOK_PRIVATE_MAIL_HOSTS", "on");
  vi.stubEnv("STUDBOOK_CREDENTIAL_KEYS", CREDENTIAL_KEY);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  return server;
}

export async function connectMail(
  { owner, kennelId }: Team,
  { credentials }: MailAccountServer,
): Promise<string> {
  const connect = api.connections.actions.connecting.connectMail;
  return (await owner.as.action(connect, { kennelId, credentials }))._id;
}

/** The connection's mail server does not exist. Returns the connection's id. */
export async function addConnection({ owner, kennelId }: Team): Promise<string> {
  const nothing = new ArrayBuffer(1);
  const { _id } = await owner.as.mutation(internal.connections.connections.insert, {
    kennelId,
    type: "mail",
    name: "smtp.example.com",
    port: 587,
    from: "oak@example.com",
    credentials: { keyId: "none", iv: nothing, data: nothing },
  });
  return _id;
}
