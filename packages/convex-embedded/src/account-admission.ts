/**
 * Calls a function of the deployment that decides who may open a local account, and whether the address counts as
 * confirmed. The accounts start before the functions, so the connection is made in two steps.
 */
import type { AdmitNewcomer } from "./accounts/accounts.js";
import type { FunctionRunner } from "./functions/api.js";

type Runner = Pick<FunctionRunner, "runQueries">;

/** If `path` is null, everybody may open an account. */
export function createAccountAdmission(path: string | null) {
  if (path === null) return null;
  let runner: Runner | undefined;
  const admit: AdmitNewcomer = async (newcomer) => {
    if (runner === undefined) throw new Error("The functions have not started yet");
    const caller = { identity: null, visibility: "internal" as const };
    const args = JSON.stringify([{ ...newcomer, at: Date.now() }]);
    const { outcomes } = await runner.runQueries([{ path, args, caller, journal: null }]);
    const [outcome] = outcomes;
    if (outcome?.status !== "success") throw new Error(`Nobody could be admitted: ${outcome?.message ?? ""}`);
    const answer: unknown = JSON.parse(outcome.value);
    const says = (name: string): boolean =>
      typeof answer === "object" && answer !== null && Reflect.get(answer, name) === true;
    const fault: unknown = typeof answer === "object" && answer !== null && Reflect.get(answer, "nameFault");
    return {
      mayRegister: says("mayRegister"),
      isConfirmed: says("isConfirmed"),
      nameFault: typeof fault === "string" ? fault : null,
    };
  };
  return {
    admit,
    runOn(functions: Runner) {
      runner = functions;
    },
  };
}
