/**
 * Runs one due job. A mutation's success is written in the mutation's own transaction, so the mutation takes effect
 * exactly once. An action is marked before it starts, so it runs at most once. The result of a canceled job is
 * ignored.
 */
import type { Database, WriteTransaction } from "../database/api.js";
import type { ActionOutcome, FunctionRunner } from "../functions/api.js";
import type { ScheduledFunctionDocument } from "../functions/system-tables.js";
import type { Clock } from "./clock.js";
import { beginJob, completeJob, pathOfStoredName, readJob } from "./jobs.js";

export interface JobServices {
  readonly database: Database;
  readonly runner: Pick<FunctionRunner, "kindOf" | "runMutation" | "runAction">;
  readonly clock: Clock;
  /** Components have their own jobs. Undefined if there are no components. */
  readonly components?: () => readonly string[];
}

export interface DueJob {
  readonly id: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Convex's message for an action that was interrupted. */
const CUT_OFF_MESSAGE = "Transient error while executing action";

/** Rejects only if the runtime failed and the job is still pending. */
export async function runJob(services: JobServices, job: DueJob): Promise<void> {
  const path = pathOfStoredName(job.name);
  const kind = services.runner.kindOf(path, "internal");
  if (kind === "mutation") return runMutationJob(services, job, path);
  if (kind === "action") return runActionJob(services, job, path);
  // The function existed when the job was scheduled, but the code has changed since.
  const message =
    kind === null
      ? `Could not find function for '${path}'. Was it renamed or removed after it had been scheduled?`
      : `Unsupported function type. '${path}' is defined as a ${kind}. Only mutations and actions can be scheduled.`;
  await finishUnlessEnded(services, job, { kind: "failed", error: message });
}

async function runMutationJob(services: JobServices, job: DueJob, path: string): Promise<void> {
  const outcome = await services.runner.runMutation({
    ...callOf(job, path),
    bookends: {
      before(tx) {
        if (readJob(tx, job.id)?.state.kind !== "pending") return false;
        // Only the mutation itself ever sees this state.
        beginJob(tx, job.id);
        return true;
      },
      after: (tx) => finishIn(services, tx, job.id, { kind: "success" }),
    },
  });
  if (outcome.status === "error") {
    if (outcome.refusal) throw new Error(outcome.refusal.message);
    await finishUnlessEnded(services, job, { kind: "failed", error: errorTextOf(outcome.message) });
  }
}

async function runActionJob(services: JobServices, job: DueJob, path: string): Promise<void> {
  const { value: isMine } = await services.database.write((tx) => {
    if (readJob(tx, job.id)?.state.kind !== "pending") return false;
    beginJob(tx, job.id);
    return true;
  });
  if (!isMine) return;
  const outcome = await services.runner
    .runAction(callOf(job, path))
    .catch((error: unknown): ActionOutcome => {
      process.stderr.write(`Scheduled action ${path} was lost: ${String(error)}\n`);
      return { status: "error", message: CUT_OFF_MESSAGE, logLines: [] };
    });
  await finishUnlessEnded(
    services,
    job,
    outcome.status === "success"
      ? { kind: "success" }
      : { kind: "failed", error: errorTextOf(outcome.message) },
  );
}

/** An earlier process began these actions. Their effects are unknown. */
export function failCutOffJobs(services: JobServices, ids: readonly string[]): Promise<unknown> {
  return services.database.write((tx) => {
    for (const id of ids) finishIn(services, tx, id, { kind: "failed", error: CUT_OFF_MESSAGE });
  });
}

function callOf(job: DueJob, path: string) {
  return {
    path,
    args: JSON.stringify(job.args),
    // A scheduled function runs without an identity, whoever has scheduled it.
    caller: { identity: null, visibility: "internal" },
    scheduledJobId: job.id,
  } as const;
}

async function finishUnlessEnded(
  services: JobServices,
  job: DueJob,
  state: ScheduledFunctionDocument["state"],
): Promise<void> {
  // Nobody waits for the result of a scheduled function, so its failure is reported to the operator.
  if (state.kind === "failed")
    process.stderr.write(`Scheduled function ${job.name} failed: ${state.error}\n`);
  await services.database.write((tx) => finishIn(services, tx, job.id, state));
}

function finishIn(
  { clock }: JobServices,
  tx: WriteTransaction,
  id: string,
  state: ScheduledFunctionDocument["state"],
): void {
  const kind = readJob(tx, id)?.state.kind;
  if (kind === "pending" || kind === "inProgress") completeJob(tx, id, state, clock.now());
}

/** Leaves out the request id that a client would get. */
function errorTextOf(message: string): string {
  return message.replace(/^\[Request ID: \w+\] Server Error\n/, "");
}
