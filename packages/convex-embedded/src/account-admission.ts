/**
 * Asks a function of the deployment who may open a local account, and whether the address counts before it is confirmed.
 * The accounts open before the functions do, so the way there is laid in two steps.
 */
import type { AdmitNewcomer } from "./accounts/accounts.js";
import type { FunctionRunner } from "./functions/api.js";

type Runner = Pick<FunctionRunner, "runQueries">;

/** Makes the way to the internal query `path`; null where none was named, and everybody may. */
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
    // Whatever is not a clear yes is a no.
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
    /** Names the functions that are asked from now on. */
    runOn(functions: Runner) {
      runner = functions;
    },
  };
}
