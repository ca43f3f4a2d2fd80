/**
 * A dog is described once: a field that is added to the description is in the form's values, is merged when two people
 * changed it, and one line places it in the form and one on the page.
 */
import { render, screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, it, vi } from "vitest";
import { DogField } from "@/features/dogs/form/dog-form-sections";
import { changedFields, newDogValues, valuesOfDog } from "@/features/dogs/form/dog-form-values";
import { DOG_GROUPS } from "@/features/dogs/form/dog-merge";
import { DogFact } from "@/features/dogs/detail/dog-overview";
import { makeDog } from "@/testing/dogs";
import { mergeEdits } from "@domain/merge/merge";
import { dogFormSchema } from "@domain/dogs/schemas";
import { MORE_FIELDS, SAMPLES } from "@domain/records/testing/more-dog-fields";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock(import("@domain/dogs/record"), async (importOriginal) => {
  const { DOG_FIELDS, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("@domain/records/testing/more-dog-fields");
  return { ...rest, DOG_FIELDS: { ...DOG_FIELDS, ...more } };
});

const FIRST = Object.fromEntries(SAMPLES.map(({ name, first }) => [name, first]));
const SECOND = Object.fromEntries(SAMPLES.map(({ name, second }) => [name, second]));

/** The added fields are no part of the types. */
const NAMES = Object.keys(MORE_FIELDS) as "titles"[];
const dogOf = (fields: object) => valuesOfDog({ ...makeDog({ name: "Bella" }), ...fields });

describe("a field of every type", () => {
  it("is in the form of a new dog and of a recorded one", () => {
    for (const { name, nothing } of SAMPLES) {
      const isNumber = name === "withersHeight";
      expect(newDogValues).toHaveProperty(name, isNumber ? null : (nothing ?? ""));
    }
    expect(dogOf(SECOND)).toMatchObject(SECOND);
  });

  it("is checked by the form, and sent where it was changed", () => {
    const typed = { ...dogOf(FIRST), ...SECOND };
    const { wrong, message } = SAMPLES[4] ?? { wrong: "", message: "" };
    const failed = dogFormSchema.safeParse({ ...typed, withersHeight: wrong });
    expect(failed.error?.issues.map((issue) => issue.message)).toEqual([message]);
    const changed = changedFields(dogFormSchema.parse(typed), dogOf(FIRST));
    expect(changed).toEqual(SECOND);
  });

  it("is merged: taken over where only the other one changed it, asked about where both did", () => {
    const [base, theirs] = [dogOf(FIRST), dogOf(SECOND)];
    expect(mergeEdits(DOG_GROUPS, { base, mine: { ...base, color: "Tan" }, theirs }).mine).toMatchObject({
      ...SECOND,
      color: "Tan",
    });
    const mine = dogOf({ coatType: "Curly", withersHeight: 21, story: "Mine" });
    const { conflicts } = mergeEdits(DOG_GROUPS, { base: dogOf({}), mine, theirs });
    expect(conflicts.map(({ key }) => key)).toEqual(["coatType", "story", "withersHeight"]);
  });

  it.each(SAMPLES)("reads in words beside the other version: $name", ({ name, inWords, label }) => {
    const group = DOG_GROUPS.find(({ key }) => key === name);
    expect(group?.label.toLowerCase()).toBe(label.toLowerCase());
    expect(render(<>{group?.show(dogOf(SECOND))}</>).container.textContent).toBe(inWords);
  });

  it("is placed in the form by its name", () => {
    function Form() {
      const form = useForm({ defaultValues: dogOf(SECOND) });
      return (
        <FormProvider {...form}>
          {NAMES.map((name) => (
            <DogField key={name} name={name} />
          ))}
        </FormProvider>
      );
    }
    render(<Form />);
    expect(screen.getByLabelText<HTMLInputElement>("Coat Type").value).toBe("Smooth");
    expect(screen.getByLabelText("Story").tagName).toBe("TEXTAREA");
    expect(screen.getByLabelText<HTMLInputElement>("Graded On").type).toBe("date");
    expect(screen.getByLabelText<HTMLInputElement>("Withers Height (inches)").value).toBe("22.5");
    expect(screen.getByRole("radio", { name: "Cropped" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByRole("switch", { name: "Imported" }).getAttribute("aria-checked")).toBe("true");
  });

  it("is placed on the page by its name", () => {
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
