/** Business numbers, branding and the reset in Settings > Kennel. */
import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { KennelResetCard, KennelSettingsPart } from "@/features/kennels/kennel-settings-part";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import type { Role } from "@domain/permissions/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DEFAULTS = {
  kennelId: "kennel1",
  business: { taxId: "1" as string | null, businessLicense: null as string | null },
  branding: {
    primaryColor: "#87580f",
    accentColor: "#b98a3a",
    footerText: null as string | null,
    showLogo: true,
  },
  mating: { inbreedingLimitPercent: 6.25 },
  updatedAt: 1,
};
let settings: typeof DEFAULTS;

beforeEach(() => {
  fakeConvex.reset();
  settings = DEFAULTS;
  fakeConvex.query(api.kennels.kennelSettings.get, () => settings);
  fakeConvex.query(api.kennels.kennelSettings.editsSince, () => []);
  fakeConvex.mutation(api.kennels.kennelSettings.update, ({ business = {}, branding = {} }) => {
    settings = {
      ...settings,
      business: { ...settings.business, ...(business as object) },
      branding: { ...settings.branding, ...(branding as object) },
      updatedAt: settings.updatedAt + 1,
    };
    return settings;
  });
});

const open = (role: Role = "owner") =>
  renderScreen(
    <>
      <KennelSettingsPart />
      <KennelResetCard />
    </>,
    { role },
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe("the business numbers", () => {
  it("[SET-06] [GAP-SET-19] saves only the changed number and confirms it", async () => {
    const { user } = open();
    await user.clear(field("Tax ID"));
    await user.type(field("Tax ID"), "9");
    await user.click(screen.getByRole("button", { name: "Save Business" }));
    expect(fakeConvex.callsOf(api.kennels.kennelSettings.update)).toEqual([
      { kennelId: "kennel1", expectedUpdatedAt: 1, business: { taxId: "9" } },
    ]);
    expect(await screen.findByText("Kennel settings updated")).toBeTruthy();
  });

  it.each([
    ["[SET-14] 'Failed to update kennel settings'", new Error("down"), "Failed to update kennel settings"],
    [
      "[SET-07] 'Kennel not found. Please try refreshing the page.'",
      coded("NOT_FOUND"),
      "Kennel not found. Please try refreshing the page.",
    ],
  ])("shows %s and keeps the text", async (_title, error, text) => {
    fakeConvex.mutation(api.kennels.kennelSettings.update, () => {
      throw error;
    });
    const { user } = open();
    await user.type(field("Business license"), "KL-1");
    await user.click(screen.getByRole("button", { name: "Save Business" }));
    expect((await screen.findByRole("alert")).textContent).toBe(text);
    expect(field("Business license").value).toBe("KL-1");
  });

  it("[SET-14] shows 'Failed to load settings' if the settings cannot be loaded", async () => {
    fakeConvex.query(api.kennels.kennelSettings.get, () => coded("FORBIDDEN"));
    open();
    expect(await screen.findByText("Failed to load settings")).toBeTruthy();
  });

  it("is read-only for a viewer", () => {
    open("viewer");
    expect(field("Tax ID").readOnly).toBe(true);
    expect(field("Inbreeding limit (%)").readOnly).toBe(true);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("switch", { name: "Show the logo" }).hasAttribute("disabled")).toBe(true);
  });
});

describe("the inbreeding limit", () => {
  const save = async (typed: string) => {
    const { user } = open();
    await user.clear(field("Inbreeding limit (%)"));
    if (typed !== "") await user.type(field("Inbreeding limit (%)"), typed);
    await user.click(screen.getByRole("button", { name: "Save Mating" }));
    return fakeConvex.callsOf(api.kennels.kennelSettings.update).map(({ mating }) => mating);
  };

  it.each([
    ["3,12 %", 3.12],
    ["0", 0],
    ["", null],
  ])("accepts %j", async (typed, inbreedingLimitPercent) => {
    expect(await save(typed)).toEqual([{ inbreedingLimitPercent }]);
  });

  it.each(["101", "-1", "little", "3.125"])("refuses %j at its field and keeps the text", async (typed) => {
    expect(await save(typed)).toEqual([]);
    expect(await screen.findByText(/^Inbreeding limit must be a percentage from 0 to 100/u)).toBeTruthy();
    expect(field("Inbreeding limit (%)").value).toBe(typed);
  });
});

describe("the branding", () => {
  it("[GAP-SET-14] refuses an unreadable color before sending it", async () => {
    const { user } = open();
    await user.clear(field("Primary color"));
    await user.type(field("Primary color"), "#ffff00");
    await user.click(screen.getByRole("button", { name: "Save Branding" }));
    expect(await screen.findByText(/text in this color would be unreadable on paper/u)).toBeTruthy();
    expect(fakeConvex.callsOf(api.kennels.kennelSettings.update)).toEqual([]);
  });

  it("[GAP-SET-14] previews the typed values, saved or not", async () => {
    vi.stubGlobal("open", () => ({ location: { href: "" }, close: () => {} }));
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:page" }));
    fakeConvex.mutation(api.kennels.actions.brandingPreview.make, () => ({
      fileName: "Pedigree preview.pdf",
      content: new ArrayBuffer(3),
    }));
    const { user } = open();
    await user.type(field("Footer text"), "Beagle Club");
    await user.click(screen.getByRole("button", { name: "Preview" }));
    await screen.findByRole("button", { name: "Preview" });
    expect(fakeConvex.callsOf(api.kennels.actions.brandingPreview.make)).toMatchObject([
      { kennelId: "kennel1", primaryColor: "#87580f", footerText: "Beagle Club", showLogo: true },
    ]);
    expect(fakeConvex.callsOf(api.kennels.kennelSettings.update)).toEqual([]);
    vi.unstubAllGlobals();
  });

  it("[GAP-API-11] keeps another user's changes of fields that were not changed here", async () => {
    const { user } = open();
    await user.type(field("Footer text"), "Mine");
    settings = { ...settings, branding: { ...settings.branding, accentColor: "#222222" }, updatedAt: 2 };
    act(() => fakeConvex.query(api.kennels.kennelSettings.get, () => settings));
    expect(field("Accent color").value).toBe("#222222");
    await user.click(screen.getByRole("button", { name: "Save Branding" }));
    expect(fakeConvex.callsOf(api.kennels.kennelSettings.update)).toEqual([
      { kennelId: "kennel1", expectedUpdatedAt: 2, branding: { footerText: "Mine" } },
    ]);
  });
});

describe("[GAP-SET-17] the reset", () => {
  it("asks for a confirmation", async () => {
    fakeConvex.mutation(api.kennels.kennelSettings.reset, () => settings);
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Reset" }));
    expect(fakeConvex.callsOf(api.kennels.kennelSettings.reset)).toEqual([]);
    const question = within(screen.getByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Reset" }));
    expect(fakeConvex.callsOf(api.kennels.kennelSettings.reset)).toEqual([{ kennelId: "kennel1" }]);
    expect(await screen.findByText("Kennel settings updated")).toBeTruthy();
  });
});
