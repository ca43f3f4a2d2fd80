/**
 * Tests that every described field of an applicant is in the form and on the list. A field that is added to the
 * description must be in the form's values, be sent if it was changed, and be merged if two people changed it.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApplicantDialog, applicantForm } from "@/features/litters/waiting-list-part";
import { ApplicantRow } from "@/features/litters/applicant-row";
import { makeApplicant } from "@/testing/applicants";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { APPLICANT_FIELDS } from "@domain/litters/record";
import { omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/litters/record"), async (importOriginal) => {
  const { APPLICANT_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, APPLICANT_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const all = APPLICANT_FIELDS as typeof APPLICANT_FIELDS & typeof MORE_FIELDS;
/** The contact has no field of its own. The user chooses the contact in the name's field. */
const fields = omitFields(all, ["contactId"]);
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const nothing = () => {};

beforeEach(() => fakeConvex.reset());

describe("every described field of an applicant", () => {
  it("is in the form, including a field that is added to the description", () => {
    renderScreen(<ApplicantDialog applicant={null} live={null} onClose={nothing} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is on the list, and the check reports a missing field", () => {
    const show = (values: object) =>
      renderScreen(
        <ApplicantRow
          suiting={[]}
          applicant={{ ...makeApplicant(), ...values }}
          {...{ place: 1, isLast: true, today: "2025-06-15", canWrite: false }}
          onEdit={nothing}
          onOffer={nothing}
        />,
      );
    expect(unseenFields(own, show)).toEqual([]);
    expect(unseenFields(fields, show)).toEqual(ADDED);
  });
});

const { valuesOf, ...form } = applicantForm;
testAddedFields({
  formOf: (values) => valuesOf({ ...makeApplicant(), ...values }),
  ...form,
  text: "notes",
});
