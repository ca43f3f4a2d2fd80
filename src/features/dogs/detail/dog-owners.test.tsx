/** Owners on a dog's page. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { DogOwners, OwnerDialog, ownerForm } from "@/features/dogs/detail/dog-owners";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { dialog, field, setField } from "@/testing/open-dialog";
import { renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { OWNER_FIELDS } from "@domain/dogs/record";
import { omitFields } from "@domain/records/record";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOG = { _id: "dog1" as Id<"dogs">, name: "Bella" };
const ANNA = {
  ...{ _id: "owner1" as Id<"dogOwners">, kennelId: "kennel1" as Id<"kennels">, dogId: DOG._id },
  ...{ name: "Anna Berg", role: "co_owner" as const, share: 50, ownerId: null },
  ...{ from: "2024-05-01", until: null, createdAt: 1, updatedAt: 1 },
};
/** The page names the dog, and the name field chooses the contact. */
const OWN = omitFields(OWNER_FIELDS, ["dogId", "ownerId"]);

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogOwners.ofDog, () => [ANNA]);
  fakeConvex.query(api.dogs.dogOwners.get, () => ANNA);
  fakeConvex.query(api.dogs.dogOwners.editsSince, () => []);
  fakeConvex.mutation(api.dogs.dogOwners.create, () => ANNA);
  fakeConvex.mutation(api.dogs.dogOwners.remove, () => null);
});

it("the section of owners has every field in the form and on the page", () => {
  renderScreen(<OwnerDialog dog={DOG} owner={null} onClose={() => {}} />);
  expect(missingControls(OWN)).toEqual([]);
  const show = (values: object) => {
    fakeConvex.query(api.dogs.dogOwners.ofDog, () => [
      { ...ANNA, ...{ name: "A", role: "owner", share: null, from: null }, ...values },
    ]);
    renderScreen(<DogOwners dog={DOG} hasCurrentOwner={false} />);
  };
  expect(unseenFields(OWN, show)).toEqual([]);
});

it("the section of owners adds an owner, and shows a share that is too large at its field", async () => {
  const { user } = renderScreen(<DogOwners dog={DOG} hasCurrentOwner={false} />);
  expect(screen.getByText("Co-owner · 50% · Since May 1, 2024")).toBeTruthy();
  expect(screen.queryByText("No owner recorded")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add Owner" }));
  setField("Share (%)", "60");
  setField("Owner", "Ben");
  const over = "All shares together would be 110%";
  fakeConvex.mutation(api.dogs.dogOwners.create, () => {
    throw coded("VALIDATION_FAILED", { fields: { share: over } });
  });
  await user.click(dialog().getByRole("button", { name: "Add Owner" }));
  expect(await screen.findByText(over)).toBeTruthy();
  expect(field("Share (%)").getAttribute("aria-invalid")).toBe("true");
  fakeConvex.mutation(api.dogs.dogOwners.create, () => ANNA);
  setField("Share (%)", "33.3");
  setField("From", "2025-01-02");
  setField("Until", "2025-01-01");
  await user.click(dialog().getByRole("button", { name: "Add Owner" }));
  expect(await screen.findByText("Until cannot be before From")).toBeTruthy();
  setField("Until", "");
  await user.click(dialog().getByRole("button", { name: "Add Owner" }));
  await waitFor(() =>
    expect(fakeConvex.callsOf(api.dogs.dogOwners.create).at(-1)).toMatchObject({
      ...{ dogId: "dog1", name: "Ben", ownerId: "new", share: 33.3, from: "2025-01-02", until: null },
    }),
  );
});

it("the section of owners deletes an owner after a confirmation", async () => {
  const { user } = renderScreen(<DogOwners dog={DOG} hasCurrentOwner={false} />);
  await user.click(screen.getByRole("button", { name: "Actions for Anna Berg" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(fakeConvex.callsOf(api.dogs.dogOwners.remove)).toEqual([{ dogOwnerId: "owner1" }]),
  );
});

it("the section of owners sends only the changed fields of an owner", () => {
  const before = ownerForm.valuesOf(ANNA);
  expect(ownerForm.changesOf({ ...before, share: "25" }, before)).toEqual({ share: 25 });
});
