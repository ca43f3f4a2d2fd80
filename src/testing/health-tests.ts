/** Creates health tests as the server returns them. */
import type { HealthTest } from "@/entities/health-tests/test-words";
import { HEALTH_TEST_FIELDS } from "@domain/health/record";
import { blankValues } from "@domain/records/record";

let count = 0;

export const makeTest = (changes: Partial<HealthTest> = {}): HealthTest => ({
  _id: `test${(count += 1)}` as HealthTest["_id"],
  kennelId: "kennel1" as HealthTest["kennelId"],
  dogId: "dog1" as HealthTest["dogId"],
  ...blankValues(HEALTH_TEST_FIELDS),
  testedOn: "2023-05-02",
  result: { type: "grade", grade: "good" },
  certificate: null,
  createdAt: 1,
  updatedAt: 1,
  ...changes,
});
