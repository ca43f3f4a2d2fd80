/**
 * An applicant is described once: no field is forgotten in the form or on the list, and one that is added to the
 * description is in the form's values, sent where it was changed, and merged when two people changed it.
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

/** The added fields are no part of the types. */
const all = APPLICANT_FIELDS as typeof APPLICANT_FIELDS & typeof MORE_FIELDS;
/** The contact has no field of its own: it is chosen while the name is typed. */
const fields = omitFields(all, ["contactId"]);
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

const nothing = () => {};

beforeEach(() => fakeConvex.reset());

describe("every field of an applicant", () => {
  it("is in the form, as is one that is added to the description", () => {
    renderScreen(<ApplicantDialog applicant={null} live={null} onClose={nothing} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is on the list, and one that is not is found", () => {
    const show = (values: object) =>
      renderScreen(
        <ApplicantRow
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
