/**
 * Hands mail about local accounts to a function of the deployment, which knows how mail is sent here. The accounts
 * open before the functions do, so the way there is laid in two steps.
 */
import type { AccountMail, SendAccountMail } from "./accounts/accounts.js";
import type { FunctionRunner } from "./functions/api.js";

/** Makes the way to the internal mutation `path`; null where none was named. */
export function createAccountMail(path: string | null) {
  if (path === null) return null;
  let runner: Pick<FunctionRunner, "runMutation"> | undefined;
  const send: SendAccountMail = async (mail: AccountMail) => {
    if (runner === undefined) throw new Error("The functions have not started yet");
    const caller = { identity: null, visibility: "internal" as const };
    const outcome = await runner.runMutation({ path, args: JSON.stringify([mail]), caller });
    if (outcome.status === "error")
      throw new Error(`Mail about an account was not taken: ${outcome.message}`);
  };
  return {
    send,
    /** Names the functions that take the mail from now on. */
    runOn(functions: Pick<FunctionRunner, "runMutation">) {
      runner = functions;
    },
  };
}
