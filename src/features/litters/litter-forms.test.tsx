// @vitest-environment jsdom
/** The forms of a litter and its puppies. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LitterFormDialog } from "@/features/litters/litter-form-dialog";
import { PuppyFormDialog } from "@/features/litters/puppy-form-dialog";
import type { Litter, Puppy } from "@/features/litters/litter-words";
import { useLiveQuery } from "@/hooks/use-live-query";
import { WeightUnitsProvider } from "@/hooks/use-weight-units";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makeLitter, makePuppy } from "@/testing/litters";
import { renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-02-01" }));

const onClose = vi.fn();

/** As on the litter's page, the dialogs get the current stored litter. */
function LitterForm() {
  const litter = useLiveQuery(api.litters.litters.get, { litterId: "litter1" }).data;
  return litter ? <LitterFormDialog litter={litter} onClose={onClose} /> : null;
}
function PuppyForm() {
  const litter = useLiveQuery(api.litters.litters.get, { litterId: "litter1" }).data;
  return litter ? <PuppyFormDialog puppy={makePuppy()} litter={litter} onClose={onClose} /> : null;
}
const store = (litter: Litter) => fakeConvex.query(api.litters.litters.get, () => litter);
const storePuppy = (...puppies: Puppy[]) => store(makeLitter({ puppies }));

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`, "u"));
const press = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  fakeConvex.reset();
  sessionStorage.clear();
  onClose.mockReset();
  store(makeLitter());
  fakeConvex.query(api.litters.litters.editsSince, () => [
    { savedAt: 2, fields: ["whelping.notes", "numberBorn"], name: "Tom", isSelf: false },
  ]);
  fakeConvex.query(api.litters.puppies.editsSince, () => [
    { savedAt: 2, fields: ["priceCents"], name: "Tom", isSelf: false },
  ]);
  fakeConvex.mutation(api.litters.litters.update, () => ({ warnings: [] }));
  fakeConvex.mutation(api.litters.puppies.update, () => null);
});

describe("the form of a litter", () => {
  it("sends only the changed fields, on top of the version with which it was opened", async () => {
    const { user } = renderScreen(<LitterForm />);
    await user.clear(field("Born"));
    await user.type(field("Born"), "3");
    await user.type(field("Whelping notes"), "Calm");
    await user.click(screen.getByLabelText("A veterinarian was present"));
    await user.click(press("Update Litter"));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(fakeConvex.callsOf(api.litters.litters.update)).toEqual([
      {
        litterId: "litter1",
        today: "2025-02-01",
        expectedUpdatedAt: 1,
        numberBorn: 3,
        whelping: { notes: "Calm", veterinarianPresent: true },
      },
    ]);
  });

  it("has a closed section for the birth, and asks about a caesarean once that is chosen", async () => {
    const { user } = renderScreen(<LitterForm />);
    expect(screen.queryByLabelText("Placentae")).toBeNull();
    await user.click(press("Birth"));
    await user.type(field("Placentae"), "3");
    expect(screen.queryByRole("combobox", { name: /^Caesarean was/iu })).toBeNull();
    await user.click(screen.getByRole("combobox", { name: "Birth" }));
    await user.click(screen.getByRole("option", { name: "Caesarean" }));
    await user.click(screen.getByRole("combobox", { name: /^Caesarean was/iu }));
    await user.click(screen.getByRole("option", { name: "Planned" }));
    await user.click(press("Update Litter"));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(fakeConvex.callsOf(api.litters.litters.update)[0]).toMatchObject({
      ...{ birth: "caesarean", caesareanPlanned: "planned", whelping: { placentae: 3 } },
    });
  });

  it("refuses an invalid number of placentae at its field", async () => {
    fakeConvex.mutation(api.litters.litters.update, () => {
      throw coded("VALIDATION_FAILED", { fields: { "whelping.placentae": "Placentae must be at most 24" } });
    });
    const { user } = renderScreen(<LitterForm />);
    await user.click(press("Birth"));
    await user.type(field("Placentae"), "99");
    await user.click(press("Update Litter"));
    expect(await screen.findByText("Placentae must be at most 24")).toBeTruthy();
    expect(field("Placentae").value).toBe("99");
  });

  it("[GAP-LIT-02] refuses contradictory numbers before sending anything", async () => {
    const { user } = renderScreen(<LitterForm />);
    await user.clear(field("Alive"));
    await user.type(field("Alive"), "5");
    await user.clear(field("Males"));
    await user.click(press("Update Litter"));
    expect(await screen.findByText("Number of males must be a number")).toBeTruthy();
    await user.type(field("Males"), "1");
    await user.click(press("Update Litter"));
    expect(await screen.findByText("Number alive cannot be more than the number born")).toBeTruthy();
    expect(fakeConvex.callsOf(api.litters.litters.update)).toEqual([]);
  });

  it("[GAP-API-11] merges another user's changes, and asks which value to keep if both changed a field", async () => {
    const { user } = renderScreen(<LitterForm />);
    await user.type(field("Whelping notes"), "Mine");
    const whelping = { ...makeLitter().whelping, notes: "Theirs" };
    act(() => store(makeLitter({ numberBorn: 4, whelping, updatedAt: 2 })));
    await waitFor(() => expect(field("Born").value).toBe("4"));
    expect(screen.getByText(/Tom changed Numbers of Puppies in the meantime/u)).toBeTruthy();
    await user.click(press("Update Litter"));
    const choice = within(screen.getByRole("dialog", { name: "Two Versions of Rex × Bella" }));
    await user.click(choice.getByRole("radio", { name: /^Mine/u }));
    await user.click(choice.getByRole("button", { name: "Save Chosen" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.litters.litters.update)).toMatchObject([
        { expectedUpdatedAt: 2, whelping: { notes: "Mine" } },
      ]),
    );
  });

  it("[GAP-AUTH-08] keeps the text of an expired session, and asks before discarding it", async () => {
    const first = renderScreen(<LitterForm />);
    await first.user.type(field("Whelping notes"), "Long night");
    first.unmount();
    const { user } = renderScreen(<LitterForm />);
    await user.click(press("Restore"));
    expect(field("Whelping notes").value).toBe("Long night");
    await user.keyboard("{Escape}");
    const question = within(screen.getByRole("alertdialog", { name: "Discard what you typed?" }));
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(onClose).not.toHaveBeenCalled();
    expect(field("Whelping notes").value).toBe("Long night");
  });
});

describe("the form of a puppy", () => {
  it("sends only the changed fields, with amounts in cents", async () => {
    storePuppy(makePuppy());
    const { user } = renderScreen(<PuppyForm />);
    await user.type(field("Price"), "1,500.50");
    await user.type(field("Color"), "Tricolor");
    await user.click(press("Update Puppy"));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.litters.puppies.update)).toEqual([
        { puppyId: "puppy1", expectedUpdatedAt: 1, priceCents: 150_050, color: "Tricolor" },
      ]),
    );
  });

  const openInPounds = () => {
    fakeConvex.query(api.accounts.userSettings.get, () => ({ weightUnits: { dog: "lb", puppy: "lb" } }));
    storePuppy(makePuppy({ birthWeightGrams: 412 }));
    return renderScreen(
      <WeightUnitsProvider>
        <PuppyForm />
      </WeightUnitsProvider>,
    );
  };

  it("accepts a birth weight in pounds and ounces for users of these units, and refuses an invalid weight", async () => {
    const { user } = openInPounds();
    expect(field("Birth weight").value).toBe("14.5 oz");
    await user.clear(field("Birth weight"));
    await user.type(field("Birth weight"), "light");
    await user.click(press("Update Puppy"));
    expect(await screen.findByText(/^Birth weight must be/u)).toBeTruthy();
    await user.clear(field("Birth weight"));
    await user.type(field("Birth weight"), "1 lb 2.5 oz");
    await user.click(press("Update Puppy"));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.litters.puppies.update)).toMatchObject([{ birthWeightGrams: 524 }]),
    );
  });

  /** Stores a puppy with a tenth of its littermates' weight. */
  const storeLightPuppy = () =>
    storePuppy(
      makePuppy({ birthWeightGrams: 41 }),
      ...[400, 420].map((birthWeightGrams, at) =>
        makePuppy({ _id: `other${at}` as Puppy["_id"], birthWeightGrams }),
      ),
    );

  it("asks about a birth weight that is far from the littermates' weights", async () => {
    storeLightPuppy();
    const { user } = renderScreen(<PuppyForm />);
    await user.clear(field("Birth weight"));
    await user.type(field("Birth weight"), "42");
    await user.click(press("Update Puppy"));
    const question = "42 g is 90% less than its littermates' median of 410 g. Save anyway?";
    const asked = await screen.findByRole("alertdialog", { name: question });
    await user.click(within(asked).getByRole("button", { name: "Correct It" }));
    expect(field("Birth weight").value).toBe("42");
    await user.click(press("Update Puppy"));
    await user.click(await screen.findByRole("button", { name: "Save Anyway" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.litters.puppies.update)).toMatchObject([{ birthWeightGrams: 42 }]),
    );
  });

  it("does not ask again about a confirmed birth weight", async () => {
    storeLightPuppy();
    const { user } = renderScreen(<PuppyForm />);
    await user.type(field("Color"), "Tricolor");
    await user.click(press("Update Puppy"));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.litters.puppies.update)).toMatchObject([{ color: "Tricolor" }]),
    );
  });

  it("keeps an untouched birth weight exact to the gram, even if it is shown in ounces", async () => {
    const { user } = openInPounds();
    await user.type(field("Color"), "Tricolor");
    await user.click(press("Update Puppy"));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.litters.puppies.update)).toEqual([
        { puppyId: "puppy1", expectedUpdatedAt: 1, color: "Tricolor" },
      ]),
    );
  });

  it("refuses an invalid amount at its field", async () => {
    storePuppy(makePuppy());
    const { user } = renderScreen(<PuppyForm />);
    await user.type(field("Price"), "a lot");
    await user.click(press("Update Puppy"));
    expect(await screen.findByText("Price must be a number")).toBeTruthy();
    expect(fakeConvex.callsOf(api.litters.puppies.update)).toEqual([]);
  });

  it("[GAP-API-11] names the user who changed the same field, and says that the puppy was deleted", async () => {
    storePuppy(makePuppy());
    const { user } = renderScreen(<PuppyForm />);
    await user.type(field("Price"), "900");
    act(() => storePuppy(makePuppy({ priceCents: 120_000, updatedAt: 2 })));
    expect(await screen.findByText(/Tom changed Price, and so did you/u)).toBeTruthy();
    act(() => storePuppy());
    expect(await screen.findByText(/Somebody else deleted this puppy/u)).toBeTruthy();
    expect(field("Price").value).toBe("900");
  });
});
