// @vitest-environment jsdom
/** The form of a heat, and the history on the heat's card. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HeatCard } from "@/entities/heats/heat-card";
import { HeatFormDialog } from "@/entities/heats/heat-form-dialog";
import type { HeatEntry } from "@/entities/heats/use-heat-actions";
import { useLiveQuery } from "@/hooks/use-live-query";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const TODAY = "2025-06-15";
const BELLA = { _id: "bella", name: "Bella" };
const onClose = vi.fn();

const makeHeat = (fields: Partial<HeatEntry> = {}): HeatEntry => ({
  _id: "heat1" as HeatEntry["_id"],
  kennelId: "kennel1" as never,
  dogId: "bella" as HeatEntry["dogId"],
  createdAt: 1,
  startOn: "2025-06-01",
  endOn: null,
  signs: ["bleeding"],
  notes: "Calm",
  updatedAt: 1,
  readings: [],
  matings: [],
  ...fields,
});

function HeatForm() {
  const log = useLiveQuery(api.heats.heats.ofDog, { dogId: "bella" }).data;
  const live = log?.heats[0] ?? null;
  return <HeatFormDialog dog={BELLA} heat={makeHeat()} live={live} today={TODAY} onClose={onClose} />;
}
const store = (...heats: HeatEntry[]) => fakeConvex.query(api.heats.heats.ofDog, () => ({ heats }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`, "u"));
const press = (name: string | RegExp) => screen.getByRole("button", { name });

beforeEach(() => {
  fakeConvex.reset();
  sessionStorage.clear();
  onClose.mockReset();
  store(makeHeat());
  fakeConvex.query(api.heats.heats.editsSince, () => [
    { savedAt: 2, fields: ["signs"], name: "Tom", isSelf: false },
  ]);
  fakeConvex.mutation(api.heats.heats.add, () => makeHeat());
  fakeConvex.mutation(api.heats.heats.update, () => null);
});

describe("the form of a heat", () => {
  it("records a new heat with its signs in their usual order", async () => {
    const { user } = renderScreen(<HeatFormDialog dog={BELLA} today={TODAY} onClose={onClose} />);
    await user.click(screen.getByLabelText("Flagging"));
    await user.click(screen.getByLabelText("Swollen"));
    await user.click(press(/^(Add|Update) Heat$/u));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(fakeConvex.callsOf(api.heats.heats.add)).toEqual([
      {
        dogId: "bella",
        today: TODAY,
        startOn: TODAY,
        endOn: null,
        signs: ["bleeding", "swelling", "flagging"],
        notes: null,
      },
    ]);
  });

  it("sends only the changed fields of an existing heat", async () => {
    const { user } = renderScreen(<HeatForm />);
    await user.click(screen.getByLabelText("Swollen"));
    await user.click(press(/^(Add|Update) Heat$/u));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.heats.heats.update)).toEqual([
        { heatId: "heat1", today: TODAY, expectedUpdatedAt: 1, signs: ["bleeding", "swelling"] },
      ]),
    );
  });

  it("[GAP-API-11] lets the breeder choose if somebody else changed the same field", async () => {
    const { user } = renderScreen(<HeatForm />);
    await user.click(screen.getByLabelText("Swollen"));
    act(() => store(makeHeat({ signs: ["bleeding", "standing"], updatedAt: 2 })));
    expect(await screen.findByText(/Tom changed Signs, and so did you/u)).toBeTruthy();
    await user.click(press(/^(Add|Update) Heat$/u));
    const choice = within(screen.getByRole("dialog", { name: "Two Versions of the Heat of Bella" }));
    expect(choice.getByText("Bleeding, Standing for a male")).toBeTruthy();
    await user.click(choice.getByRole("radio", { name: /^Mine/u }));
    await user.click(choice.getByRole("button", { name: "Save Chosen" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.heats.heats.update)).toMatchObject([
        { expectedUpdatedAt: 2, signs: ["bleeding", "swelling"] },
      ]),
    );
  });

  it("keeps the text if somebody else deleted the heat, and asks before it discards the text", async () => {
    const { user } = renderScreen(<HeatForm />);
    await user.type(field("Notes"), ", eats well");
    act(() => store());
    expect(await screen.findByText(/Somebody else deleted this heat/u)).toBeTruthy();
    expect(field("Notes").value).toBe("Calm, eats well");
    await user.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog", { name: "Discard what you typed?" })).toBeTruthy();
  });
});

it("the form lists the heat's changes on its card, also for users who may only read", async () => {
  const actions = { onEdit: onClose, onDelete: onClose, onDeleteReading: onClose };
  const { user } = renderScreen(
    <HeatCard heat={makeHeat()} today={TODAY} canWrite={false} isOpenAtFirst {...actions} />,
  );
  await user.click(press("History of the heat of June 1, 2025"));
  expect(await screen.findByRole("dialog", { name: "History of the heat of June 1, 2025" })).toBeTruthy();
});
