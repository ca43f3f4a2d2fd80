/** The message about a pending deletion of the kennel, in the shell and in Settings. */
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

describe("a kennel with a pending deletion", () => {
  it("[GAP-KEN-06] shows the date of the deletion to every member", () => {
    open("viewer");
    expect(screen.getByText(/^Oakhollow will be deleted on January 15, 2027/u)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Keep Kennel" })).toBeNull();
    expect(screen.getByText(/unless an owner keeps it/u)).toBeTruthy();
  });

  it("is kept when an owner cancels with one click; until then, no second deletion can be requested", async () => {
    fakeConvex.mutation(api.kennels.kennels.keep, () => null);
    const { user } = open("owner");
    expect(screen.queryByRole("button", { name: "Delete Kennel" })).toBeNull();
    const [inShell] = screen.getAllByRole("button", { name: "Keep Kennel" });
    if (inShell) await user.click(inShell);
    expect(fakeConvex.callsOf(api.kennels.kennels.keep)).toEqual([{ kennelId: "kennel1" }]);
    await waitFor(() => expect(screen.getByText("Oakhollow stays")).toBeTruthy());
  });

  it("shows why the deletion could not be canceled", async () => {
    fakeConvex.mutation(api.kennels.kennels.keep, () => {
      throw coded("NOT_FOUND");
    });
    const { user } = open("owner");
    const [inShell] = screen.getAllByRole("button", { name: "Keep Kennel" });
    if (inShell) await user.click(inShell);
    expect(await screen.findByText(/Failed to keep the kennel/u)).toBeTruthy();
  });

  it("shows no message without a pending deletion", () => {
    open("owner", {});
    expect(screen.queryByText(/will be deleted on/u)).toBeNull();
    expect(screen.getByRole("button", { name: "Delete Kennel" })).toBeTruthy();
  });
});
