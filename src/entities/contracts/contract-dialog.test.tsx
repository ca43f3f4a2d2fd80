/** The contract dialog: refused contracts, the places of missing values, and contracts that are sent without them. */
import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { useContractAddress } from "@/entities/contracts/contract-address";
import { ContractDialog } from "@/entities/contracts/contract-dialog";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makePage } from "@/testing/pages";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const template = {
  id: "t1",
  name: "Ours",
  kind: "stud",
  body: "{{terms}}",
  isDefault: true,
  isBuiltIn: false,
};

const MISSING = [
  "kennel phone",
  "deposit",
  "sire's registration",
  "microchip",
  "buyer's address",
  "puppies born",
];
const AT = "/?contract=p1";

/** As on the litter's page. */
function Page({ puppyId = "p1" }: { puppyId?: string | undefined }) {
  const { contractOf, dialog } = useContractAddress();
  return contractOf === null ? null : (
    <ContractDialog
      breedingId="b1"
      {...(puppyId && { puppyId })}
      about="Moss"
      kinds={["stud", "sale"]}
      {...dialog}
    />
  );
}

const makeStored = (changes: object = {}) => ({
  ...{ _id: "p1", litterId: "litter1", status: "sold", buyerId: "contact1" },
  ...changes,
});
const links = () =>
  Object.fromEntries(
    screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]),
  );

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.contracts.contractTemplates.choices, () => [template]);
  fakeConvex.query(api.contracts.contracts.preview, () => ({ missing: MISSING, blocks: [] }));
  fakeConvex.query(api.breedings.breedings.get, () => ({ _id: "b1", sireId: "rex", damId: null }));
  fakeConvex.query(api.litters.puppies.get, () => makeStored());
  fakeConvex.query(api.placements.placements.list, (args) =>
    makePage([{ _id: "placement1", puppyId: "p1", endedAt: null }], args),
  );
});

it("the contract dialog says that a contract would be too long, and creates no contract", async () => {
  const templateId =
    "The contract would have more than 100000 characters. Choose a shorter template, or shorten the terms";
  fakeConvex.query(api.contracts.contracts.preview, () =>
    coded("VALIDATION_FAILED", { fields: { templateId } }),
  );
  renderScreen(<Page puppyId="" />, { at: "/?contract=b1" });
  expect(await screen.findByText(new RegExp(templateId))).toBeTruthy();
  expect(screen.getByRole("button", { name: "Create PDF" })).toHaveProperty("disabled", true);
});

it("sends a contract without its missing values after one tick, and then shows only where it was sent", async () => {
  fakeConvex.mutation(api.signings.actions.documents.send, () => ({
    parties: { family: "Anna Berg" },
    familyEmail: "anna@family.example",
  }));
  const { user } = renderScreen(<Page />, { at: AT });
  const button = await screen.findByRole("button", { name: "Send for Signature" });
  const tick = await screen.findByRole("checkbox", { name: "Send it for signature without these 6 values" });
  expect(button).toHaveProperty("disabled", true);
  await user.click(tick);
  await user.click(button);
  expect(await screen.findByText("Sent to Anna Berg at anna@family.example.")).toBeTruthy();
  expect(fakeConvex.callsOf(api.signings.actions.documents.send)).toMatchObject([
    { placementId: "placement1", accepted: MISSING },
  ]);
  expect(screen.queryByRole("button", { name: "Send for Signature" })).toBeNull();
  expect(screen.queryByText("Text of the contract")).toBeNull();
});

it("links each missing value to the field where it is recorded", async () => {
  const { unmount } = renderScreen(<Page />, { at: AT });
  await screen.findByText("Puppies born");
  expect(links()).toEqual({
    "Kennel phone": "/dashboard/settings?tab=kennel&field=phone",
    Deposit: "/dashboard/litters/litter1?sale=p1&field=deposit",
    "Sire's registration": "/dashboard/dogs?edit=rex&field=registrationNumber",
    Microchip: "/dashboard/litters/litter1?puppy=p1&field=microchipNumber",
    "Buyer's address": "/dashboard/contacts?contact-form=contact1&field=address",
  });
  unmount();
  // A parent without a record is chosen first. Without a contact, the buyer is in the sale.
  fakeConvex.query(api.breedings.breedings.get, () => ({ _id: "b1", sireId: null, damId: null }));
  fakeConvex.query(api.litters.puppies.get, () => makeStored({ status: "reserved", buyerId: null }));
  renderScreen(<Page />, { at: AT });
  await screen.findByText("Puppies born");
  expect(links()).toMatchObject({
    Deposit: "/dashboard/litters/litter1?sale=p1&field=deposit",
    "Sire's registration": "/dashboard/breeding?edit=b1&field=sireId",
    "Buyer's address": "/dashboard/litters/litter1?sale=p1&field=buyerAddress",
  });
});

it("links no value of a sale of a puppy that stays in the kennel", async () => {
  fakeConvex.query(api.litters.puppies.get, () => makeStored({ status: "kept", buyerId: null }));
  renderScreen(<Page />, { at: AT });
  await screen.findByText("Puppies born");
  expect(Object.keys(links())).toEqual(["Kennel phone", "Sire's registration", "Microchip"]);
});

it("links only to forms that the user may save", async () => {
  renderScreen(<Page />, {
    at: AT,
    role: "staff",
    rights: { finances: "write", settings: "read", dogs: "read" },
  });
  await screen.findByText("Puppies born");
  expect(Object.keys(links())).toEqual(["Deposit", "Microchip", "Buyer's address"]);
});

it("the dialog is as it was when the user comes back from a form", async () => {
  const templates = [template, { ...template, id: "t2", name: "Second", isDefault: false }];
  fakeConvex.query(api.contracts.contractTemplates.choices, () => templates);
  const { user, router } = renderScreen(<Page />, { at: AT });
  await user.click(await screen.findByRole("combobox", { name: "Template" }));
  await user.click(screen.getByRole("option", { name: "Second" }));
  await user.click(await screen.findByRole("checkbox", { name: /^Send it for signature/u }));
  await user.click(screen.getByRole("link", { name: "Microchip" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await act(async () => await router.navigate(-1));
  expect((await screen.findByRole("combobox", { name: "Template" })).textContent).toBe("Second");
  const tick = await screen.findByRole("checkbox", { name: /^Send it for signature/u });
  expect(tick).toHaveProperty("checked", true);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByTestId("address").textContent).toBe("/");
});

it("a link accepts no missing value for the person who opens it", async () => {
  const { user } = renderScreen(<Page />, { at: `${AT}&without=${encodeURIComponent(MISSING.join("\n"))}` });
  const tick = await screen.findByRole("checkbox", { name: /^Send it for signature/u });
  expect(tick).toHaveProperty("checked", false);
  expect(screen.getByRole("button", { name: "Send for Signature" })).toHaveProperty("disabled", true);
  await user.click(tick);
  expect(tick).toHaveProperty("checked", true);
  expect(screen.getByTestId("address").textContent).not.toContain("accepted");
});
