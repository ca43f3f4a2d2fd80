/**
 * A forgotten password of a local account: requesting a link by mail, and setting a new password with the link's
 * token.
 */
import { call } from "@/identity/local/account-api";
import { generalMessage } from "@/identity/local/form-rules";

/** A failure has a sentence with the reason. */
export type Outcome =
  | { done: true; email: string | null }
  | { done: false; isOver: boolean; message: string };

const LINK_OVER = "This link no longer works";

async function send(path: string, body: object): Promise<Outcome> {
  const answer = await call("POST", path, body);
  if (!answer.ok) {
    const isOver = answer.code === "INVALID_TOKEN";
    return { done: false, isOver, message: isOver ? LINK_OVER : generalMessage(answer) };
  }
  const data: unknown = answer.data;
  const isNamed = typeof data === "object" && data !== null && "email" in data;
  return { done: true, email: isNamed ? String(data.email) : null };
}

/** The response is the same for addresses without an account. Throws if the server cannot be reached. */
export const askForLink = async (email: string): Promise<Outcome> =>
  await send("/security/password/forgot", { email });

/** Throws if the server cannot be reached. */
export const setNewPassword = async (token: string, newPassword: string): Promise<Outcome> =>
  await send("/security/password/reset", { token, newPassword });
