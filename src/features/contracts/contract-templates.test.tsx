// @vitest-environment jsdom
/** Contract templates in the settings. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ContractTemplatesCard } from "@/features/contracts/contract-templates-card";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { BUILT_IN_TEMPLATES } from "@domain/contracts/built-in";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const OWN = {
  id: "own1",
  name: "Our stud contract",
  kind: "stud",
  body: "# Stud\n{{sire}}",
  isDefault: true,
  isBuiltIn: false,
  updatedAt: 7,
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.contracts.contractTemplates.list, () => [
    OWN,
    ...BUILT_IN_TEMPLATES.map((template) => ({
      ...template,
      isDefault: false,
      isBuiltIn: true,
      updatedAt: null,
    })),
  ]);
});

const rowOf = (name: string) => {
  const row = screen.getByText(name).closest("li");
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};

describe("the contract templates", () => {
  it("[GAP-SET-15] [GAP-SET-20] let the kennel change its own templates and copy the built-in ones", () => {
    renderScreen(<ContractTemplatesCard />);
    expect(rowOf("Our stud contract").getByText("Default")).toBeTruthy();
    expect(rowOf("Our stud contract").getByRole("button", { name: "Edit Our stud contract" })).toBeTruthy();
    const builtIn = rowOf("Puppy sale contract");
    expect(builtIn.queryByRole("button", { name: /Edit|Delete/ })).toBeNull();
    expect(builtIn.getByRole("button", { name: "Copy Puppy sale contract" })).toBeTruthy();
  });

  it("[GAP-AUTH-03] are read-only for a viewer", () => {
    renderScreen(<ContractTemplatesCard />, { role: "viewer" });
    expect(screen.getByText("Our stud contract")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("are created by copying, with a preview in example values; a misspelled placeholder is refused", async () => {
    fakeConvex.mutation(api.contracts.contractTemplates.create, () => null);
    const { user } = renderScreen(<ContractTemplatesCard />);
    await user.click(screen.getByRole("button", { name: "Copy Stud contract" }));
    const dialog = within(screen.getByRole("dialog"));
    const sheet = dialog.getByRole("region", { name: "The contract with example values" });
    expect(sheet.textContent).toContain("Rex vom Eichenhof");
    const text = dialog.getByRole("textbox", { name: /Text/ });
    await user.clear(text);
    await user.type(text, "Made for {{{{sier}}");
    await user.click(dialog.getByRole("button", { name: "Save Template" }));
    expect(dialog.getByText("Unknown placeholder: {{sier}}")).toBeTruthy();
    expect(fakeConvex.calls).toEqual([]);
    await user.clear(text);
    await user.click(dialog.getByRole("button", { name: "{{dam}}" }));
    await user.click(dialog.getByRole("button", { name: "Save Template" }));
    expect(fakeConvex.calls).toMatchObject([
      {
        name: "contracts/contractTemplates:create",
        args: { name: "Copy of Stud contract", kind: "stud", body: "{{dam}}" },
      },
    ]);
  });

  it("are saved on top of the version that the user read", async () => {
    fakeConvex.mutation(api.contracts.contractTemplates.update, () => null);
    const { user } = renderScreen(<ContractTemplatesCard />);
    await user.click(screen.getByRole("button", { name: "Edit Our stud contract" }));
    await user.type(screen.getByRole("textbox", { name: /Name/ }), "!");
    await user.click(screen.getByRole("button", { name: "Save Template" }));
    expect(fakeConvex.calls).toMatchObject([
      { args: { templateId: "own1", name: "Our stud contract!", expectedUpdatedAt: 7, isDefault: true } },
    ]);
  });
});
