/**
 * Tests that every described field of a heat is in its form and on its card. A field that is added to the
 * description must be in the form's values, be sent if it was changed, and be merged if two users changed it.
 */
import { describe, expect, it, vi } from "vitest";
import { HeatCard } from "@/entities/heats/heat-card";
import { HeatFormDialog, heatForm } from "@/entities/heats/heat-form-dialog";
import type { HeatEntry } from "@/entities/heats/use-heat-actions";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { renderScreen } from "@/testing/render";
import { HEAT_FIELDS } from "@domain/heats/record";
import { blankValues, omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/heats/record"), async (importOriginal) => {
  const { HEAT_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, HEAT_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = HEAT_FIELDS as typeof HEAT_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const TODAY = "2025-03-15";
const BELLA = { _id: "bella", name: "Bella" };
const makeHeat = (values: object = {}): HeatEntry => ({
  _id: "heat1" as HeatEntry["_id"],
  kennelId: "kennel1" as never,
  dogId: "bella" as HeatEntry["dogId"],
  createdAt: 1,
  ...blankValues(HEAT_FIELDS),
  startOn: "2025-03-01",
  updatedAt: 1,
  readings: [],
  matings: [],
  ...values,
});

describe("every described field of a heat", () => {
  it("is in its form, including a field that is added to the description", () => {
    renderScreen(<HeatFormDialog dog={BELLA} today={TODAY} onClose={() => {}} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is on its card, and the check reports a missing field", () => {
    const nothing = () => {};
    const actions = { onEdit: nothing, onDelete: nothing, onDeleteReading: nothing };
    const show = (values: object) =>
      renderScreen(
        <HeatCard heat={makeHeat(values)} today={TODAY} canWrite={false} isOpenAtFirst {...actions} />,
      );
    expect(unseenFields(own, show)).toEqual([]);
    expect(unseenFields(fields, show)).toEqual(ADDED);
  });
});

const { valuesOf, ...form } = heatForm;
testAddedFields({
  formOf: (values) => valuesOf(makeHeat(values)),
  ...form,
  text: "notes",
});
