/**
 * A health test as it is recorded: each field once, but for its result, whose form its kind gives
 * (domain/schemas/health-test.ts), and its certificate, which is a file.
 */
import { HEALTH_TEST_KINDS } from "../constants/health-tests";
import { day, neededChoice, neededDay, notes, text } from "./fields";

/** What a person writes of a test, besides its result. */
export const HEALTH_TEST_FIELDS = {
  kind: neededChoice("Test", HEALTH_TEST_KINDS, { column: "Kind" }),
  /** Which mutation, or which other test. */
  name: text("Name"),
  testedOn: neededDay("Test date", "Test date is required", { history: "Date", column: "Tested" }),
  laboratory: text("Laboratory"),
  certificateNumber: text("Certificate number"),
  validUntil: day("Valid until"),
  notes: notes("Notes"),
} as const;
