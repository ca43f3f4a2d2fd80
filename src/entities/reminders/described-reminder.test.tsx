/**
 * Tests that every described field of a reminder is in its form and on its card. A field that is added to the
 * description must be in the form's values, be sent if it was changed, and be merged if two users changed it.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ReminderCard } from "@/entities/reminders/reminder-card";
import { ReminderFormDialog } from "@/entities/reminders/reminder-form-dialog";
import { reminderForm } from "@/entities/reminders/reminder-form";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { fakeConvex } from "@/testing/fake-convex";
import { makeReminder } from "@/testing/reminders";
import { renderScreen } from "@/testing/render";
import { omitFields } from "@domain/records/record";
import { REMINDER_FIELDS, REMINDER_STEPS } from "@domain/reminders/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/reminders/record"), async (importOriginal) => {
  const { REMINDER_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, REMINDER_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = REMINDER_FIELDS as typeof REMINDER_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const TODAY = "2025-03-05";

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.reminders.reminderTemplates.list, () => []);
  fakeConvex.query(api.reminders.reminderAssignees.list, () => [
    { _id: "anna", name: "Anna", isSelf: true },
    { _id: "tomas", name: "Tomas", isSelf: false },
  ]);
});

describe("every described field of a reminder", () => {
  it("is in its form, including a field that is added to the description", () => {
    renderScreen(<ReminderFormDialog reminder={null} today={TODAY} onClose={() => {}} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is on its card, and the check reports a missing field", () => {
    const show = (values: object) => {
      const dog = { _id: "bella" as never, name: "Bella", callName: null, isExternal: false };
      const reminder = {
        ...makeReminder({
          dog: "dogId" in values ? dog : null,
          isCompleted: "completedDate" in values,
        }),
        ...values,
      };
      renderScreen(<ReminderCard reminder={reminder} today={TODAY} actions={null} onOpen={() => {}} />);
    };
    expect(unseenFields({ ...own, ...REMINDER_STEPS }, show)).toEqual([]);
    expect(unseenFields(fields, show)).toEqual(ADDED);
  });
});

const { valuesOf, toField, changesOf, groups } = reminderForm;

it("[GAP-API-11] the form includes another user's change of the notifications in the comparison", () => {
  const { notifications } = makeReminder();
  const changed = Object.keys(notifications).map((part) => toField(`notifications.${part}`));
  const group = groups.find(({ key }) => key === "notifications");
  expect(changed.sort()).toEqual([...(group?.fields ?? [])].sort());
});

testAddedFields({
  formOf: (values) => valuesOf(makeReminder({ description: null, ...values })),
  toField,
  changesOf: (values, opened) => {
    const { isWholeSeries: _, ...changes } = { isWholeSeries: false, ...changesOf(values, opened) };
    return changes;
  },
  groups,
  text: "description",
});
