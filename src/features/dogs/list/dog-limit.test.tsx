/** The plan's limit on the Dogs page. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { checkDogLimit } from "@domain/billing/dog-limit";
import type { PlanType } from "@domain/billing/rules";

beforeAll(fetchLateDogParts);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOGS = "/dashboard/dogs";

const open = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<DogsPage />, { path: DOGS, ...options });

const holdDogs = (planType: PlanType, count: number) =>
  fakeConvex.query(api.billing.billing.dogLimitCheck, () => checkDogLimit(planType, count));

const addButton = () => screen.getAllByRole("button", { name: "Add Dog" })[0] as HTMLElement; // the page has two such buttons

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([], args));
});

describe("the banner about the plan's limit", () => {
  it("[BILL-22] is hidden below 80 percent and without a limit", () => {
    holdDogs("professional", 23);
    open();
    expect(screen.queryByText(/dog limit/i)).toBeNull();
  });

  it("[BILL-23] [BILL-25] warns from 80 percent and suggests the next plan", () => {
    holdDogs("individual", 12);
    open();
    expect(screen.getByText("Approaching dog limit. 12 of 15 dogs (3 dogs left)")).toBeTruthy();
    expect(screen.getByText("The Professional plan ($15/mo) has room for up to 30 dogs.")).toBeTruthy();
  });

  it("[BILL-24] [GAP-BILL-07] says from 90 percent how many dogs can still be added", () => {
    holdDogs("professional", 27);
    open();
    expect(screen.getByText("Dog limit reached! 27 of 30 dogs (3 dogs left)")).toBeTruthy();
  });

  it("[BILL-29] offers a retry if the check fails", async () => {
    fakeConvex.query(api.billing.billing.dogLimitCheck, () => new Error("no"));
    const { user } = open();
    const alert = await screen.findByText("Failed to check dog limit");
    const asked = fakeConvex.subscriptionsOf(api.billing.billing.dogLimitCheck).length;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() =>
      expect(fakeConvex.subscriptionsOf(api.billing.billing.dogLimitCheck).length).toBeGreaterThan(asked),
    );
    expect(alert).toBeTruthy();
  });

  it("[GAP-AUTH-03] is hidden from a viewer, who cannot add dogs", () => {
    holdDogs("individual", 15);
    open({ role: "viewer" });
    expect(screen.queryByText(/Dog limit reached/)).toBeNull();
  });
});

describe("the Add Dog button", () => {
  it("[BILL-27] opens the form if there is room", async () => {
    holdDogs("individual", 14);
    const { user } = open();
    await user.click(addButton());
    expect(screen.getByRole("dialog", { name: "Add New Dog" })).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.billing.billing.dogLimitCheck)).toContainEqual({
      kennelId: "kennel1",
    });
  });

  it("[BILL-28] [GAP-BILL-15] opens the limit dialog if there is no room", async () => {
    holdDogs("individual", 15);
    const { user } = open();
    await user.click(addButton());
    const dialog = screen.getByRole("dialog", { name: "Dog limit reached!" });
    expect(within(dialog).getByText("You have 15 of 15 dogs on the Individual plan.")).toBeTruthy();
    expect(
      within(dialog).getByText("The Professional plan ($15/mo) has room for up to 30 dogs."),
    ).toBeTruthy();
    expect(screen.queryByRole("dialog", { name: "Add New Dog" })).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Not Now" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByTestId("address").textContent).toBe(DOGS);
  });

  it("[GAP-BILL-05] continues with a sold or deceased dog, which does not count for the plan", async () => {
    fakeConvex.mutation(api.dogs.dogs.create, () => ({ warnings: [] }));
    holdDogs("individual", 15);
    const { user } = open();
    await user.click(addButton());
    await user.click(screen.getByRole("button", { name: "Add Past Dog" }));
    const dialog = within(screen.getByRole("dialog", { name: "Add Past Dog" }));
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "Old Rex");
    await user.type(dialog.getByRole("combobox", { name: "Breed" }), "Beagle");
    await user.click(dialog.getByRole("combobox", { name: "Status" }));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Deceased", "Sold"]);
    await user.click(screen.getByRole("option", { name: "Deceased" }));
    expect(dialog.getByLabelText<HTMLInputElement>("Deceased on").value).toBe("");
    await user.click(dialog.getByRole("button", { name: "Add Dog" }));
    await waitFor(() => expect(fakeConvex.callsOf(api.dogs.dogs.create)).toHaveLength(1));
    expect(fakeConvex.callsOf(api.dogs.dogs.create)[0]).toMatchObject({
      name: "Old Rex",
      status: "deceased",
    });
  });

  it("[BILL-29] says that the check failed and opens nothing", async () => {
    fakeConvex.query(api.billing.billing.dogLimitCheck, () => new Error("no"));
    const { user } = open();
    await user.click(addButton());
    await waitFor(() => expect(screen.getAllByText("Failed to check dog limit")).toHaveLength(2));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps the form open if somebody else adds the last dog that the plan allows", async () => {
    holdDogs("individual", 14);
    const { user } = open();
    await user.click(addButton());
    const name = screen.getByRole("textbox", { name: "Name" });
    await user.type(name, "Bella");
    holdDogs("individual", 15);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Bella");
  });
});
