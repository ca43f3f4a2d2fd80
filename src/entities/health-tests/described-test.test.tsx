/**
 * Tests that every described field of a health test is in its form and in its line. A field that is added to the
 * description must be in the form's values and be sent.
 */
import { beforeEach, expect, it, vi } from "vitest";
import { TestFormDialog, testForm } from "@/entities/health-tests/test-form-dialog";
import { TestLineItem } from "@/entities/health-tests/health-tests-section";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { fakeConvex } from "@/testing/fake-convex";
import { makeTest } from "@/testing/health-tests";
import { renderScreen } from "@/testing/render";
import { HEALTH_TEST_FIELDS } from "@domain/health/record";
import { omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/health/record"), async (importOriginal) => {
  const { HEALTH_TEST_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, HEALTH_TEST_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = HEALTH_TEST_FIELDS as typeof HEALTH_TEST_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const TODAY = "2025-06-15";
const dog = { _id: "dog1", name: "Bella" };

beforeEach(() => fakeConvex.reset());

it("the form of a health test has every field, including a field that is added to the description", () => {
  const test = makeTest({ kind: "other", name: "Thyroid", result: { type: "text", text: "Normal" } });
  renderScreen(<TestFormDialog dog={dog} test={test} today={TODAY} onClose={() => {}} />);
  expect(missingControls(own)).toEqual([]);
  expect(missingControls(fields)).toEqual([]);
});

it("the line of a health test shows every field, and the check reports a missing field", () => {
  const show = (values: object) => {
    const newest = { ...makeTest({ kind: "dna", result: { type: "grade", grade: "clear" } }), ...values };
    renderScreen(
      <TestLineItem
        line={{ key: "hips", newest, earlier: [] }}
        {...{ today: TODAY, hasValidity: true, onEdit: null, onDelete: null }}
      />,
    );
  };
  expect(unseenFields(own, show)).toEqual([]);
  expect(unseenFields(fields, show)).toEqual(ADDED);
});

const { valuesOf, ...form } = testForm;
testAddedFields({
  formOf: (values) => valuesOf({ ...makeTest(), ...values }),
  ...form,
  text: "notes",
});
