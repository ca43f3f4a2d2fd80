/** Whose the weights are that are typed without a connection, when nobody can say who is signed in. */
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
/** What was sent, of the puppy that is weighed here. */
const sent = () =>
  fakeConvex
    .callsOf(api.litters.puppyWeights.add)
    .map((call) => call as { puppyId: string; entryKey: string })
    .filter(({ puppyId }) => puppyId === "puppy-of-ann")
    .map(({ entryKey }) => entryKey);

it("are those of who was last seen here, whose address may change, and nobody else sends them", async () => {
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

  // She has changed her address elsewhere in the meantime.
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
