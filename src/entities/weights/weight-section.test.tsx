/** A dog's weights on screen. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { WeightSection } from "@/entities/weights/weight-section";
import type { DogWeights } from "@/entities/weights/weight-words";
import { WeightUnitsProvider } from "@/hooks/use-weight-units";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const TODAY = "2025-06-15";
const dog = { _id: "dog1", name: "Bella", dateOfBirth: "2020-05-01" };

const show = (weights: readonly [grams: number, day: string][], asPuppy: DogWeights["asPuppy"] = []) =>
  fakeConvex.query(api.health.dogWeights.list, () => ({
    weights: weights.map(([grams, weighedOn], index) => ({
      _id: `w${index}`,
      grams,
      weighedOn,
      notes: null,
    })),
    asPuppy,
  }));
const open = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(
    <WeightUnitsProvider>
      <WeightSection dog={dog} today={TODAY} />
    </WeightUnitsProvider>,
    options,
  );

beforeEach(() => {
  fakeConvex.reset();
  localStorage.clear();
  fakeConvex.query(api.accounts.userSettings.get, () => ({ weightUnits: null }));
  show([]);
});

describe("recording a weight", () => {
  it("converts pounds with a comma to grams, and sends them for today with a new key", async () => {
    fakeConvex.mutation(api.health.dogWeights.add, () => "stored");
    const { user } = open();
    await user.type(screen.getByRole("textbox", { name: /^Weight/ }), "62,5{Enter}");
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Weight/ }).value).toBe(""),
    );
    await user.type(screen.getByRole("textbox", { name: /^Weight/ }), "63{Enter}");
    const calls = fakeConvex.callsOf(api.health.dogWeights.add);
    expect(calls).toMatchObject([
      { dogId: "dog1", grams: 28_350, weighedOn: TODAY, today: TODAY },
      { grams: 28_576 },
    ]);
    expect(calls[0]?.entryKey).not.toBe(calls[1]?.entryKey);
  });

  it("accepts kilograms once the user chose them; the choice applies to every device", async () => {
    fakeConvex.mutation(api.health.dogWeights.add, () => "stored");
    let weightUnits: unknown = null;
    fakeConvex.query(api.accounts.userSettings.get, () => ({ weightUnits }));
    fakeConvex.mutation(api.accounts.userSettings.update, (changes) => {
      ({ weightUnits } = changes);
      fakeConvex.query(api.accounts.userSettings.get, () => ({ weightUnits }));
    });
    const first = open();
    await first.user.click(screen.getByRole("button", { name: "kg" }));
    expect(weightUnits).toEqual({ dog: "kg", puppy: "g" });
    first.unmount();
    localStorage.clear();
    show([[28_350, "2025-06-01"]]);
    const { user } = open();
    expect(screen.getAllByText("28.35 kg").length).toBeGreaterThan(0);
    await user.type(screen.getByRole("textbox", { name: /^Weight/ }), "28.4{Enter}");
    expect(fakeConvex.callsOf(api.health.dogWeights.add)).toMatchObject([{ grams: 28_400 }]);
  });

  it("asks about a weight far from the others, and keeps the typed text until the user confirms", async () => {
    fakeConvex.mutation(api.health.dogWeights.add, () => "stored");
    show([[28_350, "2025-06-01"]]);
    const { user } = open();
    const weight = screen.getByRole<HTMLInputElement>("textbox", { name: /^Weight/ });
    await user.type(weight, "6.2{Enter}");
    await screen.findByRole("alertdialog", {
      name: "6.2 lbs is 90% less than on June 1, 2025. Save anyway?",
    });
    await user.click(screen.getByRole("button", { name: "Correct It" }));
    expect(fakeConvex.callsOf(api.health.dogWeights.add)).toEqual([]);
    expect(weight.value).toBe("6.2");
    await user.type(weight, "{Enter}");
    await user.click(await screen.findByRole("button", { name: "Save Anyway" }));
    expect(fakeConvex.callsOf(api.health.dogWeights.add)).toMatchObject([{ grams: 2812 }]);
    await user.type(weight, "62{Enter}");
    expect(fakeConvex.callsOf(api.health.dogWeights.add)).toHaveLength(2);
  });

  it("reports invalid input at its field, and keeps the typed values after a refusal", async () => {
    fakeConvex.mutation(api.health.dogWeights.add, () => {
      throw coded("VALIDATION_FAILED", { fields: { weighedOn: "Day cannot be before the birth" } });
    });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Save Weight" }));
    expect(screen.getByText("Weight must be a number above zero")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: /^Weight/ }), "62");
    await user.click(screen.getByRole("button", { name: "Save Weight" }));
    expect(await screen.findByText("Day cannot be before the birth")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Weight/ }).value).toBe("62");
  });

  it("shows no refusal at the empty form after the second attempt succeeded", async () => {
    fakeConvex.mutation(api.health.dogWeights.add, () => {
      throw coded("VALIDATION_FAILED", { fields: { weighedOn: "Day cannot be before the birth" } });
    });
    const { user } = open();
    await user.type(screen.getByRole("textbox", { name: /^Weight/ }), "62{Enter}");
    expect(await screen.findByText("Day cannot be before the birth")).toBeTruthy();
    fakeConvex.mutation(api.health.dogWeights.add, () => "stored");
    await user.click(screen.getByRole("button", { name: "Save Weight" }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Weight/ }).value).toBe(""),
    );
    expect(screen.queryByText("Day cannot be before the birth")).toBeNull();
  });
});

describe("the list of weights", () => {
  it("shows the newest weight, the change since the previous one, and the puppy's weights", () => {
    show(
      [
        [28_350, "2025-06-01"],
        [27_216, "2025-05-01"],
      ],
      [{ grams: 410, weighedAt: 1 }],
    );
    open();
    expect(screen.getByText(/on June 1, 2025, \+2.5 lb since May 1, 2025/)).toBeTruthy();
    expect(screen.getByText(/1 puppy weight is included in the curve\./)).toBeTruthy();
  });

  it("lists the latest weights first, and all of them on request", async () => {
    show(
      Array.from({ length: 8 }, (_, index): [number, string] => [20_000 + index, `2025-05-0${8 - index}`]),
    );
    const { user } = open();
    const list = screen.getByRole("list", { name: "Weights" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(6);
    await user.click(screen.getByRole("button", { name: "Show All 8 Weights" }));
    expect(within(list).getAllByRole("listitem")).toHaveLength(8);
  });

  it("changes a weight in its row, and restores a deleted weight", async () => {
    fakeConvex.mutation(api.health.dogWeights.update, () => null);
    fakeConvex.mutation(api.health.dogWeights.remove, () => null);
    fakeConvex.mutation(api.health.dogWeights.add, () => "stored");
    show([[28_350, "2025-06-01"]]);
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Edit the weight of June 1, 2025" }));
    const form = within(screen.getByRole("list", { name: "Weights" }));
    await user.clear(form.getByRole("textbox", { name: /^Weight/ }));
    await user.type(form.getByRole("textbox", { name: /^Weight/ }), "60{Enter}");
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.dogWeights.update)).toMatchObject([
        { weightId: "w0", grams: 27_216 },
      ]),
    );
    await user.click(await screen.findByRole("button", { name: "Delete the weight of June 1, 2025" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(fakeConvex.callsOf(api.health.dogWeights.add)).toMatchObject([
      { grams: 28_350, weighedOn: "2025-06-01" },
    ]);
  });

  it("offers viewers no actions", () => {
    show([[28_350, "2025-06-01"]]);
    open({ role: "viewer" });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});
