/** Questions about weights that are likely typing errors, in the keypad and in the whelping log. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { WeighingPage } from "@/features/litters/weighing-page";
import { weighingQueue } from "@/entities/weights/weighing-queue";
import { WhelpingLog } from "@/features/litters/whelping-log";
import { fakeConvex } from "@/testing/fake-convex";
import { makeLitter, makePuppy } from "@/testing/litters";
import { addDays } from "@domain/dates/calendar-days";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DAY_MS = 86_400_000;
const puppy = makePuppy({ name: "Moss", collarColor: "Red", birthWeightGrams: 412 });
const litter = makeLitter({ puppies: [puppy] });
const weighedAt = new Date(2025, 9, 24, 12).getTime();
/**
 * The entries that the keypad sent or still stores. A temperature from a test of another file may be in the same
 * queue.
 */
const kept = () =>
  weighingQueue()
    .read()
    .entries.filter((entry) => entry.kind !== "temperature")
    .map((entry) => (entry.kind === "weigh" ? entry.grams : "undo"));

beforeEach(() => {
  fakeConvex.reset();
  vi.setSystemTime(weighedAt + DAY_MS);
  fakeConvex.query(api.litters.litters.get, () => litter);
  fakeConvex.query(api.litters.puppyWeights.recent, () => [
    { puppyId: puppy._id, grams: 6313, weighedAt, entryKey: "one" },
  ]);
});

describe("the keypad", () => {
  const open = async () => {
    const { user } = renderScreen(<WeighingPage />, {
      path: "/dashboard/litters/:litterId/weigh",
      at: `/dashboard/litters/${litter._id}/weigh`,
    });
    await screen.findByRole("region", { name: "Moss" });
    return { user, board: screen.getByRole("region", { name: "Moss" }) };
  };

  it("asks about a weight far from the last one, keeps the typed value, and saves it after a confirmation", async () => {
    const { user, board } = await open();
    await user.keyboard("63");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("alertdialog", { name: "63 g is 99% less than on Oct 24. Save anyway?" });
    // The question receives the keys now.
    await user.keyboard("7");
    await user.click(screen.getByRole("button", { name: "Correct It" }));
    expect(kept()).toEqual([]);
    expect(board.querySelector("output")?.textContent).toBe("63 g");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.click(await screen.findByRole("button", { name: "Save Anyway" }));
    expect(kept()).toEqual([63]);
    // The correct weight needs no confirmation, although the wrong weight is still recorded.
    await user.keyboard("6350");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(kept()).toEqual([63, 6350]);
  });

  it("asks about a weight that no puppy reaches, although the last weight is weeks old", async () => {
    // The other tests' weights are still stored for the other puppy.
    const light = makePuppy({ ...puppy, _id: "light" as never, birthWeightGrams: 304 });
    fakeConvex.query(api.litters.litters.get, () =>
      makeLitter({ puppies: [light], whelpingDate: addDays("2025-10-25", -57) }),
    );
    fakeConvex.query(api.litters.puppyWeights.recent, () => []);
    const { user } = await open();
    await user.keyboard("9999{Enter}");
    await screen.findByRole("alertdialog", {
      name: "9,999 g is 33 times as much as at birth. Save anyway?",
    });
    await user.click(screen.getByRole("button", { name: "Correct It" }));
    expect(kept()).not.toContain(9999);
    for (const _digit of "9999") await user.keyboard("{Backspace}");
    await user.keyboard("4100{Enter}");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(kept()).toContain(4100);
  });

  it("saves by Enter, even while the chosen puppy's button has the focus", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: /^Moss/u }));
    await user.keyboard("6390{Enter}");
    expect(kept()).toContain(6390);
  });

  it("names the collar beside its color", async () => {
    const { board } = await open();
    expect(board.textContent).toContain("Red collar");
  });
});

describe("the whelping log", () => {
  it("asks about a birth weight far from the littermates' weights", async () => {
    fakeConvex.mutation(api.litters.puppies.create, () => ({ order: 2 }));
    const { user } = renderScreen(<WhelpingLog litter={litter} />);
    const weight = screen.getByLabelText<HTMLInputElement>(/^Weight/u);
    await user.type(weight, "41{Enter}");
    await screen.findByRole("alertdialog", {
      name: "41 g is 90% less than its littermates' median of 412 g. Save anyway?",
    });
    await user.click(screen.getByRole("button", { name: "Correct It" }));
    expect(weight.value).toBe("41");
    await user.clear(weight);
    await user.type(weight, "390{Enter}");
    await waitFor(() => expect(weight.value).toBe(""));
    expect(fakeConvex.callsOf(api.litters.puppies.create)).toMatchObject([{ birthWeightGrams: 390 }]);
  });
});
