// @vitest-environment jsdom
/**
 * A puppy is described once: no field is forgotten in its form or on its card, and one that is added to the description
 * is in the form's values, sent where it was changed, and merged when two people changed it.
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

/** The added fields are no part of the types. */
const fields = PUPPY_FORM_FIELDS as typeof PUPPY_FORM_FIELDS & typeof MORE_FIELDS;
const own = omitFields(fields, ADDED as (keyof typeof MORE_FIELDS)[]);

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.litters.puppies.editsSince, () => []);
});

describe("every field of a puppy", () => {
  it("that is shown with its papers makes the card load them at once", () => {
    const shown = namesOf({ ...PUPPY_PAPER_FIELDS, ...PUPPY_DEATH_FIELDS });
    expect([...RARE_FACTS].sort()).toEqual(shown.sort());
  });

  it("is in its form, as is one that is added to the description", () => {
    // Rare fields are behind a closed section until one is filled.
    const puppy = makePuppy({ status: "deceased", causeOfDeath: "unknown", tattoo: "KX 17" });
    const litter = makeLitter({ puppies: [puppy] });
    renderScreen(<PuppyFormDialog puppy={puppy} litter={litter} onClose={() => {}} />);
    expect(missingControls(own)).toEqual([]);
    expect(missingControls(fields)).toEqual([]);
  });

  it("is on its card, the chip's number apart, and one that is not is found", async () => {
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
    // The code of the rare fields is there from the first puppy on that is drawn.
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
