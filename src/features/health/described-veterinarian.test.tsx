/**
 * Tests that every described field of a veterinarian is in its form. A field that is added to the description must
 * be in the form's values, be sent if it was changed, and be merged if two people changed it. The veterinarian's
 * page is tested with the dog's page.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { VetDialog, veterinarianForm } from "@/features/health/veterinarians/vet-form-dialog";
import { NEW } from "@/lib/screen-address";
import { missingControls } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { makeVeterinarian } from "@/testing/health";
import { renderScreen } from "@/testing/render";
import { omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";
import { VETERINARIAN_FIELDS } from "@domain/health/record";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/health/record"), async (importOriginal) => {
  const { VETERINARIAN_FIELDS: fields } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { VETERINARIAN_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = VETERINARIAN_FIELDS as typeof VETERINARIAN_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.health.veterinaryRecords.clinics, () => []);
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([], args));
});

describe("every described field of a veterinarian", () => {
  it("is in its form, including a field that is added to the description", () => {
    renderScreen(<VetDialog veterinarianId={NEW} dogId="" onClose={() => {}} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });
});

const { valuesOf, ...form } = veterinarianForm;
testAddedFields({
  formOf: (values) => valuesOf({ ...makeVeterinarian(), ...values }),
  ...form,
  text: "notes",
});
