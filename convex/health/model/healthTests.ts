/**
 * Recording and changing health tests. A test is told in the activity list in the transaction that records
 * it; what it means for a mating is calculated when that is asked (breedings/model/compatibility.ts).
 */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { differencesOf } from "../../../domain/history/differences";
import { MAX_TESTS_PER_DOG } from "../../../domain/health/rules";
import { fail, failOnFields } from "../../../domain/errors";
import { describeResult, testTitle } from "../../../domain/health/test-results";
import { HEALTH_TEST_FIELDS } from "../../../domain/health/record";
import { valuesIn, type Stored } from "../../../domain/records/record";
import { parseOrFail } from "../../../domain/records/parse";
import { healthTestSchema, type TypedHealthTest } from "../../../domain/health/schemas";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { removeRow } from "../../platform/model/changes/removing";
import { recordActivity } from "../../platform/model/changes/activities";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { trustedToday } from "../../platform/model/people/today";
import { requireHealthTest, testRowsOf } from "./healthTestRows";
import { toHealthTest, type HealthTest } from "./healthTestShape";
import type { ReachedDog } from "../../platform/model/people/identity";
import { AddressSigner } from "../../platform/model/files/photoAddresses";
import { nextVersion } from "../../platform/model/changes/edits";
import { storedFields } from "../../platform/tables/recordValidators";

/** Parses what was typed and refuses a test after today or before the birth. */
function parseTest(dog: Doc<"dogs">, today: string, fields: object): TypedHealthTest {
  const day = trustedToday(today);
  const typed = parseOrFail(healthTestSchema, fields);
  const bounds = { today: day, bornOn: dog.dateOfBirth };
  failOnFields(checkLifeDay("testedOn", "Test date", typed.testedOn, bounds));
  return typed;
}

const toRowFields = (test: Stored<typeof HEALTH_TEST_FIELDS> & Pick<TypedHealthTest, "result">) => ({
  ...storedFields(HEALTH_TEST_FIELDS, valuesIn(HEALTH_TEST_FIELDS, test)),
  result: test.result,
});

const answerRow = async (ctx: QueryCtx, id: Id<"healthTests">): Promise<HealthTest> => {
  const row = (await ctx.db.get("healthTests", id)) ?? fail("NOT_FOUND");
  return await toHealthTest(row, new AddressSigner(ctx));
};

/** Records a test; throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createHealthTest(
  ctx: MutationCtx,
  { dog }: ReachedDog,
  { today, ...fields }: { today: string },
): Promise<HealthTest> {
  const typed = parseTest(dog, today, fields);
  if ((await testRowsOf(ctx, dog)).length >= MAX_TESTS_PER_DOG) {
    fail("LIMIT_REACHED", { count: MAX_TESTS_PER_DOG });
  }
  const id = await ctx.db.insert("healthTests", {
    kennelId: dog.kennelId,
    dogId: dog._id,
    ...toRowFields(typed),
    updatedAt: Date.now(),
  });
  await recordActivity(ctx, dog.kennelId, {
    type: "health_record",
    title: "Health test recorded",
    description: `${dog.name}: ${testTitle(typed)}, ${describeResult(typed)}`,
    dogId: dog._id,
    record: { table: "healthTests", id },
  });
  return await answerRow(ctx, id);
}

/** Changes a test as a whole; throws VALIDATION_FAILED, or STALE_UPDATE when saved since `expectedUpdatedAt`. */
export async function updateHealthTest(
  ctx: MutationCtx,
  { dog }: Pick<ReachedDog, "dog">,
  {
    testId,
    today,
    expectedUpdatedAt,
    ...fields
  }: { testId: string; today: string; expectedUpdatedAt?: number },
): Promise<HealthTest> {
  const row = await requireHealthTest(ctx, dog, testId);
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== row.updatedAt) fail("STALE_UPDATE");
  const after = toRowFields(parseTest(dog, today, fields));
  await ctx.db.patch("healthTests", row._id, {
    ...after,
    updatedAt: nextVersion(row),
  });
  if (differencesOf("healthTests", row, { ...row, ...after }).length > 0) {
    await logTestActivity(ctx, dog, { ...row, ...after });
  }
  return await answerRow(ctx, row._id);
}

/** Tells that a test was changed. */
export async function logTestActivity(
  ctx: MutationCtx,
  { _id: dogId, name: dogName }: Doc<"dogs">,
  { _id, kennelId, ...test }: Doc<"healthTests">,
): Promise<void> {
  await logHealthActivity(ctx, {
    ...{ kennelId, dogId, title: "Health test changed", record: { table: "healthTests", id: _id } },
    description: `${dogName}: ${testTitle({ ...test, name: test.name ?? null })}`,
  });
}

/** Deletes a test of the dog with its certificate, and tells of it; throws NOT_FOUND for another dog's. */
export async function deleteHealthTest(ctx: MutationCtx, dog: Doc<"dogs">, testId: string): Promise<null> {
  const row = await requireHealthTest(ctx, dog, testId);
  await removeRow(ctx, "healthTests", row);
  await logHealthActivity(ctx, {
    ...{ kennelId: row.kennelId, dogId: dog._id, title: "Health test deleted" },
    description: `${dog.name}: ${testTitle({ ...row, name: row.name ?? null })}`,
  });
  return null;
}
