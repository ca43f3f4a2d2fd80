/**
 * Tests that every described field of a dose is in its form and on its page. A field that is added to the
 * description must be in the form's values, be sent if it was changed, and be merged if two people changed it.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DoseDetailDialog } from "@/features/vaccinations/immunizations-part";
import { DoseFormDialog } from "@/features/vaccinations/dose-form-dialog";
import { doseForm } from "@/features/vaccinations/dose-form-values";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { makeDogPage } from "@/testing/dogs";
import { makeDose } from "@/testing/doses";
import { fakeConvex } from "@/testing/fake-convex";
import { makePage } from "@/testing/pages";
import { renderScreen } from "@/testing/render";
import { DOSE_FIELDS } from "@domain/vaccinations/record";
import { omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/vaccinations/record"), async (importOriginal) => {
  const { DOSE_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, DOSE_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = DOSE_FIELDS as typeof DOSE_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const TODAY = "2025-06-15";

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.vaccinations.immunizations.births, () => []);
  fakeConvex.query(api.health.veterinaryRecords.clinics, () => []);
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([], args));
  fakeConvex.query(api.litters.litters.list, (args) => makePage([], args));
});

describe("every described field of a dose", () => {
  it("is in its form, including a field that is added to the description", () => {
    const given = { patients: [], vaccine: "" };
    renderScreen(
      <DoseFormDialog dose={null} given={given} isForMany={false} today={TODAY} onClose={() => {}} />,
    );
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is on its page, and the check reports a missing field", () => {
    const dose = makeDose();
    const show = (values: object) => {
      fakeConvex.query(api.vaccinations.immunizations.get, () => ({ ...dose, ...values }));
      renderScreen(<DoseDetailDialog doseId={dose._id} today={TODAY} canWrite={false} onClose={() => {}} />);
    };
    expect(unseenFields(own, show)).toEqual([]);
    expect(unseenFields(fields, show)).toEqual(ADDED);
  });
});

const { valuesOf, ...form } = doseForm;
testAddedFields({
  formOf: (values) => valuesOf({ ...makeDose(), ...values }),
  ...form,
  text: "notes",
});
