/** Tests a file with a pedigree beside each dog. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { guessColumns, readChunks, readImportFile } from "../../src/features/imports/import-file";
import { api } from "../../convex/_generated/api";
import { startTeam, type Team } from "../support/backend";
import { answerAll, findRun, finishScheduled, sendRows } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

async function importFile(text: string) {
  const { owner, kennelId } = team;
  const file = await readImportFile("dogs.csv", new TextEncoder().encode(text));
  const rows = (await readChunks(file, guessColumns(file), "dogs")).flat();
  const runId = await sendRows(team, rows);
  const { questions, warnings, errors } = await owner.as.query(api.imports.imports.problems, {
    kennelId,
    runId,
  });
  await answerAll(team, runId, ({ candidates }) => candidates[0]?.node ?? "none");
  const run = await findRun(team, runId);
  await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
  await finishScheduled(team);
  return { run, questions, warnings, errors };
}

it("[GAP-DOG-17] a pedigree beside a dog is imported as ancestors from outside the kennel", async () => {
  const { owner, kennelId } = team;
  const first = await importFile(
    [
      "Name,Sex,Breed,DOB,Sire,Sire AKC #,Dam,SS,SS AKC #,SD,DS,DD,SSS",
      "Ajax,M,Boxer,2022-01-01,CH Zar of Oak,Z-1,Heidi,Bodo,B-1,Cora,Dux,Elsa,Falk",
      "Alma,F,Boxer,2023-01-01,Zar of Oak,,Heidi,Bodo,,Cora,,,",
    ].join("\n"),
  );
  expect(first).toMatchObject({ errors: [], warnings: [] });
  // The import asks about the other spelling. The answer is the ancestor of another line.
  expect(first.questions).toMatchObject([{ name: "Zar of Oak", candidates: [{ node: "line 2.02" }] }]);
  expect(first.run?.report).toMatchObject({ added: 5, errors: 0, questions: 0 });
  const { data } = await owner.as.query(api.dogs.dogs.list, { kennelId, limit: 100 });
  expect(data.map(({ name }) => name)).toEqual(["Ajax", "Alma"]);
  for (const dog of data) {
    const tree = await owner.as.query(api.pedigree.ancestry.tree, { dogId: dog._id, generations: 5 });
    const climb = (id: string | null | undefined): unknown => {
      const each = tree?.dogs.find(({ _id }) => _id === id);
      return each ? { name: each.name, sire: climb(each.sireId), dam: climb(each.damId) } : null;
    };
    const nobody = { sire: null, dam: null };
    expect(climb(dog._id)).toEqual({
      name: dog.name,
      sire: {
        name: "CH Zar of Oak",
        sire: { name: "Bodo", sire: { name: "Falk", ...nobody }, dam: null },
        dam: { name: "Cora", ...nobody },
      },
      dam: { name: "Heidi", sire: { name: "Dux", ...nobody }, dam: { name: "Elsa", ...nobody } },
    });
  }
});
