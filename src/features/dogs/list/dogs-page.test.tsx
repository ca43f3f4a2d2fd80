/** The Dogs page with its list and cards. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SEARCH_DELAY_MS } from "@/components/search-box";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

beforeAll(fetchLateDogParts);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOGS = "/dashboard/dogs";

function openDogs(options: Parameters<typeof renderScreen>[1] = {}) {
  return renderScreen(<DogsPage />, {
    path: DOGS,
    children: [{ path: ":dogId", element: null }],
    ...options,
  });
}

function showDogs(dogs: ReturnType<typeof makeDog>[]) {
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args));
  fakeConvex.query(api.dogs.dogs.get, ({ dogId }) => dogs.find((dog) => dog._id === dogId) ?? null);
}

const cards = () => screen.getAllByRole("article");
const lastListArgs = () => fakeConvex.subscriptionsOf(api.dogs.dogs.list).at(-1);
const address = () => screen.getByTestId("address").textContent;

beforeEach(() => fakeConvex.reset());

it("an address opens the form of a dog at a field", async () => {
  const dog = makeDog();
  showDogs([dog]);
  const { user } = openDogs({ at: `${DOGS}?edit=${dog._id}&field=registrationNumber` });
  const form = within(await screen.findByRole("dialog", { name: "Edit Dog" }));
  const number = form.getByLabelText(/^Registration Number/u);
  await waitFor(() => expect(document.activeElement).toBe(number));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(address()).toBe(DOGS));
});

it("cards can be sorted, and are read from the index in the default order", async () => {
  showDogs([makeDog(), makeDog()]);
  const { user } = openDogs();
  expect(lastListArgs()).not.toHaveProperty("sort");
  await user.click(screen.getByRole("button", { name: "Sort" }));
  await user.click(screen.getByRole("menuitemradio", { name: "Date of Birth" }));
  await user.click(screen.getByRole("menuitemradio", { name: "Descending" }));
  await waitFor(() => expect(lastListArgs()).toMatchObject({ sort: "dateOfBirth", direction: "desc" }));
  expect(address()).toBe(`${DOGS}?sort=dateOfBirth&direction=desc`);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Table" }));
  expect(screen.queryByRole("button", { name: "Sort" })).toBeNull();
});

it("the sort menu has no confidential column for users without the right to contacts", async () => {
  showDogs([makeDog()]);
  const { user } = openDogs({ role: "staff", rights: { finances: "none" } });
  await user.click(screen.getByRole("button", { name: "Sort" }));
  expect(screen.getByRole("menuitemradio", { name: "Breed" })).toBeTruthy();
  expect(screen.queryByRole("menuitemradio", { name: "Owner" })).toBeNull();
});

describe("the pages of the dog list", () => {
  beforeEach(() => showDogs(Array.from({ length: 25 }, () => makeDog())));

  it("[DOG-01] show 12 dogs by default", () => {
    openDogs();
    expect(cards()).toHaveLength(12);
    expect(screen.getByText("Page 1 of 3")).toBeTruthy();
    expect(lastListArgs()).toEqual({ kennelId: "kennel1", page: 1, limit: 12 });
  });

  it("[DOG-02] can have 12, 24, 48 or 96 dogs", async () => {
    const { user } = openDogs();
    await user.click(screen.getByRole("combobox", { name: "Per Page" }));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "12",
      "24",
      "48",
      "96",
    ]);
    await user.click(screen.getByRole("option", { name: "24" }));
    expect(screen.getByText("Page 1 of 2")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next page" }));
    expect(cards()).toHaveLength(1);
  });

  it("[DOG-03] are reached by buttons for the last and the first page", async () => {
    const { user } = openDogs({ at: `${DOGS}?page=2` });
    await user.click(screen.getByRole("button", { name: "Last page" }));
    expect(screen.getByText("Page 3 of 3")).toBeTruthy();
    expect(cards()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "First page" }));
    expect(screen.getByText("Page 1 of 3")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Previous page" }));
    expect(screen.getByText("Page 1 of 3")).toBeTruthy();
  });

  it("[DOG-06] send page, limit, search and kennel from the address", () => {
    openDogs({ at: `${DOGS}?page=2&perPage=24&search=oak` });
    expect(lastListArgs()).toEqual({ kennelId: "kennel1", page: 2, limit: 24, search: "oak" });
  });

  it("show the new last page if the requested page has no dogs any more", async () => {
    openDogs({ at: `${DOGS}?page=9` });
    await waitFor(() => expect(address()).toBe(`${DOGS}?page=3`));
    expect(cards()).toHaveLength(1);
  });

  it("[DOG-18] show how many dogs were found", () => {
    openDogs();
    expect(screen.getByText("25 dog(s) found")).toBeTruthy();
  });

  it("show the last page while the next one loads", async () => {
    const { user } = openDogs();
    const dogs = Array.from({ length: 25 }, () => makeDog());
    let isLoading = true;
    fakeConvex.query(api.dogs.dogs.list, (args) =>
      args.page === 2 && isLoading ? undefined : makeDogPage(dogs, args),
    );
    await user.click(screen.getByRole("button", { name: "Next page" }));
    expect(cards()).toHaveLength(12);
    expect(screen.getByRole("list", { name: "Dogs" }).getAttribute("aria-busy")).toBe("true");
    isLoading = false;
    act(() => fakeConvex.setConnected(true));
    expect(screen.getByText("Page 2 of 3")).toBeTruthy();
  });
});

describe("the printed dog list", () => {
  const print = (event: "beforeprint" | "afterprint") =>
    act(() => void window.dispatchEvent(new Event(event)));
  const sheet = () => document.querySelector(".print-sheet");

  it("contains every matching dog under the kennel's name, also from the cards of one page", async () => {
    const dogs = Array.from({ length: 25 }, () => makeDog());
    showDogs(dogs);
    const { user } = openDogs({ at: `${DOGS}?search=oak` });
    await user.click(document.body);
    await waitFor(() =>
      expect(lastListArgs()).toEqual({ kennelId: "kennel1", page: 1, limit: 1000, search: "oak" }),
    );
    print("beforeprint");
    expect(sheet()?.querySelectorAll("tbody tr")).toHaveLength(25);
    expect(sheet()?.textContent).toContain("Oakhollow");
    expect(sheet()?.textContent).toContain("25 dog(s)");
    expect(sheet()?.textContent).toContain("Search: oak");
    print("afterprint");
    expect(sheet()).toBeNull();
  });

  it("loads no further dogs if all cards are on one page", async () => {
    showDogs([makeDog()]);
    const { user } = openDogs();
    await user.click(document.body);
    expect(lastListArgs()).toMatchObject({ limit: 12 });
    print("beforeprint");
    expect(sheet()).toBeNull();
    print("afterprint");
  });
});

describe("the search of the dog list", () => {
  it("[DOG-07] starts when typing pauses, and is stored in the address", async () => {
    showDogs([makeDog(), makeDog()]);
    const { user } = openDogs({ at: `${DOGS}?page=2` });
    const box = screen.getByPlaceholderText("Search dogs by name, call name, or registration number...");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (const typed of ["a", "ak", "akc", "akc1"]) {
      fireEvent.change(box, { target: { value: typed } });
      act(() => void vi.advanceTimersByTime(SEARCH_DELAY_MS - 1));
    }
    expect(address()).not.toContain("search");
    act(() => void vi.advanceTimersByTime(1));
    vi.useRealTimers();
    await waitFor(() => expect(address()).toBe(`${DOGS}?search=akc1`));
    expect(lastListArgs()).toEqual({ kennelId: "kennel1", page: 1, limit: 12, search: "akc1" });
    expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list).map((args) => args.search)).not.toContain("a");
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(address()).toBe(DOGS));
  });

  it("[DOG-20] says that nothing matches", () => {
    showDogs([]);
    openDogs({ at: `${DOGS}?search=zzz` });
    expect(screen.getByText("No dogs match your search criteria")).toBeTruthy();
    expect(screen.getByText("Try adjusting your search filters")).toBeTruthy();
  });

  it("without results offers all dogs again, with search and filters cleared", async () => {
    showDogs([]);
    const { user } = openDogs({ at: `${DOGS}?search=zzz&gender=male` });
    await user.click(screen.getByRole("button", { name: "Show All Dogs" }));
    await waitFor(() => expect(address()).toBe(DOGS));
  });
});

describe("the states of the dog list", () => {
  it("shows placeholders while the list loads", () => {
    openDogs();
    expect(screen.getByRole("status", { name: "Loading dogs" })).toBeTruthy();
  });

  it("[DOG-19] invites the user to add the first dog", async () => {
    showDogs([]);
    const { user } = openDogs();
    expect(screen.getByText("No dogs yet")).toBeTruthy();
    expect(screen.getByText("Add your first dog to get started")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Add First Dog" }));
    expect(screen.getByRole("dialog", { name: "Add New Dog" })).toBeTruthy();
  });

  it("[DOG-37] shows a failed load with a retry", async () => {
    fakeConvex.query(api.dogs.dogs.list, () => coded("INTERNAL"));
    const { user } = openDogs();
    expect(screen.getByRole("alert").textContent).toContain("Failed to load dogs. Please try again.");
    showDogs([makeDog({ name: "Rex" })]);
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.getByRole("article", { name: "Rex" })).toBeTruthy());
  });

  it("removes the dogs from the screen if the server refuses them", () => {
    showDogs([makeDog({ name: "Rex" })]);
    openDogs();
    act(() => fakeConvex.query(api.dogs.dogs.list, () => coded("NOT_FOUND")));
    expect(screen.queryByText("Rex")).toBeNull();
  });

  it("shows a viewer no control that changes something", async () => {
    showDogs([makeDog({ name: "Rex" })]);
    const { user } = openDogs({ role: "viewer" });
    expect(screen.queryByRole("button", { name: "Add Dog" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Actions for Rex" }));
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "View Details",
      "View Ancestry",
      "Print Pedigree",
      "History",
    ]);
  });
});

describe("the live dog list", () => {
  it("shows somebody else's new dog without moving the focus", () => {
    const rex = makeDog({ name: "Rex" });
    showDogs([rex]);
    openDogs();
    const link = screen.getByRole("link", { name: "Rex" });
    link.focus();
    act(() => showDogs([makeDog({ name: "Aria" }), rex]));
    expect(screen.getByRole("article", { name: "Aria" })).toBeTruthy();
    expect(document.activeElement).toBe(link);
  });
});

describe("the actions of a dog's card", () => {
  it("[DOG-29] open the details by a click, and Back closes them", async () => {
    const rex = makeDog({ name: "Rex", color: "Tan" });
    showDogs([rex]);
    const { user, router } = openDogs();
    await user.click(screen.getByRole("link", { name: "Rex" }));
    const dialog = screen.getByRole("dialog", { name: "Rex" });
    expect(within(dialog).getByText("Tan")).toBeTruthy();
    expect(address()).toBe(`${DOGS}/${rex._id}`);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).toBe(DOGS);
  });

  it("[DOG-30] [GAP-DOG-04] contain the possible actions in the documents' order", async () => {
    showDogs([makeDog({ name: "Rex" })]);
    const { user } = openDogs();
    await user.click(screen.getByRole("button", { name: "Actions for Rex" }));
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "View Details",
      "Edit",
      "Manage Photos",
      "Change Status",
      "View Ancestry",
      "Print Pedigree",
      "History",
      "Delete",
    ]);
  });

  it("show the history of the dog", async () => {
    const rex = makeDog({ name: "Rex" });
    showDogs([rex]);
    fakeConvex.query(api.history.history.ofRecord, () => []);
    const { user } = openDogs();
    await user.click(screen.getByRole("button", { name: "Actions for Rex" }));
    await user.click(screen.getByRole("menuitem", { name: "History" }));
    expect(await screen.findByRole("dialog", { name: "History of Rex" })).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.history.history.ofRecord).at(-1)).toMatchObject({
      table: "dogs",
      recordId: rex._id,
    });
  });

  it("return the focus to the card's menu after the form", async () => {
    showDogs([makeDog({ name: "Rex" })]);
    const { user } = openDogs();
    await user.click(screen.getByRole("button", { name: "Actions for Rex" }));
    await user.click(screen.getByRole("menuitem", { name: "Edit" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Actions for Rex" })),
    );
  });

  it("return the focus to the card after the details", async () => {
    showDogs([makeDog({ name: "Rex" })]);
    const { user } = openDogs();
    await user.click(screen.getByRole("link", { name: "Rex" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Rex" })));
  });

  it("say that the dog in the address was deleted", () => {
    showDogs([]);
    openDogs({ at: `${DOGS}/nowhere` });
    expect(screen.getByRole("dialog", { name: "This dog is not in the register" })).toBeTruthy();
  });
});

describe("deleting a dog", () => {
  async function askToDelete(dog: ReturnType<typeof makeDog>) {
    showDogs([dog]);
    const view = openDogs();
    await view.user.click(screen.getByRole("button", { name: `Actions for ${dog.name}` }));
    await view.user.click(screen.getByRole("menuitem", { name: "Delete" }));
    return { ...view, question: screen.getByRole("alertdialog") };
  }

  it("[DOG-35] [GAP-DOG-16] asks for a confirmation and warns of recorded offspring", async () => {
    const dog = makeDog({ name: "Rex", _count: { healthRecords: 0, offspring: 2 } });
    const { user, question } = await askToDelete(dog);
    expect(within(question).getByText("Are you sure you want to delete Rex?")).toBeTruthy();
    expect(question.textContent).toContain("This dog has 2 recorded offspring.");
    expect(question.textContent).not.toContain("coefficient");
    fakeConvex.query(api.pedigree.ancestry.deletionEffect, () => ({ descendants: 7, changed: 3 }));
    expect(
      await within(question).findByText(/of inbreeding of 3 of its 7 descendants will change/u),
    ).toBeTruthy();
    fakeConvex.query(api.pedigree.ancestry.deletionEffect, () => ({ descendants: 7, changed: null }));
    expect(
      await within(question).findByText("The inbreeding of its descendants may change. Counting them..."),
    ).toBeTruthy();
    fakeConvex.mutation(api.dogs.dogs.remove, () => null);
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(fakeConvex.callsOf(api.dogs.dogs.remove)).toEqual([{ dogId: dog._id, confirmed: true }]);
  });

  it("[DOG-35] shows no warning without offspring, and Cancel deletes nothing", async () => {
    const { user, question } = await askToDelete(makeDog({ name: "Rex" }));
    expect(question.textContent).not.toContain("recorded offspring");
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(fakeConvex.callsOf(api.dogs.dogs.remove)).toEqual([]);
  });

  it("[DOG-36] says that the dog is deleted", async () => {
    const { user, question } = await askToDelete(makeDog({ name: "Rex" }));
    fakeConvex.mutation(api.dogs.dogs.remove, () => {
      showDogs([]);
      return null;
    });
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Dog deleted successfully")).toBeTruthy();
    expect(screen.queryByRole("article")).toBeNull();
  });

  it("[DOG-36] keeps the dog and the question if deleting fails", async () => {
    const { user, question } = await askToDelete(makeDog({ name: "Rex" }));
    fakeConvex.mutation(api.dogs.dogs.remove, () => {
      throw new Error("down");
    });
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(within(question).getByRole("alert").textContent).toBe("Failed to delete dog");
    expect(screen.getByRole("article", { name: "Rex", hidden: true })).toBeTruthy();
  });

  it("[GAP-DOG-15] asks again if the dog is sire or dam of breedings", async () => {
    const { user, question } = await askToDelete(makeDog({ name: "Rex" }));
    fakeConvex.mutation(api.dogs.dogs.remove, ({ confirmed }) => {
      if (confirmed !== true) throw coded("HAS_BREEDINGS", { count: 2 });
      return null;
    });
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(
      await within(question).findByText("This dog is the sire or dam of 2 recorded breedings."),
    ).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Dog deleted successfully")).toBeTruthy();
  });

  it("[GAP-DOG-15] asks again if the server knows of offspring that the list did not contain", async () => {
    const { user, question } = await askToDelete(makeDog({ name: "Rex" }));
    fakeConvex.mutation(api.dogs.dogs.remove, ({ confirmed }) => {
      if (confirmed !== true) throw coded("HAS_OFFSPRING", { count: 3 });
      return null;
    });
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(question.textContent).toContain("This dog has 3 recorded offspring.");
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(fakeConvex.callsOf(api.dogs.dogs.remove).map((call) => call.confirmed)).toEqual([false, true]);
  });
});
