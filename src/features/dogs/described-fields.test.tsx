/**
 * Tests that every described field of a dog is in its form. A field that is added to the description must be in the
 * form's values and be merged if two people changed it. One line of code puts it on the page.
 */
import { render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dogForm } from "@/features/dogs/form/dog-form";
import { DogFormDialog } from "@/features/dogs/form/dog-form-dialog";
import { DogFact } from "@/features/dogs/detail/dog-overview";
import { makeDog } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";
import { mergeEdits } from "@domain/merge/merge";
import { newDogSchema } from "@domain/dogs/schemas";
import { MORE_FIELDS, SAMPLES } from "@domain/records/testing/more-dog-fields";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/dogs/record"), async (importOriginal) => {
  const { DOG_FIELDS, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-dog-fields");
  return { ...rest, DOG_FIELDS: { ...DOG_FIELDS, ...more } };
});

const FIRST = Object.fromEntries(SAMPLES.map(({ name, first }) => [name, first]));
const SECOND = Object.fromEntries(SAMPLES.map(({ name, second }) => [name, second]));

/** The types do not contain the added fields. */
const NAMES = Object.keys(MORE_FIELDS) as "titles"[];
const dogOf = (fields: object) => dogForm.valuesOf({ ...makeDog({ name: "Bella" }), ...fields });

/** Numbers are typed as text. */
const TYPED = { ...SECOND, withersHeight: "22.5" };

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.editsSince, () => []);
});

describe("an added field of every type", () => {
  it("is in the form of a new dog and of an existing dog", () => {
    for (const { name, nothing } of SAMPLES) {
      expect(dogForm.emptyValues).toHaveProperty(name, nothing ?? "");
    }
    expect(dogOf(SECOND)).toMatchObject(TYPED);
  });

  it("is checked by the form, and sent if it was changed", () => {
    const { wrong, message } = SAMPLES[4] ?? { wrong: "", message: "" };
    const typed = { ...dogOf(SECOND), withersHeight: String(wrong) };
    const failed = newDogSchema.safeParse(dogForm.sentOf(typed));
    expect(failed.error?.issues.map((issue) => issue.message)).toEqual([message]);
    expect(dogForm.changesOf(dogOf(SECOND), dogOf(FIRST))).toEqual(SECOND);
  });

  it("is merged: if only the other user changed it, that value is used; if both did, the user is asked", () => {
    const [base, theirs] = [dogOf(FIRST), dogOf(SECOND)];
    expect(mergeEdits(dogForm.groups, { base, mine: { ...base, color: "Tan" }, theirs }).mine).toMatchObject({
      ...TYPED,
      color: "Tan",
    });
    const mine = dogOf({ coatType: "Curly", withersHeight: 21, story: "Mine" });
    const { conflicts } = mergeEdits(dogForm.groups, { base: dogOf({}), mine, theirs });
    expect(conflicts.map(({ key }) => key)).toEqual(["coatType", "story", "withersHeight"]);
  });

  it.each(SAMPLES)("is shown in words beside the other version: $name", ({ name, inWords, label }) => {
    const group = dogForm.groups.find(({ key }) => key === name);
    expect(group?.label.toLowerCase()).toBe(label.toLowerCase());
    expect(render(<>{group?.show(dogOf(SECOND))}</>).container.textContent).toBe(inWords);
  });

  it("is displayed in the form", () => {
    const dog = { ...makeDog({ name: "Bella" }), ...SECOND };
    renderScreen(<DogFormDialog dog={dog} isOpen today="2025-03-05" onClose={() => {}} />);
    expect(screen.getByLabelText<HTMLInputElement>("Coat Type").value).toBe("Smooth");
    expect(screen.getByLabelText("Story").tagName).toBe("TEXTAREA");
    expect(screen.getByLabelText<HTMLInputElement>("Graded On").type).toBe("date");
    expect(screen.getByLabelText<HTMLInputElement>("Withers Height (inches)").value).toBe("22.5");
    expect(screen.getByRole("combobox", { name: "Ears" }).textContent).toBe("Cropped");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Imported" }).checked).toBe(true);
  });

  it("is put on the page by its name", () => {
    const dog = { ...makeDog(), ...SECOND };
    render(
      <dl>
        {NAMES.map((name) => (
          <DogFact key={name} dog={dog} name={name} />
        ))}
      </dl>,
    );
    for (const { inWords } of SAMPLES) expect(screen.getByText(inWords)).toBeTruthy();
  });
});
