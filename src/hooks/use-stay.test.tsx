/** The user's presence as other members see it. */
import { useState } from "react";
import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { companionsOf, useDogCompanions, useKennelCompanions } from "@/hooks/use-stay";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const anna = { userId: "u1", name: "Anna", isSelf: true };
const stefan = { userId: "u2", name: "Stefan", isSelf: false };
const present = [
  { userId: "u1", isEditing: true },
  { userId: "u2", isEditing: false },
];
const ticket = { room: "room", sessionToken: "token" };

beforeEach(() => {
  fakeConvex.reset();
  for (const name of ["beatDog", "beatPlace"] as const)
    fakeConvex.mutation(api.kennels.presence[name], () => ticket);
  fakeConvex.mutation(api.kennels.presence.leave, () => null);
  fakeConvex.query(api.kennels.presence.people, () => [anna, stefan]);
  fakeConvex.query(api.kennels.presence.atPlace, () => present);
  fakeConvex.query(api.kennels.presence.atDog, () => present);
});

function AtDog({ isEditing = false }) {
  return <p>{useDogCompanions("dog1", isEditing).map(({ name }) => name)}</p>;
}
function AtSettings() {
  return <p>{useKennelCompanions("settings", false).map(({ name }) => name)}</p>;
}

async function hide(isHidden: boolean): Promise<void> {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
}

describe("the user's presence", () => {
  it("shows other members but not the user, and ends with the screen", async () => {
    const view = renderScreen(<AtDog isEditing />);
    expect(await screen.findByText("Stefan")).toBeTruthy();
    expect(fakeConvex.callsOf(api.kennels.presence.beatDog)).toEqual([
      { dogId: "dog1", isEditing: true, isArriving: true, windowId: expect.any(String) },
    ]);
    await act(async () => {});
    view.unmount();
    expect(fakeConvex.callsOf(api.kennels.presence.leave)).toEqual([ticket]);
  });

  it("sends and queries nothing in a kennel of one person", async () => {
    fakeConvex.query(api.kennels.presence.people, () => [anna]);
    renderScreen(
      <>
        <AtDog />
        <AtSettings />
      </>,
    );
    await act(async () => {});
    expect(fakeConvex.calls).toEqual([]);
    expect(fakeConvex.subscriptionsOf(api.kennels.presence.atDog)).toEqual([]);
    expect(fakeConvex.subscriptionsOf(api.kennels.presence.atPlace)).toEqual([]);
  });

  it("includes the screen while Settings is open", async () => {
    renderScreen(<AtSettings />);
    await act(async () => {});
    expect(fakeConvex.callsOf(api.kennels.presence.beatPlace)[0]).toMatchObject({
      kennelId: "kennel1",
      place: "settings",
    });
  });

  it("includes the current screen in a kennel, and continues when the screen changes", async () => {
    function AtScreens() {
      const [where, setWhere] = useState<"dogs" | "health">("dogs");
      const people = useKennelCompanions("kennel", false, { screen: where });
      return <button onClick={() => setWhere("health")}>{people.map(({ at }) => at?.[0]?.record)}</button>;
    }
    fakeConvex.query(api.kennels.presence.atPlace, () => [
      { userId: "u2", isEditing: false, at: [{ screen: "dogs", record: "Bella" }] },
    ]);
    const { user } = renderScreen(<AtScreens />);
    await act(async () => {});
    await user.click(screen.getByRole("button", { name: "Bella" }));
    await act(async () => {});
    expect(fakeConvex.callsOf(api.kennels.presence.beatPlace)).toMatchObject([
      { place: "kennel", isArriving: true, where: { screen: "dogs" } },
      { place: "kennel", isArriving: false, where: { screen: "health" }, leaving: ticket },
    ]);
    expect(fakeConvex.callsOf(api.kennels.presence.leave)).toEqual([]);
  });

  it("of a viewer ends while the page is hidden, and then continues; the presence of an editor never pauses", async () => {
    const viewer = renderScreen(<AtDog />);
    await act(async () => {});
    await hide(true);
    expect(fakeConvex.callsOf(api.kennels.presence.leave)).toHaveLength(1);
    await hide(false);
    expect(fakeConvex.callsOf(api.kennels.presence.beatDog)).toHaveLength(2);
    viewer.unmount();
    renderScreen(<AtDog isEditing />);
    await act(async () => {});
    const left = fakeConvex.callsOf(api.kennels.presence.leave).length;
    await hide(true);
    await hide(false);
    expect(fakeConvex.callsOf(api.kennels.presence.leave)).toHaveLength(left);
  });

  it("ends on the server when the page closes", async () => {
    const sendBeacon = vi.fn<(url: string, body: Blob) => boolean>(() => true);
    Object.defineProperty(navigator, "sendBeacon", { configurable: true, value: sendBeacon });
    renderScreen(<AtDog />);
    await act(async () => {});
    window.dispatchEvent(new Event("pagehide"));
    const [address, body] = sendBeacon.mock.calls[0] ?? [];
    expect(address).toBe("https://convex.test/api/mutation");
    expect(JSON.parse((await body?.text()) ?? "null")).toEqual({
      path: "kennels/presence:leave",
      args: ticket,
      format: "json",
    });
  });
});

describe("companionsOf", () => {
  const people = ["Cleo", "Anna", "Bob"].map((name) => ({
    userId: name as never,
    name,
    isSelf: name === "Bob",
  }));

  it("sorts editors first, then by name, without the user", () => {
    const here = ["Anna", "Bob", "Cleo"].map((userId) => ({ userId, isEditing: userId === "Cleo" }));
    expect(companionsOf(people, here).map(({ name }) => name)).toEqual(["Cleo", "Anna"]);
  });

  it("omits people who are not members of the kennel", () => {
    expect(companionsOf(people, [{ userId: "Dora", isEditing: true }])).toEqual([]);
  });
});
