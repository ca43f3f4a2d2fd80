/** The dogs that a field for choosing a dog offers. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const dogs = [
  makeDog({ name: "Dora" }),
  makeDog({ name: "Abel", status: "deceased" }),
  makeDog({ name: "Cora", status: "sold" }),
];

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args));
});

async function offered(isPlanning: boolean): Promise<(string | undefined)[]> {
  const { user } = renderScreen(
    <DogCombobox aria-label="Dog" dogId="" onDog={() => {}} isPlanning={isPlanning} />,
  );
  await user.click(screen.getByRole("combobox", { name: "Dog" }));
  return within(screen.getByRole("listbox"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent ?? undefined);
}

it("the dog field lists sold and deceased dogs last, and marks them", async () => {
  expect(await offered(false)).toEqual(["DoraBeagle", "AbelBeagle · Deceased", "CoraBeagle · Sold"]);
  expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list).at(-1)).toMatchObject({ hasGoneLast: true });
});

it("[GAP-DOG-05] the dog field offers no deceased dog if something is planned", async () => {
  expect(await offered(true)).toEqual(["DoraBeagle", "CoraBeagle · Sold"]);
});

it("the dog field keeps a found dog in the list while the search for the typed name is running", async () => {
  const { user } = renderScreen(<DogCombobox aria-label="Dog" dogId="" onDog={() => {}} />);
  await user.click(screen.getByRole("combobox", { name: "Dog" }));
  const dora = screen.getByRole("option", { name: /^Dora/ });
  const all = fakeConvex.subscriptionsOf(api.dogs.dogs.list).length;
  fakeConvex.query(api.dogs.dogs.list, (args) => (args.search ? undefined : makeDogPage(dogs, args)));
  await user.keyboard("dor");
  await waitFor(() => expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list).length).toBeGreaterThan(all));
  expect(within(screen.getByRole("listbox")).getAllByRole("option")).toEqual([dora]);
});
