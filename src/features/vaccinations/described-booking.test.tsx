/**
 * Tests that every described field of a scheduled vaccination is in its form and in its line. A field that is added
 * to the description must be in the form's values, be sent if it was changed, and be merged if two people changed
 * it.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BookingFormDialog, bookingForm } from "@/features/vaccinations/booking-form-dialog";
import { ScheduleLine } from "@/features/vaccinations/schedule-line";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { makeDogPage } from "@/testing/dogs";
import { makeBooking } from "@/testing/doses";
import { fakeConvex } from "@/testing/fake-convex";
import { makePage } from "@/testing/pages";
import { renderScreen } from "@/testing/render";
import { BOOKING_FIELDS } from "@domain/vaccinations/record";
import { omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/vaccinations/record"), async (importOriginal) => {
  const { BOOKING_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, BOOKING_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = BOOKING_FIELDS as typeof BOOKING_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const TODAY = "2025-06-15";

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([], args));
  fakeConvex.query(api.litters.litters.list, (args) => makePage([], args));
});

describe("every described field of a scheduled vaccination", () => {
  it("is in its form, including a field that is added to the description", () => {
    const given = { patient: "", vaccine: "" };
    renderScreen(<BookingFormDialog booking={null} given={given} today={TODAY} onClose={() => {}} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is in its line of the schedule, and the check reports a missing field", () => {
    const show = (values: object) => {
      const booking = { ...makeBooking(), ...values };
      const entry = { kind: "booking" as const, dueOn: booking.scheduledDate, booking };
      renderScreen(<ScheduleLine entry={entry} today={TODAY} canWrite={false} />);
    };
    expect(unseenFields(own, show)).toEqual([]);
    expect(unseenFields(fields, show)).toEqual(ADDED);
  });
});

const { valuesOf, ...form } = bookingForm;
testAddedFields({
  formOf: (values) => valuesOf({ ...makeBooking(), ...values }),
  ...form,
  text: "notes",
});
