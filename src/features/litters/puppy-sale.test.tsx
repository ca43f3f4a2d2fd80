// @vitest-environment jsdom
/** The sale of a puppy. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { useEffect, useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { LATE_LITTER_PARTS } from "@/features/litters/late-parts";
import { PuppySaleActions } from "@/features/litters/puppy-sale-actions";
import type { Puppy } from "@/features/litters/litter-words";
import { makeApplicant } from "@/testing/applicants";
import { stopClock, TODAY as today } from "@/testing/clock";
import { fakeConvex } from "@/testing/fake-convex";
import { makePuppy } from "@/testing/litters";
import { makePage } from "@/testing/pages";
import { renderScreen } from "@/testing/render";
import type { PermissionOverrides, Role } from "@domain/permissions/rules";

const BORN_ON = "2025-03-05";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeAll(() => Promise.all(LATE_LITTER_PARTS.map((part) => part.fetch())));
beforeEach(() => {
  stopClock();
  fakeConvex.reset();
  fakeConvex.query(api.placements.placements.list, (args) => makePage([], args));
});

/** The first step, then the entries of the menu. */
async function actionsOf(
  fields: Partial<Puppy>,
  role: Role = "owner",
  rights: PermissionOverrides = {},
): Promise<string[]> {
  const { user, unmount } = renderScreen(<PuppySaleActions puppy={makePuppy(fields)} bornOn={BORN_ON} />, {
    role,
    rights,
  });
  const first = screen.queryAllByRole("button").map((button) => button.textContent ?? "");
  await user.click(screen.getByRole("button", { name: "More for Juniper" }));
  const items = screen.getAllByRole("menuitem").map((item) => item.textContent ?? "");
  unmount();
  return [...first.filter((text) => text !== ""), ...items];
}

const PAPERS = ["Create Contract", "Health Checks", "Print Record"];

describe("a puppy", () => {
  it("[GAP-PUP-02] [GAP-PUP-04] offers the steps of its status", async () => {
    expect(await actionsOf({})).toEqual([
      "Reserve",
      "Sell",
      "Offer to Waiting List",
      "Keep",
      "Add to My Dogs",
      ...PAPERS,
      "Record Death",
    ]);
    expect(await actionsOf({ status: "reserved" })).toEqual(["Sell", ...PAPERS, "Release", "Record Death"]);
    expect(await actionsOf({ status: "kept" })).toEqual([
      "Add to My Dogs",
      ...PAPERS,
      "Make Available",
      "Record Death",
    ]);
    expect(await actionsOf({ status: "deceased", isStillborn: true })).toEqual([
      "Health Checks",
      "Print Record",
    ]);
  });

  it("[GAP-PUP-02] offers to undo a sale only on the day on which it was recorded", async () => {
    const sold = { status: "sold", saleRecordedOn: today } as const;
    expect(await actionsOf(sold)).toEqual([...PAPERS, "Correct Sale", "Undo Sale"]);
    expect(await actionsOf({ ...sold, saleRecordedOn: "2020-01-01" })).toEqual([...PAPERS, "Correct Sale"]);
    expect(await actionsOf(sold, "staff", { finances: "none" })).not.toContain("Correct Sale");
  });

  it("has the first contract of a sold puppy as a button, and further contracts in its menu", async () => {
    const agreed = {
      _id: "placement1",
      puppyId: "puppy1",
      status: "agreed",
      handedOverOn: null,
      endedAt: null,
    };
    fakeConvex.query(api.placements.placements.list, (args) => makePage([agreed], args));
    const contracts = async (signings: object[]) => {
      fakeConvex.query(api.signings.signings.list, () => signings);
      const sold = makePuppy({ status: "sold" });
      const { user, unmount } = renderScreen(<PuppySaleActions puppy={sold} bornOn={BORN_ON} />);
      await screen.findByRole("button", { name: /^Hand over/u });
      const buttons = screen.queryAllByRole("button", { name: "Create Contract" }).length;
      await user.click(screen.getByRole("button", { name: "More for Juniper" }));
      await screen.findByRole("menuitem", { name: "Print Record" });
      const entries = screen.queryAllByRole("menuitem", { name: "Create Contract" }).length;
      unmount();
      return { buttons, entries };
    };
    await waitFor(async () =>
      expect(await contracts([{ status: "out" }])).toEqual({ buttons: 0, entries: 1 }),
    );
    expect(await contracts([])).toEqual({ buttons: 1, entries: 0 });
  });

  it("[GAP-AUTH-03] shows a viewer only its papers", async () => {
    expect(await actionsOf({}, "viewer")).toEqual(["Health Checks", "Print Record"]);
  });

  it("offers no sale to somebody without the right to money and contacts", async () => {
    const withoutMoney = ["Keep", "Add to My Dogs", "Health Checks", "Print Record", "Record Death"];
    expect(await actionsOf({}, "staff", { finances: "none" })).toEqual(withoutMoney);
    const reserved = ["Record Death", "Health Checks", "Print Record"];
    expect((await actionsOf({ status: "reserved" }, "staff", { finances: "none" })).sort()).toEqual(
      reserved.sort(),
    );
    // Making the puppy available again would remove its buyer.
    const dead = { status: "deceased", reservedAt: 5 } as const;
    expect(await actionsOf(dead, "staff", { finances: "none" })).toEqual(["Health Checks", "Print Record"]);
    expect(await actionsOf(dead)).toContain("Mark as Alive");
    expect(await actionsOf({ status: "deceased" }, "staff", { finances: "none" })).toContain("Mark as Alive");
  });

  it("[GAP-PUP-02] is reserved again when its sale is undone", async () => {
    fakeConvex.mutation(api.litters.puppies.setStatus, () => null);
    const sold = makePuppy({ status: "sold", saleRecordedOn: today, reservedAt: 5 });
    const { user } = renderScreen(<PuppySaleActions puppy={sold} bornOn={BORN_ON} />);
    expect(screen.queryByRole("button", { name: "Undo Sale" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "More for Juniper" }));
    await user.click(screen.getByRole("menuitem", { name: "Undo Sale" }));
    expect(fakeConvex.calls).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Undo Sale" }));
    expect(fakeConvex.callsOf(api.litters.puppies.setStatus)).toEqual([
      { puppyId: "puppy1", status: "reserved", expectedStatus: "sold", today },
    ]);
  });
});

