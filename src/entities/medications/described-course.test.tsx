/**
 * Tests that every described field of a course of medication is in its form and on its card. A field that is added
 * to the description must be in the form's values and be sent.
 */
import { beforeEach, expect, it, vi } from "vitest";
import { CourseCard } from "@/entities/medications/medication-section";
import { CourseFormDialog, courseForm } from "@/entities/medications/course-form-dialog";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { fakeConvex } from "@/testing/fake-convex";
import { makeCourse } from "@/testing/medications";
import { renderScreen } from "@/testing/render";
import { COURSE_FIELDS, COURSE_STATE } from "@domain/health/record";
import { omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/health/record"), async (importOriginal) => {
  const { COURSE_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, COURSE_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = COURSE_FIELDS as typeof COURSE_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const TODAY = "2025-06-15";
const dog = { _id: "dog1", name: "Bella" };

beforeEach(() => fakeConvex.reset());

it("the form of a course has every field, including a field that is added to the description", () => {
  renderScreen(<CourseFormDialog dog={dog} course={null} today={TODAY} onClose={() => {}} />);
  expect(missingControls(own)).toEqual([]);
  expect(missingControls(fields)).toEqual([]);
});

it("the card of a course shows every field, and the check reports a missing field", () => {
  const show = (values: object) =>
    renderScreen(<CourseCard course={{ ...makeCourse(), ...values }} today={TODAY} actions={null} />);
  expect(unseenFields({ ...own, ...COURSE_STATE }, show)).toEqual([]);
  expect(unseenFields(fields, show)).toEqual(ADDED);
});

const { valuesOf, ...form } = courseForm;
testAddedFields({
  formOf: (values) => valuesOf({ ...makeCourse(), ...values }),
  ...form,
  text: "notes",
});
