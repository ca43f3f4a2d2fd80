/** The owner of weights that are typed without a connection, when the signed-in user is unknown. */
import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { weighingQueue } from "@/entities/weights/weighing-queue";
import { WeighingSender } from "@/features/litters/weighing-sender";
import { OfflineContext } from "@/hooks/use-offline";
import { fakeConvex } from "@/testing/fake-convex";
import { makeIdentity, renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const as = (_id: string, email = `${_id}@example.com`) => {
  fakeConvex.query(api.accounts.users.me, () => ({ _id, email }));
  return renderScreen(<WeighingSender />, { identity: makeIdentity({ user: { name: email, email } }) });
};
const weigh = (entryKey: string) =>
  weighingQueue().add({
    ...({
      kind: "weigh",
      litterId: "litter-of-ann",
      puppyId: "puppy-of-ann",
      grams: 412,
      weighedAt: 1,
    } as const),
    entryKey,
  });
/** The sent entries of the puppy in this test. */
const sent = () =>
  fakeConvex
    .callsOf(api.litters.puppyWeights.add)
    .map((call) => call as { puppyId: string; entryKey: string })
    .filter(({ puppyId }) => puppyId === "puppy-of-ann")
    .map(({ entryKey }) => entryKey);

it("offline weights belong to the account that was last signed in here, and no other account sends them", async () => {
  fakeConvex.mutation(api.litters.puppyWeights.add, () => Promise.reject(new Error("You are offline")));
  fakeConvex.query(api.accounts.users.me, () => ({ _id: "ann", email: "ann@example.com" }));
  const { user: _, ...unknown } = makeIdentity({ status: "loading" });
  const offline = renderScreen(
    <OfflineContext value={{ at: 1 }}>
      <WeighingSender />
    </OfflineContext>,
    { identity: unknown },
  );
  weigh("hers");
  await waitFor(() => expect(sent()).toEqual(["hers"]));
  offline.unmount();

  fakeConvex.mutation(api.litters.puppyWeights.add, () => ({ outcome: "stored", other: null }));
  const ben = as("ben");
  weigh("his");
  await waitFor(() => expect(sent()).toEqual(["hers", "his"]));
  ben.unmount();

  // Meanwhile, the user has changed her email address on another device.
  as("ann", "ann@oak-hill.example");
  await waitFor(() => expect(sent()).toEqual(["hers", "his", "hers"]));
  await waitFor(() =>
    expect(
      weighingQueue()
        .read()
        .entries.filter((entry) => entry.kind === "weigh" && entry.litterId === "litter-of-ann"),
    ).toEqual([]),
  );
});
