/** The filters of the dog list. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOGS = "/dashboard/dogs";
const openDogs = (at = DOGS) => renderScreen(<DogsPage />, { path: DOGS, at });
const address = () => screen.getByTestId("address").textContent;
const lastListArgs = () => fakeConvex.subscriptionsOf(api.dogs.dogs.list).at(-1);
const filtersButton = () => screen.getByRole("button", { name: /^Filters/ });

type User = ReturnType<typeof openDogs>["user"];

async function optionsOf(user: User, name: string): Promise<(string | null)[]> {
  await user.click(screen.getByRole("combobox", { name }));
  const texts = screen.getAllByRole("option").map((option) => option.textContent);
  await user.keyboard("{Escape}");
  return texts;
}

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([makeDog()], args));
  fakeConvex.query(api.dogs.dogs.ownBreeds, () => ["Beagle", "Poodle"]);
});

describe("the choices of filters", () => {
  it("[DOG-05] [DOG-09] [DOG-10] [DOG-11] [DOG-12] [DOG-13] [DOG-14] are those of the documents", async () => {
    const { user } = openDogs();
    await user.click(filtersButton());
    expect(await optionsOf(user, "Breed")).toEqual(["All Breeds", "Beagle", "Poodle"]);
    expect(await optionsOf(user, "Gender")).toEqual(["All Genders", "Male", "Female"]);
    expect(await optionsOf(user, "Status")).toEqual(["All Status", "Active", "Retired", "Deceased", "Sold"]);
    expect(await optionsOf(user, "Age Range")).toEqual([
      "All Ages",
      "Puppy 0-1 year",
      "Young 1-3 years",
      "Adult 3-7 years",
      "Senior 7+ years",
    ]);
    expect(await optionsOf(user, "Breeding Dog")).toEqual([
      "All Dogs",
      "Breeding Dogs Only",
      "Non-Breeding Dogs",
    ]);
    expect(await optionsOf(user, "Has Photos")).toEqual(["All Dogs", "With Photos", "Without Photos"]);
  });

  it("[GAP-DOG-08] leave out deceased and sold dogs, until the user clears this filter or opens the list again", async () => {
    const first = openDogs();
    await first.user.click(filtersButton());
    expect(await optionsOf(first.user, "In the Kennel")).toEqual([
      "All Dogs",
      "Active and Retired",
      "Deceased and Sold",
    ]);
    await first.user.click(screen.getByRole("combobox", { name: "In the Kennel" }));
    await first.user.click(screen.getByRole("option", { name: "Active and Retired" }));
    expect(address()).toBe(`${DOGS}?isInKennel=true`);
    first.unmount();

    const second = openDogs();
    expect(lastListArgs()).not.toHaveProperty("isInKennel");
    await second.user.click(screen.getByRole("button", { name: "In the Kennel" }));
    expect(lastListArgs()).toMatchObject({ isInKennel: "true" });
    await second.user.click(screen.getByRole("button", { name: "Clear All" }));
    expect(lastListArgs()).not.toHaveProperty("isInKennel");
  });

  it("are hidden until the user presses the button", async () => {
    const { user } = openDogs();
    expect(screen.queryByRole("combobox", { name: "Gender" })).toBeNull();
    expect(filtersButton().getAttribute("aria-expanded")).toBe("false");
    await user.click(filtersButton());
    expect(screen.getByRole("combobox", { name: "Gender" })).toBeTruthy();
  });
});

describe("choosing a filter", () => {
  it("[DOG-08] [GAP-DOG-10] puts the value in the address and loads the first page from the server", async () => {
    const { user } = openDogs(`${DOGS}?page=2`);
    await user.click(filtersButton());
    await user.click(screen.getByRole("combobox", { name: "Gender" }));
    await user.click(screen.getByRole("option", { name: "Female" }));
    expect(address()).toBe(`${DOGS}?gender=female`);
    expect(lastListArgs()).toEqual({ kennelId: "kennel1", page: 1, limit: 12, gender: "female" });
    await user.click(screen.getByRole("combobox", { name: "Gender" }));
    await user.click(screen.getByRole("option", { name: "All Genders" }));
    expect(address()).toBe(DOGS);
  });

  it("finds a breed by typing and clears a text that matches no breed", async () => {
    const { user } = openDogs();
    await user.click(filtersButton());
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Breed" });
    await user.type(field, "poo");
    await user.click(screen.getByRole("option", { name: "Poodle" }));
    expect(address()).toBe(`${DOGS}?breed=Poodle`);
    await user.type(field, "xx");
    await user.tab();
    expect(field.value).toBe("Poodle");
  });

  it("[GAP-DOG-11] sends the breeder's current day only with an age band", () => {
    openDogs(`${DOGS}?ageRange=puppy`);
    expect(lastListArgs()).toMatchObject({ ageRange: "puppy" });
    expect(String(lastListArgs()?.today)).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("sets no filter if the address names none", () => {
    openDogs(`${DOGS}?gender=neither&status=`);
    expect(lastListArgs()).toEqual({ kennelId: "kennel1", page: 1, limit: 12 });
  });
});

describe("active filters", () => {
  const AT = `${DOGS}?gender=male&status=active`;

  it("[DOG-15] are counted on the button", () => {
    openDogs(AT);
    expect(filtersButton().textContent).toBe("Filters2 active");
  });

  it("[DOG-16] are chips that can be removed one by one", async () => {
    const { user } = openDogs(AT);
    const chips = screen.getByRole("group", { name: "Active filters" });
    expect(within(chips).getByText("Active filters:")).toBeTruthy();
    await user.click(within(chips).getByRole("button", { name: "Remove filter Gender: Male" }));
    expect(address()).toBe(`${DOGS}?status=active`);
    expect(within(chips).getByText("Status: Active")).toBeTruthy();
  });

  it("[DOG-17] can be cleared at once together with the search", async () => {
    const { user } = openDogs(`${AT}&search=oak&ageRange=adult&perPage=24`);
    await user.click(screen.getByRole("button", { name: "Clear All" }));
    expect(address()).toBe(`${DOGS}?perPage=24`);
    expect(filtersButton().textContent).toBe("Filters");
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe(""));
  });

  it("[DOG-20] distinguish an empty list from an empty kennel", () => {
    fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([], args));
    openDogs(AT);
    expect(screen.getByText("No dogs match your search criteria")).toBeTruthy();
    expect(screen.getByText("0 dog(s) found").className).not.toContain("sr-only");
  });
});
