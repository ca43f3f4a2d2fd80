/**
 * Passes mail about local accounts to a function of the deployment, which sends it. The accounts start before the
 * functions, so the connection is made in two steps.
 */
import type { AccountMail, SendAccountMail } from "./accounts/accounts.js";
import type { FunctionRunner } from "./functions/api.js";

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
    runOn(functions: Pick<FunctionRunner, "runMutation">) {
      runner = functions;
    },
  };
}