describe("correcting a sale", () => {
  const sold = makePuppy({
    ...{ status: "sold", saleDate: "2025-05-01", priceCents: 180_000, updatedAt: 7 },
    buyer: { name: "Jane Miller", email: "jane@example.com", phone: null, address: null },
  });
  const open = async (puppy = sold) => {
    const { user } = renderScreen(<PuppySaleActions puppy={puppy} bornOn={BORN_ON} />);
    await user.click(screen.getByRole("button", { name: "More for Juniper" }));
    await user.click(screen.getByRole("menuitem", { name: "Correct Sale" }));
    const form = within(screen.getByRole("dialog", { name: "Correct the Sale of Juniper" }));
    const type = (label: string, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    return { form, type, save: () => user.click(form.getByRole("button", { name: "Save Sale" })) };
  };

  it("sends only what was changed, based on the version that the user has seen", async () => {
    fakeConvex.mutation(api.litters.puppies.correctSale, () => sold);
    const { form, type, save } = await open();
    expect(form.queryByLabelText(/^Buyer/u)).toBeNull();
    expect(form.queryByRole("button", { name: /Create Contract/u })).toBeNull();
    type("Deposit ($)", "300.50");
    type("Email", "");
    await save();
    expect(fakeConvex.callsOf(api.litters.puppies.correctSale)).toEqual([
      { puppyId: "puppy1", today, expectedUpdatedAt: 7, depositCents: 30_050, buyerEmail: "" },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps the typed text with the reason if it cannot be saved", async () => {
    fakeConvex.mutation(api.litters.puppies.correctSale, () => {
      throw new ConvexError({ code: "STALE_UPDATE", message: "Somebody else saved it", details: {} });
    });
    const { form, type, save } = await open();
    type("Deposit ($)", "1800.01");
    type("Sale date", "");
    await save();
    expect(form.getByText("Sale date is required")).toBeTruthy();
    type("Sale date", "2025-05-02");
    await save();
    expect(form.getByText("Deposit cannot be more than the price")).toBeTruthy();
    type("Deposit ($)", "300");
    await save();
    expect(await form.findByText(/^Failed to correct the sale of Juniper/u)).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>("Deposit ($)").value).toBe("300");
  });

  it("opens by the link of a contract's missing value, at its field", async () => {
    renderScreen(<PuppySaleActions puppy={sold} bornOn={BORN_ON} />, { at: "/?sale=puppy1&field=deposit" });
    const form = within(await screen.findByRole("dialog", { name: "Correct the Sale of Juniper" }));
    expect(document.activeElement).toBe(form.getByLabelText("Deposit ($)"));
  });
});

describe("recording a death", () => {
  it("needs a date, and keeps the typed values after a refusal", async () => {
    fakeConvex.mutation(api.litters.puppies.setStatus, ({ diedOn }) => {
      if (diedOn !== today) return null;
      throw new ConvexError({
        code: "VALIDATION_FAILED",
        message: "Validation failed.",
        details: { fields: { diedOn: "Date of death cannot be before the birth" } },
      });
    });
    const { user } = renderScreen(<PuppySaleActions puppy={makePuppy()} bornOn={BORN_ON} />);
    await user.click(screen.getByRole("button", { name: "More for Juniper" }));
    await user.click(screen.getByRole("menuitem", { name: "Record Death" }));
    const question = within(screen.getByRole("alertdialog", { name: "Record the death of Juniper?" }));
    const day = question.getByLabelText<HTMLInputElement>("Date of death");
    expect(day.value).toBe(today);
    await user.click(question.getByRole("button", { name: "Record Death" }));
    expect(await question.findByText("Date of death cannot be before the birth")).toBeTruthy();
    fireEvent.change(day, { target: { value: "2025-03-10" } });
    await user.click(question.getByRole("button", { name: "Record Death" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(fakeConvex.callsOf(api.litters.puppies.setStatus).at(-1)).toMatchObject({
      ...{ status: "deceased", diedOn: "2025-03-10", expectedStatus: "available", today },
    });
  });
});

describe("the form of a sale", () => {
  async function openSale(bornOn = BORN_ON) {
    const { user } = renderScreen(<PuppySaleActions puppy={makePuppy()} bornOn={bornOn} />);
    await user.click(screen.getByRole("button", { name: "More for Juniper" }));
    await user.click(screen.getByRole("menuitem", { name: "Sell" }));
    return { user, dialog: within(screen.getByRole("dialog", { name: "Sell Juniper" })) };
  }

  it("[GAP-PUP-03] asks for buyer and amounts, and sends them in cents", async () => {
    fakeConvex.mutation(api.litters.puppies.sell, () => null);
    const { user, dialog } = await openSale();
    await user.click(dialog.getByRole("button", { name: "Sell Puppy" }));
    expect(dialog.getByText("Buyer name is required")).toBeTruthy();
    await user.type(dialog.getByLabelText(/^Buyer/u), "Robin Hale");
    await user.type(dialog.getByLabelText("Price ($)"), "abc");
    await user.click(dialog.getByRole("button", { name: "Sell Puppy" }));
    expect(dialog.getByText("Price must be a number")).toBeTruthy();
    expect(fakeConvex.calls).toEqual([]);
    await user.clear(dialog.getByLabelText("Price ($)"));
    await user.type(dialog.getByLabelText("Price ($)"), "2,500.10");
    await user.type(dialog.getByLabelText("Deposit ($)"), "500");
    expect(dialog.getByText("Balance $2,000.10")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Sell Puppy" }));
    expect(fakeConvex.callsOf(api.litters.puppies.sell)).toMatchObject([
      {
        puppyId: "puppy1",
        buyerName: "Robin Hale",
        priceCents: 250_010,
        depositCents: 50_000,
        saleDate: today,
        today,
      },
    ]);
  });
});

describe("the sale of a puppy younger than 8 weeks", () => {
  const sales = () => fakeConvex.callsOf(api.litters.puppies.sell);
  const question = () => screen.queryByRole("alertdialog", { name: "Juniper is younger than 8 weeks" });
  async function sell(bornOn: string) {
    fakeConvex.mutation(api.litters.puppies.sell, () => null);
    const { user } = renderScreen(<PuppySaleActions puppy={makePuppy()} bornOn={bornOn} />);
    await user.click(screen.getByRole("button", { name: "More for Juniper" }));
    await user.click(screen.getByRole("menuitem", { name: "Sell" }));
    await user.type(screen.getByLabelText(/^Buyer/u), "Robin Hale");
    await user.click(screen.getByRole("button", { name: "Sell Puppy" }));
    return user;
  }

  it("[GAP-PUP-03] needs a confirmation, which names the earliest date", async () => {
    const user = await sell(today);
    expect(question()?.textContent).toContain("On June 15, 2025 it is 0 days old.");
    expect(question()?.textContent).toContain("August 10, 2025 at the earliest");
    expect(sales()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(question()).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/^Buyer/u).value).toBe("Robin Hale");
    await user.click(screen.getByRole("button", { name: "Sell Puppy" }));
    await user.click(screen.getByRole("button", { name: "Sell Anyway" }));
    expect(sales()).toMatchObject([{ buyerName: "Robin Hale", saleDate: today }]);
  });

  it.each(["Cancel", "Sell Anyway"])(
    "opens the requested contract, unless the user cancels the confirmation: %s",
    async (answer) => {
      fakeConvex.query(api.litters.litters.get, () => ({ breedingId: "breeding1" }));
      const user = await sell(today);
      await user.click(screen.getByRole("button", { name: "Cancel" }));
      await user.click(screen.getByRole("button", { name: "Sell and Create Contract" }));
      await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: answer }));
      const isSold = answer === "Sell Anyway";
      expect(sales()).toHaveLength(isSold ? 1 : 0);
      await waitFor(() =>
        expect(
          screen.queryByRole("dialog", { name: isSold ? "Create Contract" : "Sell Juniper" }),
        ).toBeTruthy(),
      );
      expect(screen.getAllByRole("dialog")).toHaveLength(1);
    },
  );

  it("depends on the date of sale: 55 days of age need a confirmation, 56 do not", async () => {
    const user = await sell("2025-04-21");
    expect(question()).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.change(screen.getByLabelText("Sale date"), { target: { value: "2025-06-16" } });
    await user.click(screen.getByRole("button", { name: "Sell Puppy" }));
    expect(question()).toBeNull();
    expect(sales()).toMatchObject([{ saleDate: "2025-06-16" }]);
  });
});

describe("an offer to the waiting list", () => {
  it("keeps the chosen applicant, and shows other users' changes", async () => {
    const [anna, ida] = [makeApplicant({ name: "Anna Bell" }), makeApplicant({ name: "Ida Brook" })];
    const candidates = (...people: object[]) =>
      act(() =>
        fakeConvex.query(api.litters.waitingList.candidates, () => ({
          candidates: people.map((person) => ({ ...person, mismatches: [] })),
        })),
      );
    candidates(anna, ida);
    let setStatus: (status: Puppy["status"]) => void = () => {};
    function Live() {
      const [status, set] = useState<Puppy["status"]>("available");
      useEffect(() => {
        setStatus = set;
      }, []);
      return <PuppySaleActions puppy={makePuppy({ status })} bornOn={BORN_ON} />;
    }
    const { user } = renderScreen(<Live />);
    await user.click(screen.getByRole("button", { name: "More for Juniper" }));
    await user.click(screen.getByRole("menuitem", { name: "Offer to Waiting List" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Offer Juniper" }));
    const canOffer = () => !dialog.getByRole<HTMLButtonElement>("button", { name: "Offer Puppy" }).disabled;
    expect(dialog.getByRole("radio", { name: "Anna Bell", checked: true })).toBeTruthy();
    expect(canOffer()).toBe(true);

    candidates(ida);
    expect(dialog.getByText("Anna Bell is no longer on the waiting list.")).toBeTruthy();
    expect(dialog.queryByRole("radio", { checked: true })).toBeNull();
    expect(canOffer()).toBe(false);
    const puppy = { _id: makePuppy()._id, name: "Juniper" };
    candidates({ ...anna, status: "offered", offerUntil: today, puppy: { ...puppy, _id: "puppy9" } }, ida);
    expect(dialog.getByText("Anna Bell already has an offer.")).toBeTruthy();
    await user.click(dialog.getByRole("radio", { name: "Ida Brook" }));
    expect(canOffer()).toBe(true);
    candidates({ ...anna, status: "offered", offerUntil: today, puppy }, ida);
    expect(dialog.getByText("Juniper is offered to Anna Bell.")).toBeTruthy();
    expect(canOffer()).toBe(false);
    act(() => setStatus("sold"));
    expect(dialog.getByText("Juniper is no longer available.")).toBeTruthy();
    expect(canOffer()).toBe(false);
  });
});
