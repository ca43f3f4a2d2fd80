// @vitest-environment jsdom
/** The Contacts screen. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ContactsPage } from "@/features/contacts/contacts-page";
import { fakeConvex } from "@/testing/fake-convex";
import { dialog, setField } from "@/testing/open-dialog";
import { makePage } from "@/testing/pages";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const functions = api.contacts.contacts;

const ANNA = {
  ...{ _id: "contact1", _creationTime: 1, kennelId: "kennel1", updatedAt: 7, recordedByUserId: "user1" },
  ...{ name: "Anna Berg", email: "anna@example.com", phone: "+49 171 333 0142", address: "Hill Road 3" },
  ...{ country: null, kinds: ["buyer", "owner"], licenseNumber: null, notes: "Calls in the evening" },
};
const BEN = { ...ANNA, _id: "contact2", name: "Ben Hill", email: null, phone: null, kinds: [] };

const listed = (rows: readonly object[]) =>
  fakeConvex.query(functions.list, (args) => makePage(rows, args as Record<string, unknown>));

beforeEach(() => {
  fakeConvex.reset();
  listed([ANNA, BEN]);
  fakeConvex.query(functions.get, ({ contactId }) => (contactId === BEN._id ? BEN : ANNA));
  fakeConvex.query(functions.twins, ({ phone }) => (phone === ANNA.phone ? [ANNA] : []));
  fakeConvex.query(functions.editsSince, () => []);
});

const rowOf = (name: string) => {
  const row = screen.getByText(name).closest("li");
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};

describe("the contacts of a kennel", () => {
  it("can be called and written to with one press", () => {
    renderScreen(<ContactsPage />);
    const anna = rowOf("Anna Berg");
    expect(anna.getByRole("link", { name: /171 333/ }).getAttribute("href")).toBe("tel:+491713330142");
    expect(anna.getByText("Calls in the evening")).toBeTruthy();
    expect(anna.getByRole("link", { name: /anna@/ }).getAttribute("href")).toBe("mailto:anna@example.com");
    expect(anna.getByText("Buyer")).toBeTruthy();
    expect(rowOf("Ben Hill").queryByRole("link")).toBeNull();
  });

  it("are shown together if they may be the same person; each can be opened and merged", async () => {
    const twin = { ...ANNA, _id: "contact3", name: "A. Berg" };
    fakeConvex.query(functions.anyAlike, () => true);
    fakeConvex.query(functions.alike, () => ({ groups: [{ contacts: [twin, ANNA] }], hasMore: false }));
    const { user } = renderScreen(<ContactsPage />);
    await user.click(screen.getByRole("button", { name: "Compare Them" }));
    const groups = dialog().getByRole("list", { name: "Contacts that look alike" });
    expect(
      within(groups)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["A. Berg", "Anna Berg"]);
    await user.click(within(groups).getByRole("button", { name: "Anna Berg" }));
    expect(dialog().getByRole("heading", { name: "Anna Berg" })).toBeTruthy();
  });

  it("are hidden from users without the right to money and contacts", () => {
    renderScreen(<ContactsPage />, { role: "viewer" });
    expect(screen.queryByText("Anna Berg")).toBeNull();
    expect(screen.queryByRole("button", { name: /Add Contact/ })).toBeNull();
  });

  it("are saved with their kinds, and need a name", async () => {
    fakeConvex.mutation(functions.create, () => null);
    const { user } = renderScreen(<ContactsPage />);
    await user.click(screen.getAllByRole("button", { name: "Add Contact" })[0] as HTMLElement);
    await user.click(dialog().getByRole("button", { name: /Save|Add|Create/ }));
    expect(await dialog().findByText("Name is required")).toBeTruthy();
    expect(fakeConvex.calls).toEqual([]);
    setField("Name", "Carla");
    await user.click(dialog().getByRole("checkbox", { name: "Stud owner" }));
    await user.click(dialog().getByRole("button", { name: /Save|Add|Create/ }));
    await waitFor(() =>
      expect(fakeConvex.calls).toMatchObject([{ args: { name: "Carla", kinds: ["stud_owner"] } }]),
    );
  });

  it("that may be the same person are listed and linked while the user types a new contact", async () => {
    const { user } = renderScreen(<ContactsPage />);
    await user.click(screen.getAllByRole("button", { name: "Add Contact" })[0] as HTMLElement);
    setField("Phone", ANNA.phone);
    const note = await dialog().findByText(/Perhaps the same person/);
    await user.click(within(note).getByRole("button", { name: "Anna Berg" }));
    await waitFor(() =>
      expect(fakeConvex.subscriptionsOf(functions.get)).toContainEqual({ contactId: ANNA._id }),
    );
  });

  it("show a kennel without contacts, with one button, differently from a search without results", async () => {
    listed([]);
    const { user } = renderScreen(<ContactsPage />);
    expect(screen.getByText("No contacts yet")).toBeTruthy();
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Add Contact"]);
    expect(screen.queryByRole("searchbox")).toBeNull();
    act(() => fakeConvex.query(functions.list, (args) => makePage(args.search ? [] : [ANNA], args)));
    await user.type(screen.getByRole("searchbox"), "nobody");
    expect(await screen.findByText("No contacts match your search")).toBeTruthy();
    expect(screen.getByRole("searchbox")).toBeTruthy();
  });
});
