// @vitest-environment jsdom
/**
 * Tests that every described field of a puppy is in its form and on its card. A field that is added to the
 * description must be in the form's values, be sent if it was changed, and be merged if two people changed it.
 */
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PuppyCard } from "@/features/litters/puppy-card";
import { RARE_FACTS } from "@/features/litters/litter-words";
import { PUPPY_FORMS, PuppyFormDialog } from "@/features/litters/puppy-form-dialog";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { testAddedFields } from "@/testing/described-form";
import { fakeConvex } from "@/testing/fake-convex";
import { makeLitter, makePuppy } from "@/testing/litters";
import { renderScreen } from "@/testing/render";
import { PUPPY_DEATH_FIELDS, PUPPY_FORM_FIELDS, PUPPY_PAPER_FIELDS } from "@domain/litters/record";
import { namesOf, omitFields } from "@domain/records/record";
import { ADDED, type MORE_FIELDS } from "@domain/records/testing/more-fields";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/litters/record"), async (importOriginal) => {
  const { PUPPY_FORM_FIELDS: fields, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-fields");
  return { ...rest, PUPPY_FORM_FIELDS: { ...fields, ...more } };
});

/** The types do not contain the added fields. */
const fields = PUPPY_FORM_FIELDS as typeof PUPPY_FORM_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.litters.puppies.editsSince, () => []);
});

describe("every described field of a puppy", () => {
  it("makes the card load the papers' code at once if the field is displayed with the papers", () => {
    const shown = namesOf({ ...PUPPY_PAPER_FIELDS, ...PUPPY_DEATH_FIELDS });
    expect([...RARE_FACTS].sort()).toEqual(shown.sort());
  });

  it("is in its form, including a field that is added to the description", () => {
    // Rarely used fields are in a section that is closed until one of them has a value.
    const puppy = makePuppy({ status: "deceased", causeOfDeath: "unknown", tattoo: "KX 17" });
    const litter = makeLitter({ puppies: [puppy] });
    renderScreen(<PuppyFormDialog puppy={puppy} litter={litter} onClose={() => {}} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is on its card, except for the chip number, and the check reports a missing field", async () => {
    const show = (values: object) => {
      const puppy = { ...makePuppy({ name: null, gender: null }), ...values };
      renderScreen(
        <PuppyCard
          puppy={puppy}
          bornOn="2025-01-10"
          portrait={undefined}
          grown={undefined}
          canWrite={false}
          onEdit={() => {}}
          onDelete={() => {}}
        />,
      );
    };
    // The code for rarely used fields is loaded with the first rendered puppy.
    show({ tattoo: "KX 17" });
    await screen.findByText("Tattoo: KX 17");
    cleanup();
    expect(unseenFields(own, show)).toEqual(["microchipNumber"]);
    expect(unseenFields(fields, show)).toEqual(["microchipNumber", ...ADDED]);
  });
});

const { valuesOf, ...form } = PUPPY_FORMS.g;
testAddedFields({
  formOf: (values) => valuesOf({ ...makePuppy(), ...values }),
  ...form,
  text: "color",
});
