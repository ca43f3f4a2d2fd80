/**
 * Tests that messy files are imported as their plan states. `messy-files.test.ts` checks that the plan is correct.
 * `npm run messy` sends 1,000 files.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { guessColumns, readChunks, readImportFile } from "../../src/features/imports/import-file";
import { api } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import {
  KNOWN_DOG_MODES,
  nodeOf,
  nodeOfDog,
  type ImportPlan,
  type KnownDog,
} from "../../domain/imports/planned";
import { planImport } from "../../domain/imports/plan";
import type { ParentRole } from "../../domain/dogs/checks";
import { startTeam, TODAY, type Team } from "../support/backend";
import { answerAll, findRun, finishScheduled, sendRows } from "../support/imports";
import { makeMessyFile } from "../support/messy-files";

const FILES = Number(process.env["MESSY_FILES"] ?? 12);

let team: Team;
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const everybody = async () => await team.deployment.run(async (ctx) => await ctx.db.query("dogs").take(5000));

interface Question {
  readonly candidates: readonly { readonly node: string; readonly isLikely: boolean }[];
}
/** The suggested answer. Without a suggestion the dog is new. */
const suggested = ({ candidates }: Question) => candidates.find(({ isLikely }) => isLikely)?.node ?? "new";

const toKnown = ({ _id, ...dog }: Doc<"dogs">): KnownDog<string> => ({ ...dog, _id });

type Told = Partial<
  Record<"_id" | "name" | "gender" | "dateOfBirth" | "registrationNumber" | "sireId" | "damId", string>
> & {
  readonly isExternal: boolean;
};

/** The kennel's content after the plan is carried out. Each parent is named by its node in the plan. */
function foretell(before: readonly Told[], { dogs, ancestors }: ImportPlan<string>): Told[] {
  const kennel = new Map(before.map((dog) => [dog._id, dog]));
  for (const [key, { name, gender, registrationNumber }] of ancestors) {
    const _id = `ancestor ${key}`;
    kennel.set(_id, {
      _id,
      name,
      gender,
      registrationNumber: registrationNumber ?? undefined,
      isExternal: true,
    });
  }
  for (const planned of dogs) {
    const { dog, given, target, isCompletion, isAdoption, parents } = planned;
    const _id = nodeOfDog(planned);
    const known = target === null ? undefined : kennel.get(target);
    const valueOf = (field: "name" | "gender" | "dateOfBirth" | "registrationNumber") => {
      const isTaken = !known || (isCompletion ? known[field] === undefined : given.has(field));
      return (isTaken ? dog[field] : known[field]) ?? undefined;
    };
    const parentOf = (role: ParentRole) => {
      const parent = parents[role];
      return parent ? nodeOf(parent) : known?.[`${role}Id`];
    };
    kennel.set(_id, {
      ...{ _id, name: valueOf("name"), gender: valueOf("gender"), dateOfBirth: valueOf("dateOfBirth") },
      registrationNumber: valueOf("registrationNumber"),
      ...{ sireId: parentOf("sire"), damId: parentOf("dam") },
      isExternal: known ? known.isExternal && !isAdoption : dog.isExternal,
    });
  }
  return [...kennel.values()];
}

/** Names each parent by the parent's name. The facts are sorted. */
function told(dogs: readonly Told[]): string[] {
  const names = new Map(dogs.map(({ _id, name }) => [_id, name]));
  return dogs
    .map(({ name, gender, dateOfBirth, registrationNumber, sireId, damId, isExternal }) =>
      [name, gender, dateOfBirth, registrationNumber, names.get(sireId), names.get(damId), isExternal].join(
        "; ",
      ),
    )
    .sort();
}

it.each(Array.from({ length: FILES }, (_, at) => at + 1))(
  "[GAP-DOG-03] [GAP-DOG-17] messy file %i is imported as its plan states",
  async (seed) => {
    team = await startTeam();
    const { owner, kennelId } = team;
    const { name: fileName, bytes, known } = makeMessyFile(seed);
    const mode = KNOWN_DOG_MODES[seed % KNOWN_DOG_MODES.length] ?? "skip";
    for (const [{ gender }, name] of seed % 2 === 0 ? known : [])
      await owner.as.mutation(api.dogs.dogs.createExternal, { kennelId, name, gender, breed: "Boxer" });
    const before = await everybody();
    const file = await readImportFile(fileName, bytes);
    const rows = (await readChunks(file, guessColumns(file), "dogs")).flat();

    const answers = new Map<string, string>();
    const makePlan = () =>
      planImport(before.map(toKnown), rows, { kind: "dogs", mode, today: TODAY, breed: "Boxer", answers });
    let plan = makePlan();
    for (; plan.questions.length > 0; plan = makePlan())
      for (const question of plan.questions) answers.set(question.key, suggested(question));

    const runId = await sendRows(team, rows, { mode, breed: "Boxer" });
    await answerAll(team, runId, suggested);
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await finishScheduled(team);
    expect((await findRun(team, runId))?.state).toBe("finished");

    expect(told(await everybody())).toEqual(told(foretell(before, plan)));
  },
);
