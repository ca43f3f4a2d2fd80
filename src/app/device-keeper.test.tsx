/**
 * Data of an account that a browser keeps after the user signs out. Nothing that the user read is kept. Typed text
 * is kept only if the session expired.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toast as shown } from "sonner";
import { DeviceKeeper } from "@/app/device-keeper";
import { Toaster } from "@/components/ui/toaster";
import { addPhotos } from "@/entities/photos/add-photos";
import { countUnderWay } from "@/entities/photos/use-photo-uploads";
import { usePersonClient } from "@/identity/convex-client";
import { IdentityContext, type Identity, type SignedOutReason } from "@/identity/identity-context";

import { pageToastId } from "@/lib/toast";

const lastSeen = vi.hoisted(() => ({ clear: vi.fn(() => Promise.resolve()) }));
vi.mock("@/lib/last-seen/last-seen", () => ({ lastSeen: () => lastSeen }));
vi.mock("@/entities/photos/prepare-photo", () => ({ preparePhoto: () => new Promise(() => {}) }));
const told = vi.hoisted(() => vi.fn());
vi.mock("@/lib/toast", async (original) => ({ ...(await original<object>()), toast: { error: told } }));
vi.mock("@/lib/push-device", () => ({ unsubscribe: () => Promise.resolve() }));

/** Maps the beginning of each entry's key to the owner of the entry. */
const KEPT: Readonly<Record<string, "account" | "session" | "device" | "unsent">> = {
  "studbook.greeting": "account",
  "studbook.palette.recent.": "account",
  "studbook.progesterone-laboratory": "account",
  "studbook.last-seen": "account",
  "studbook.draft": "session",
  "studbook.health-export.": "session",
  "studbook.accepted-invitation": "device",
  "studbook.askedUpgrade": "device",
  "studbook.dogs.view": "device",
  "studbook.medication-board": "device",
  "studbook.progesterone-unit": "device",
  "studbook.puppy-weight-unit": "device",
  "studbook.theme": "device",
  "studbook.tutorial.": "device",
  "studbook.weight-unit": "device",
  // Stored with the id of the account that typed the weights (weighing-queue.test.ts).
  "studbook.weighings": "unsent",
};

const namesOf = (whose: string): string[] =>
  Object.keys(KEPT).filter((name) => KEPT[name] === whose && name !== "studbook.last-seen");

function keepFor(identity: Pick<Identity, "status" | "user" | "signedOutReason">) {
  const whole = {
    ...identity,
    ...{ signOut: () => Promise.resolve(), endSession: () => Promise.resolve() },
  };
  return (
    <IdentityContext value={whole}>
      <DeviceKeeper />
      <Client identity={identity} />
    </IdentityContext>
  );
}

function Client({ identity: { status, user } }: { identity: Pick<Identity, "status" | "user"> }) {
  usePersonClient(status === "loading" ? undefined : (user?.email ?? null));
  return null;
}

const signOut = (signedOutReason: SignedOutReason) =>
  render(keepFor({ status: "signedOut", signedOutReason }));

beforeEach(() => {
  for (const name of Object.keys(KEPT)) {
    localStorage.setItem(`${name}.k1`, "Bella");
    sessionStorage.setItem(`${name}.ann@example.com.k1`, "Bella");
  }
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  lastSeen.clear.mockClear();
  told.mockClear();
});

describe("a browser after sign-out", () => {
  it.each(["visitor", "ended", "left"] as const)("stores nothing that the account read: %s", (reason) => {
    signOut(reason);
    const kept = Object.keys(localStorage);
    for (const name of namesOf("account")) expect(kept).not.toContain(`${name}.k1`);
    for (const name of [...namesOf("device"), "studbook.weighings"]) expect(kept).toContain(`${name}.k1`);
    expect(lastSeen.clear).toHaveBeenCalled();
  });

  it("keeps typed text if the session expired, but not if the user signed out", () => {
    const drafts = () =>
      namesOf("session").filter((name) => sessionStorage.getItem(`${name}.ann@example.com.k1`));
    signOut("ended");
    expect(drafts()).toEqual(namesOf("session"));
    cleanup();
    signOut("left");
    expect(drafts()).toEqual([]);
  });

  it("has no stored data that this test does not list", () => {
    const source = path.join(import.meta.dirname, "..");
    const files = readdirSync(source, { recursive: true, encoding: "utf8" });
    const found = files
      .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.|testing/u.test(file))
      .flatMap(
        (file) =>
          readFileSync(path.join(source, file), "utf8").match(/(?<=["`])studbook\.(?!identity)[\w.-]+/gu) ??
          [],
      );
    const known = Object.keys(KEPT);
    expect(new Set(found.filter((name) => !known.some((one) => name.startsWith(one))))).toEqual(new Set());
    expect(known.filter((name) => !found.some((one) => one.startsWith(name)))).toEqual([]);
  });
});

describe("messages after the session ended", () => {
  it("messages of an account disappear when the session ends, but not while it loads; messages of the page remain", async () => {
    const person = { status: "signedIn", user: { name: "Ann", email: "ann@example.com" } } as const;
    const { rerender } = render(keepFor(person));
    render(<Toaster dark={false} />);
    act(() => {
      shown.success("Bella was saved");
      shown.info("A new version is ready", { id: pageToastId("new-version") });
    });
    rerender(keepFor({ status: "loading" }));
    rerender(keepFor(person));
    await screen.findByText("Bella was saved");
    rerender(keepFor({ status: "signedOut", signedOutReason: "left" }));
    await waitFor(() => expect(screen.queryByText("Bella was saved")).toBeNull());
    screen.getByText("A new version is ready");
  });
});

describe("photo uploads", () => {
  const begin = () => {
    const nobody = new ConvexReactClient("http://127.0.0.1:1");
    addPhotos(nobody, { kind: "dog", id: "dog1" }, 0, [new File(["x"], "first.jpg")]);
  };
  const signedIn = (email: string) => keepFor({ status: "signedIn", user: { name: "Ann", email } });
  const loading = keepFor({ status: "loading" });
  const left = keepFor({ status: "signedOut", signedOutReason: "left" });

  it("uploads continue while the session is loading, and stop when it ends", () => {
    const { rerender } = render(loading);
    begin();
    for (const step of [signedIn("ann@example.com"), loading, signedIn("ann@example.com")]) rerender(step);
    expect(countUnderWay("dog1")).toBe(1);
    rerender(left);
    expect(countUnderWay("dog1")).toBe(0);
  });

  it("an upload that stopped at sign-out is reported in a toast that remains visible", () => {
    const { rerender } = render(signedIn("ann@example.com"));
    begin();
    begin();
    rerender(left);
    expect(told).toHaveBeenCalledExactlyOnceWith(
      "You were signed out while 2 photos were on their way. Sign in again and check whether they were saved.",
      { id: "page.lost-photo" },
    );
    rerender(signedIn("bob@example.com"));
    rerender(left);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("uploads stop at sign-out even if no user was loaded yet, and when another user signs in", () => {
    const { rerender } = render(loading);
    begin();
    rerender(left);
    expect(countUnderWay("dog1")).toBe(0);
    rerender(signedIn("ann@example.com"));
    begin();
    rerender(signedIn("bob@example.com"));
    expect(countUnderWay("dog1")).toBe(0);
  });
});
