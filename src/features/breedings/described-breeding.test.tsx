/**
 * Tests that every described field of a breeding is in its form and on its page. A field that is added to the
 * description must be in the form's values, be sent if it was changed, and be merged if two users changed it.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BreedingDetailDialog } from "@/features/breedings/breeding-detail-dialog";
import { BreedingFormDialog, breedingForm } from "@/features/breedings/breeding-form-dialog";
import { NOT_GIVEN } from "@/features/breedings/breeding-form-values";
import { makeBreeding } from "@/testing/breedings";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { BREEDING_FIELDS } from "@domain/breedings/record";
import { omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-02-01" }));
vi.mock(import("@domain/breedings/record"), async (importOriginal) => {
  const { BREEDING_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, BREEDING_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = BREEDING_FIELDS as typeof BREEDING_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.breedings.breedings.editsSince, () => []);
  fakeConvex.query(api.breedings.breedings.mateChoices, () => ({ hasBreedingDogs: true, choices: [] }));
});

describe("every described field of a breeding", () => {
  it("is in its form, including a field that is added to the description", () => {
    renderScreen(<BreedingFormDialog breeding={null} given={NOT_GIVEN} onClose={() => {}} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is on its page, and the check reports a missing field", () => {
    const nothing = () => {};
    const actions = {
      onView: nothing,
      onEdit: nothing,
      onStatus: nothing,
      onDelete: nothing,
    };
    const breeding = makeBreeding();
    const show = (values: object) => {
      fakeConvex.query(api.breedings.breedings.get, () => ({ ...breeding, ...values }));
      renderScreen(
        <BreedingDetailDialog
          breedingId={breeding._id}
          today="2025-02-01"
          canWrite={false}
          onClose={nothing}
          {...actions}
        />,
      );
    };
    expect(unseenFields(own, show)).toEqual([]);
    expect(unseenFields(fields, show)).toEqual(ADDED);
  });
});

const { valuesOf, ...form } = breedingForm;
testAddedFields({
  formOf: (values) => valuesOf({ ...makeBreeding({ sireId: null, damId: null }), ...values }),
  ...form,
  text: "notes",
});
