/** A dog's card. */
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { DogCard } from "@/features/dogs/list/dog-card";
import type { DogFacts } from "@/features/dogs/list/dog-cells";
import { makeDog, makePhoto } from "@/testing/dogs";
import { renderScreen } from "@/testing/render";

const TODAY = "2025-06-15";
const nothing = () => {};

function showCard(changes: Parameters<typeof makeDog>[0], facts?: DogFacts) {
  const dog = makeDog({ name: "Bella", ...changes });
  renderScreen(
    <DogCard
      dog={dog}
      facts={facts}
      today={TODAY}
      canWrite
      onView={nothing}
      onEdit={nothing}
      onManagePhotos={nothing}
      onStatus={nothing}
      onDelete={nothing}
    />,
  );
  return screen.getByRole("article");
}

describe("a dog's card", () => {
  it.each([
    ["active", "Active", "success"],
    ["retired", "Retired", "warning"],
    ["deceased", "Deceased", "error"],
    ["sold", "Sold", "info"],
  ] as const)("[DOG-22] shows %s as a chip in its color", (status, label, variant) => {
    showCard({ status });
    expect(screen.getByText(label).dataset.variant).toBe(variant);
  });

  it("[DOG-23] shows a call name that differs from the name", () => {
    expect(showCard({ callName: "Bell" }).textContent).toContain("“Bell”");
  });

  it("[DOG-23] omits a call name that is equal to the name", () => {
    expect(showCard({ callName: "Bella" }).textContent).not.toContain("“");
  });

  it.each([
    ["2023-06-16", "1 year"],
    ["2023-06-15", "2 years"],
    ["2025-01-01", "under 1 year"],
  ])("[DOG-24] shows the age of a dog born on %s in whole years", (dateOfBirth, age) => {
    showCard({ dateOfBirth });
    expect(screen.getByText(age)).toBeTruthy();
  });

  it("[DOG-24] shows no age without a birth date", () => {
    expect(showCard({ dateOfBirth: null }).textContent).not.toMatch(/year/u);
  });

  it("[GAP-DOG-12] shows a deceased dog's age at death", () => {
    showCard({ dateOfBirth: "2010-01-01", status: "deceased", statusChangedOn: "2021-06-01" });
    expect(screen.getByText("lived 11 years")).toBeTruthy();
  });

  it("[DOG-25] shows the Breeding chip for a breeding dog", () => {
    showCard({ isBreedingDog: true });
    expect(screen.getByText("Breeding")).toBeTruthy();
  });

  it("[DOG-25] shows no Breeding chip for any other dog", () => {
    showCard({ isBreedingDog: false });
    expect(screen.queryByText("Breeding")).toBeNull();
  });

  it("[DOG-26] shows the registration number", () => {
    showCard({ registrationNumber: "AKC123" });
    expect(screen.getByText("Reg # AKC123")).toBeTruthy();
  });

  it("[DOG-27] shows counts only if they are above zero", () => {
    const card = showCard({ _count: { healthRecords: 3, offspring: 0 } });
    expect(card.textContent).toContain("3health records");
    expect(card.textContent).not.toContain("offspring");
  });

  it("[DOG-28] shows a generated mark without photos", () => {
    showCard({});
    expect(screen.getByTestId("dog-mark")).toBeTruthy();
  });

  it("[DOG-28] shows the primary photo, or the mark if the photo cannot be loaded", () => {
    const photos = [makePhoto(), makePhoto({ thumbnailPath: "/uploads/b.jpg", isPrimary: true })];
    showCard({ photos });
    const image = screen.getByRole("img", { name: "Photo of Bella" });
    expect(image.getAttribute("src")).toBe("/api/uploads/b.jpg");
    fireEvent.error(image);
    expect(screen.getByTestId("dog-mark")).toBeTruthy();
  });

  it("names the sex for screen readers", () => {
    showCard({ gender: "female" });
    expect(screen.getByRole("img", { name: "Female" })).toBeTruthy();
  });

  it.each([
    ["2025-06-10", "5 days overdue Rabies", "text-destructive"],
    ["2025-06-15", "Today Rabies", "text-warning"],
    ["2025-12-01", "Dec 1 Rabies", null],
    ["2028-06-01", "Jun 2028 Rabies", null],
  ])("for an item due %s, shows: %s", (on, text, color) => {
    showCard({}, { next: { kind: "dose", id: "i1", on, title: "Rabies" }, pregnancy: null });
    const when = screen.getByText(text.replace(" Rabies", ""));
    expect(when.parentElement?.textContent).toBe(text);
    if (color) expect(when.className).toContain(color);
  });

  it("shows nothing as due until the due items are loaded", () => {
    expect(showCard({}).textContent).not.toContain("due");
  });

  it("says that nothing is due", () => {
    expect(showCard({}, { next: null }).textContent).toContain("Nothing is due");
  });

  it.each([
    ["2025-07-22", true, "Pregnant, day 26 of 63, due Jul 22"],
    [null, false, "Bred, day 26 of 63"],
    ["2025-06-12", true, "Puppies 3 days overdue"],
  ])("for a pregnancy due %s, shows: %s", (dueOn, isConfirmed, text) => {
    showCard({}, { next: null, pregnancy: { bredOn: "2025-05-20", dueOn, isConfirmed } });
    expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    ["sold", "Sold on March 1, 2025"],
    ["deceased", "Died on March 1, 2025"],
  ] as const)("for a dog that is %s, shows the date instead of due items", (status, text) => {
    const card = showCard({ status, statusChangedOn: "2025-03-01" }, { next: null });
    expect(card.textContent).toContain(text);
    expect(card.textContent).not.toContain("due");
  });
});
