/** Runs an import through the public functions as the web app does, including the scheduled jobs. */
import type { FunctionReturnType } from "convex/server";
import { vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { ImportKind } from "../../domain/imports/rules";
import type { ImportRow, KnownDogMode } from "../../domain/imports/planned";
import { TODAY, type Person, type Team } from "./backend";

export type RowValues = Record<string, string | number | boolean>;

/** A male boxer, unless `values` change that. */
export const dog = (name: string, values: RowValues = {}): RowValues => ({
  name,
  breed: "Boxer",
  gender: "male",
  ...values,
});

interface Options {
  readonly kind?: ImportKind;
  readonly mode?: KnownDogMode;
  readonly by?: Person;
  readonly breed?: string;
  readonly chunkRows?: number;
  readonly fileName?: string;
}

/** The timers must be fake. */
export const finishScheduled = async ({ deployment }: Team) =>
  await deployment.finishAllScheduledFunctions(() => vi.advanceTimersByTime(10));

export const startArgs = (team: Team, rows: readonly unknown[], options: Options = {}) => {
  const chunkRows = options.chunkRows ?? 100;
  return {
    kennelId: team.kennelId,
    kind: options.kind ?? ("dogs" as const),
    mode: options.mode ?? ("skip" as const),
    fileName: options.fileName ?? "kennel.csv",
    fingerprint: JSON.stringify(rows).slice(0, 200),
    rowCount: rows.length,
    chunkCount: Math.ceil(rows.length / chunkRows),
    today: TODAY,
    ...(options.breed === undefined ? {} : { breed: options.breed }),
  };
};

/** Numbered like the lines of a file. */
export const toRows = (values: readonly RowValues[]) =>
  values.map((each, index) => ({ line: index + 2, values: each }));

/** Runs the check too. Returns the run's id. */
export const checkRows = async (team: Team, values: readonly RowValues[], options: Options = {}) =>
  await sendRows(team, toRows(values), options);

/** The rows have the form in which a file is read. */
export async function sendRows(team: Team, rows: readonly ImportRow[], options: Options = {}) {
  const { as } = options.by ?? team.owner;
  const chunkRows = options.chunkRows ?? 100;
  const { runId, stagedChunks } = await as.mutation(
    api.imports.imports.start,
    startArgs(team, rows, options),
  );
  for (let index = stagedChunks; index * chunkRows < rows.length; index += 1) {
    const chunk = rows
      .slice(index * chunkRows, (index + 1) * chunkRows)
      .map(({ warnings, ...row }) => ({ ...row, ...(warnings && { warnings: [...warnings] }) }));
    await as.mutation(api.imports.imports.stage, { kennelId: team.kennelId, runId, index, rows: chunk });
  }
  await finishScheduled(team);
  return runId;
}

/** Returns undefined if the import was deleted. */
export async function findRun(team: Team, runId: string, kind: ImportKind = "dogs") {
  const runs = await team.owner.as.query(api.imports.imports.list, { kennelId: team.kennelId, kind });
  return runs.find(({ _id }) => _id === runId);
}

/** Performs all steps. Returns the finished run. */
export async function importRows(team: Team, values: readonly RowValues[], options: Options = {}) {
  const runId = await checkRows(team, values, options);
  const { as } = options.by ?? team.owner;
  await as.mutation(api.imports.imports.confirm, { kennelId: team.kennelId, runId });
  await finishScheduled(team);
  return await findRun(team, runId, options.kind);
}

/** An answer may lead to further questions, but a question whose answer is not accepted would be asked forever. */
const MOST_ROUNDS = 50;

/** Repeats until no question is open. The import must be checked. */
export async function answerAll(
  team: Team,
  runId: string,
  choose: (question: FunctionReturnType<typeof api.imports.imports.problems>["questions"][number]) => string,
): Promise<void> {
  const args = { kennelId: team.kennelId, runId };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { questions } = await team.owner.as.query(api.imports.imports.problems, args);
    if (questions.length === 0) return;
    const answers = questions.map((question) => ({ key: question.key, answer: choose(question) }));
    await team.owner.as.mutation(api.imports.imports.answer, { ...args, answers });
    await finishScheduled(team);
  }
  throw new Error(`Questions are left after ${MOST_ROUNDS} rounds of answers`);
}
