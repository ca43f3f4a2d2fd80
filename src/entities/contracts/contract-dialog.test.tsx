/** The contract dialog: refused contracts, and contracts that are sent without some values. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
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

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.contracts.contractTemplates.choices, () => [template]);
});

it("the contract dialog says that a contract would be too long, and creates no contract", async () => {
  const templateId =
    "The contract would have more than 100000 characters. Choose a shorter template, or shorten the terms";
  fakeConvex.query(api.contracts.contracts.preview, () =>
    coded("VALIDATION_FAILED", { fields: { templateId } }),
  );
  renderScreen(<ContractDialog breedingId="b1" about="Bella" kinds={["stud"]} onClose={() => undefined} />);
  expect(await screen.findByText(new RegExp(templateId))).toBeTruthy();
  expect(screen.getByRole("button", { name: "Create PDF" })).toHaveProperty("disabled", true);
});

it("sends a contract without its missing values after one tick, and then shows only where it was sent", async () => {
  const missing = ["kennel phone", "deposit", "sire's registration"];
  fakeConvex.query(api.contracts.contracts.preview, () => ({ missing, blocks: [] }));
  fakeConvex.query(api.placements.placements.list, (args) =>
    makePage([{ _id: "placement1", puppyId: "p1", endedAt: null }], args),
  );
  fakeConvex.mutation(api.signings.actions.documents.send, () => ({
    parties: { family: "Anna Berg" },
    familyEmail: "anna@family.example",
  }));
  const { user } = renderScreen(
    <ContractDialog breedingId="b1" puppyId="p1" about="Moss" kinds={["stud"]} onClose={() => undefined} />,
  );
  const button = await screen.findByRole("button", { name: "Send for Signature" });
  const tick = await screen.findByRole("checkbox", { name: "Send it for signature without these 3 values" });
  expect(button).toHaveProperty("disabled", true);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Kennel Settings", expect.stringMatching(/\/dashboard\/settings\?tab=kennel$/u)],
    ["Open Breeding", expect.stringMatching(/\/dashboard\/breeding\/b1$/u)],
  ]);
  await user.click(tick);
  await user.click(button);
  expect(await screen.findByText("Sent to Anna Berg at anna@family.example.")).toBeTruthy();
  expect(fakeConvex.callsOf(api.signings.actions.documents.send)).toMatchObject([
    { placementId: "placement1", accepted: missing },
  ]);
  expect(screen.queryByRole("button", { name: "Send for Signature" })).toBeNull();
  expect(screen.queryByText("Text of the contract")).toBeNull();
});
