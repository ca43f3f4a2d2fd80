/**
 * Tests imports whose texts, lists and questions have the maximum length. Each document must fit, and each file
 * must be importable.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { TableNames } from "../../convex/_generated/dataModel";
import { LONG_TEXT_MAX, SHORT_TEXT_MAX } from "../../domain/text/rules";
import { MOST_CANDIDATES } from "../../domain/imports/questions";
import { IMPORTED_DOG_FIELDS } from "../../domain/dogs/record";
import { addDog, startTeam, type Team } from "../support/backend";
import { answerAll, checkRows, dog, findRun, finishScheduled, importRows } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const ofRun = (runId: string) => ({ kennelId: team.kennelId, runId });
const problemsOf = async (runId: string) =>
  await team.owner.as.query(api.imports.imports.problems, ofRun(runId));

/** In bytes, per document. */
const MOST_BYTES = 1 << 20;

/** In UTF-8. */
async function expectFits() {
  await team.deployment.run(async (ctx) => {
    for (const table of ["importRuns", "importSteps", "importProblems"] as const satisfies TableNames[]) {
      for (const row of await ctx.db.query(table).take(5000)) {
        expect([table, Buffer.byteLength(JSON.stringify(row)) < MOST_BYTES]).toEqual([table, true]);
      }
    }
  });
}

const DOGS = 120;
/** The characters have three bytes. */
const filled = (character: string, at: number, length: number) =>
  `${at} ${character.repeat(length)}`.slice(0, length);
const PLAIN = new Set(["gender", "registrationNumber", "microchipNumber", "currentOwnerEmail"]);
const longDog = (at: number, character: string) =>
  dog(filled("犬", at, SHORT_TEXT_MAX), {
    ...Object.fromEntries(
      Object.entries(IMPORTED_DOG_FIELDS).flatMap(([field, { type }]) => {
        if (PLAIN.has(field) || field === "name" || field === "breed") return [];
        if (type === "text") return [[field, filled(character, at, SHORT_TEXT_MAX)]];
        return type === "notes" ? [[field, filled(character, at, LONG_TEXT_MAX)]] : [];
      }),
    ),
    registrationNumber: `L${at}`,
  });
const longDogs = (character: string) => Array.from({ length: DOGS }, (_, at) => longDog(at, character));

it("[GAP-DOG-03] rows with texts of maximum length are imported, changed and undone", async () => {
  const options = { mode: "update", chunkRows: 10 } as const;
  await importRows(team, longDogs("犬"), options);
  vi.setSystemTime(Date.now() + 60_000);
  const runId = await checkRows(team, longDogs("狼"), options);
  await expectFits();
  const { changes } = await problemsOf(runId);
  expect(changes[0]?.fields.at(-1)).toMatchObject({ label: "Notes" });
  await team.owner.as.mutation(api.imports.imports.confirm, ofRun(runId));
  await finishScheduled(team);
  expect(await findRun(team, runId)).toMatchObject({ state: "finished", report: { updated: DOGS } });
  await expectFits();
  await team.owner.as.mutation(api.imports.imports.remove, ofRun(runId));
  await finishScheduled(team);
  const { data } = await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, limit: 1000 });
  expect(data.map(({ color }) => color?.at(-1))).toEqual(data.map(() => "犬"));
  expect(data.length).toBe(DOGS);
});

it("[GAP-DOG-03] refused rows, warnings and skipped lines of maximum length fit a report", async () => {
  await importRows(team, longDogs("犬"), { chunkRows: 10 });
  const refused = longDogs("狼").map((values, at) => ({
    ...values,
    registrationNumber: `R${at}`,
    breed: "",
  }));
  const runId = await checkRows(team, [...refused, ...longDogs("犬")], { chunkRows: 10 });
  await expectFits();
  const { errors, skipped } = await problemsOf(runId);
  expect([errors.length, errors[0]?.values?.color?.toString().length]).toEqual([DOGS, SHORT_TEXT_MAX]);
  expect(skipped.length).toBeGreaterThan(0);
});

const BELLAS = 200;
const day = (at: number, year: number) =>
  `${year}-${String(1 + (at % 12)).padStart(2, "0")}-${String(1 + (Math.floor(at / 12) % 28)).padStart(2, "0")}`;
/**
 * There are dams with the same name, and puppies each of which may have any of these dams. There are as many
 * questions as puppies.
 */
const bellas = () => [
  ...Array.from({ length: BELLAS }, (_, at) =>
    dog("Bella", { gender: "female", registrationNumber: `B${at}`, dateOfBirth: day(at, 2000 + (at % 20)) }),
  ),
  ...Array.from({ length: BELLAS }, (_, at) =>
    dog(`Pup ${at}`, { dam: "Bella", registrationNumber: `P${at}`, dateOfBirth: day(at, 2004 + (at % 18)) }),
  ),
];

it("[GAP-DOG-03] a question lists a limited number of dogs with one name, and all questions fit a report", async () => {
  const runId = await checkRows(team, bellas());
  await expectFits();
  const { questions } = await problemsOf(runId);
  const counts = questions.map(({ candidates }) => candidates.length);
  expect([counts.length > 1, Math.max(...counts)]).toEqual([true, MOST_CANDIDATES]);
});

it("[GAP-DOG-03] all open questions can be answered with new dogs at once", async () => {
  const runId = await checkRows(team, bellas());
  const { questions } = await problemsOf(runId);
  const [first] = questions;
  const [, chosen] = first?.candidates ?? [];
  if (!first || !chosen) throw new Error("There is no question");
  const answers = [{ key: first.key, answer: chosen.node }];
  await team.owner.as.mutation(api.imports.imports.answer, { ...ofRun(runId), answers, areOthersNew: true });
  await finishScheduled(team);
  const { report } = (await findRun(team, runId)) ?? {};
  expect(report).toMatchObject({ questions: 0, added: 2 * BELLAS });
  expect(report?.ancestors).toBeGreaterThan(0);
  // Dogs that somebody adds before the second check raise new questions.
  await addDog(team.owner, team.kennelId, { name: "Bella", gender: "female", dateOfBirth: "2009-01-01" });
  await team.owner.as.mutation(api.imports.imports.confirm, ofRun(runId));
  await finishScheduled(team);
  expect((await findRun(team, runId))?.report?.questions).toBeGreaterThan(0);
  await answerAll(team, runId, () => "new");
  await team.owner.as.mutation(api.imports.imports.confirm, ofRun(runId));
  await finishScheduled(team);
  expect(await findRun(team, runId)).toMatchObject({ state: "finished" });
});

it("[GAP-DOG-03] answers over the limit of an import are refused with a message, and the import is unchanged", async () => {
  const runId = await checkRows(team, bellas());
  const answers = Array.from({ length: 100 }, (_, at) => ({
    key: `${at} ${"k".repeat(6000)}`,
    answer: "new",
  }));
  await expect(
    team.owner.as.mutation(api.imports.imports.answer, { ...ofRun(runId), answers }),
  ).rejects.toThrow("too many answers");
  expect((await findRun(team, runId))?.state).toBe("checked");
});
