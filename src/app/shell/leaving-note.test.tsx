/**
 * The message that a kennel will be deleted, in the shell and in Settings: when, for whom, and how to cancel it.
 */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { LeavingNote } from "@/app/shell/shell";
import { LeaveCard } from "@/features/kennels/leave-card";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { KennelStub, makeKennel, renderScreen } from "@/testing/render";
import type { Role } from "@domain/permissions/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.kennels.kennels.removedBackups, () => []);
});

const deletesAt = new Date(2027, 0, 15, 12).getTime();
const open = (role: Role, changes: { deletesAt?: number } = { deletesAt }) =>
  renderScreen(
    <KennelStub kennel={makeKennel({ role, ...changes })}>
      <LeavingNote />
      <LeaveCard />
    </KennelStub>,
  );

describe("a kennel that is about to go", () => {
  it("[GAP-KEN-06] says so to everybody, with the day", () => {
    open("viewer");
    expect(screen.getByText(/^Oakhollow will be deleted on January 15, 2027/u)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Keep Kennel" })).toBeNull();
    expect(screen.getByText(/unless an owner keeps it/u)).toBeTruthy();
  });

  it("is kept by an owner with one click, and cannot be requested again in the meantime", async () => {
    fakeConvex.mutation(api.kennels.kennels.keep, () => null);
    const { user } = open("owner");
    expect(screen.queryByRole("button", { name: "Delete Kennel" })).toBeNull();
    const [inShell] = screen.getAllByRole("button", { name: "Keep Kennel" });
    if (inShell) await user.click(inShell);
    expect(fakeConvex.callsOf(api.kennels.kennels.keep)).toEqual([{ kennelId: "kennel1" }]);
    await waitFor(() => expect(screen.getByText("Oakhollow stays")).toBeTruthy());
  });

  it("says why it could not be kept", async () => {
    fakeConvex.mutation(api.kennels.kennels.keep, () => {
      throw coded("NOT_FOUND");
    });
    const { user } = open("owner");
    const [inShell] = screen.getAllByRole("button", { name: "Keep Kennel" });
    if (inShell) await user.click(inShell);
    expect(await screen.findByText(/Failed to keep the kennel/u)).toBeTruthy();
  });

  it("says nothing while the kennel stays", () => {
    open("owner", {});
    expect(screen.queryByText(/will be deleted on/u)).toBeNull();
    expect(screen.getByRole("button", { name: "Delete Kennel" })).toBeTruthy();
  });
});
