/** When the contract dialog cannot create a contract. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ContractDialog } from "@/entities/contracts/contract-dialog";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
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

it("says that a contract would be too long, and creates no contract", async () => {
  const templateId =
    "The contract would have more than 100000 characters. Choose a shorter template, or shorten the terms";
  fakeConvex.query(api.contracts.contracts.preview, () =>
    coded("VALIDATION_FAILED", { fields: { templateId } }),
  );
  renderScreen(<ContractDialog breedingId="b1" about="Bella" kinds={["stud"]} onClose={() => undefined} />);
  expect(await screen.findByText(new RegExp(templateId))).toBeTruthy();
  expect(screen.getByRole("button", { name: "Create PDF" })).toHaveProperty("disabled", true);
});
