/** The kennel's details while two users change them. */
import { useSyncExternalStore } from "react";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { KennelCard } from "@/features/kennels/kennel-card";
import { Link } from "@/lib/router";
import type { KennelSummary } from "@/hooks/use-kennel";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { ROLE_PERMISSIONS } from "@domain/permissions/rules";
import { KennelStub, makeKennel, renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

let kennel: KennelSummary;
let rerender: () => void = () => {};

/** Gets the kennel from the live list of kennels. */
function LiveKennel() {
  const current = useSyncExternalStore(
    (onChange) => {
      rerender = onChange;
      return () => {};
    },
    () => kennel,
  );
  return (
    <KennelStub kennel={current}>
      <KennelCard />
    </KennelStub>
  );
}

function showKennel(changes: Partial<KennelSummary>): void {
  kennel = { ...kennel, ...changes, updatedAt: kennel.updatedAt + 1 };
  act(() => rerender());
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const SAVED_AT = new Date(2026, 10, 21, 10, 42).getTime();

beforeEach(() => {
  sessionStorage.clear();
  fakeConvex.reset();
  kennel = makeKennel({ phone: "555" });
  fakeConvex.query(api.kennels.kennels.editsSince, () => [
    { savedAt: SAVED_AT, fields: ["phone", "email"], name: "Stefan Berg", isSelf: false },
  ]);
  fakeConvex.mutation(
    api.kennels.kennels.update,
    ({ kennelId: _id, expectedUpdatedAt: _version, ...changes }) => {
      kennel = { ...kennel, ...changes, updatedAt: kennel.updatedAt + 1 };
      return kennel;
    },
  );
});

describe("[GAP-API-11] another user's change of the kennel", () => {
  it("appears in untouched fields, and is not sent back", async () => {
    const { user } = renderScreen(<LiveKennel />);
    await user.type(field(/^Prefix/u), "Oak");
    showKennel({ email: "info@oak.example" });
    expect(field(/^Email/u).value).toBe("info@oak.example");
    expect(screen.getByText("Stefan Berg changed Email in the meantime.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    expect(fakeConvex.callsOf(api.kennels.kennels.update)).toEqual([
      { kennelId: "kennel1", expectedUpdatedAt: 2, prefix: "Oak" },
    ]);
    expect(await screen.findByText("Kennel settings updated")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save Kennel" }).hasAttribute("disabled")).toBe(true);
    expect(screen.queryByText(/in the meantime/u)).toBeNull();
  });

  it("shows no message to users who may only read", () => {
    renderScreen(<LiveKennel />);
    showKennel({ email: "info@oak.example" });
    expect(field(/^Email/u).value).toBe("info@oak.example");
    expect(screen.queryByText(/in the meantime/u)).toBeNull();
  });

  it("of the same field must be decided before anything is saved", async () => {
    const { user } = renderScreen(<LiveKennel />);
    await user.type(field(/^Phone/u), "-1");
    showKennel({ phone: "777" });
    expect(field(/^Phone/u).value).toBe("555-1");
    expect(screen.getByText("Stefan Berg changed Phone, and so did you.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    expect(fakeConvex.callsOf(api.kennels.kennels.update)).toEqual([]);
    const choice = within(screen.getByRole("dialog", { name: "Two Versions of the Kennel Details" }));
    const theirs = choice.getByRole("radio", { name: /^Theirs/u }).closest("label");
    expect(theirs?.textContent).toMatch(/Stefan Berg.*777/u);
    await user.click(choice.getByRole("radio", { name: /^Mine/u }));
    await user.click(choice.getByRole("button", { name: "Save Chosen" }));
    expect(fakeConvex.callsOf(api.kennels.kennels.update)).toEqual([
      { kennelId: "kennel1", expectedUpdatedAt: 2, phone: "555-1" },
    ]);
  });

  it("that is known only after the server's refusal is merged and saved again automatically", async () => {
    const { user } = renderScreen(<LiveKennel />);
    await user.type(field(/^Prefix/u), "Oak");
    fakeConvex.mutation(api.kennels.kennels.update, ({ expectedUpdatedAt }) => {
      if (expectedUpdatedAt === 1) throw coded("STALE_UPDATE");
      return { ...kennel, prefix: "Oak", updatedAt: 3 };
    });
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    showKennel({ email: "info@oak.example" });
    expect(await screen.findByText("Kennel settings updated")).toBeTruthy();
    expect(fakeConvex.callsOf(api.kennels.kennels.update).at(-1)).toEqual({
      kennelId: "kennel1",
      expectedUpdatedAt: 2,
      prefix: "Oak",
    });
  });

  it("does not replace text that is typed during a save", async () => {
    let finish: (saved: unknown) => void = () => {};
    fakeConvex.mutation(api.kennels.kennels.update, () => new Promise((resolve) => (finish = resolve)));
    const { user } = renderScreen(<LiveKennel />);
    await user.type(field(/^Prefix/u), " Oak ");
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    await user.type(field(/^Phone/u), "-1");
    await act(async () => finish({ ...kennel, prefix: "Oak", updatedAt: 2 }));
    expect(field(/^Prefix/u).value).toBe("Oak");
    expect(field(/^Phone/u).value).toBe("555-1");
    expect(screen.getByRole("button", { name: "Save Kennel" }).hasAttribute("disabled")).toBe(false);
  });
});

describe("text that was not saved", () => {
  /** The page with the details, and a page beside it. */
  const showPage = () =>
    renderScreen(<LiveKennel />, {
      path: "/kennel",
      siblings: [{ path: "/contract", element: <p>Contract</p> }],
    });
  type Page = ReturnType<typeof showPage>;
  const goTo = async ({ router }: Page, path: string) => await act(async () => await router.navigate(path));
  const note = () => screen.queryByText("What you typed here earlier was not saved.");

  it("is offered again after the user has left the page, and saves on top of what others saved since", async () => {
    const page = showPage();
    const { user } = page;
    await user.type(field(/^Address/u), "4 Mill Lane");
    await goTo(page, "/contract");
    showKennel({ email: "info@oak.example" });
    await goTo(page, "/kennel");
    expect(field(/^Address/u).value).toBe("");
    expect(note()).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Restore" }));
    expect(field(/^Address/u).value).toBe("4 Mill Lane");
    expect(field(/^Email/u).value).toBe("info@oak.example");
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    expect(fakeConvex.callsOf(api.kennels.kennels.update)).toEqual([
      { kennelId: "kennel1", expectedUpdatedAt: 2, address: "4 Mill Lane" },
    ]);
    await goTo(page, "/contract");
    await goTo(page, "/kennel");
    expect(note()).toBeNull();
  });

  it("must be compared if somebody else has changed the same field since", async () => {
    const page = showPage();
    const { user } = page;
    await user.type(field(/^Phone/u), "-1");
    await goTo(page, "/contract");
    showKennel({ phone: "777" });
    await goTo(page, "/kennel");
    await user.click(screen.getByRole("button", { name: "Restore" }));
    expect(screen.getByText("Stefan Berg changed Phone, and so did you.")).toBeTruthy();
  });

  it("is not offered if the user took it back or discards it", async () => {
    const page = showPage();
    const { user } = page;
    await user.type(field(/^Phone/u), "1{Backspace}");
    await goTo(page, "/contract");
    await goTo(page, "/kennel");
    expect(note()).toBeNull();
    await user.type(field(/^Phone/u), "1");
    await goTo(page, "/contract");
    await goTo(page, "/kennel");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await goTo(page, "/contract");
    await goTo(page, "/kennel");
    expect(note()).toBeNull();
  });

  it("is only what was typed during the last save", async () => {
    let finish: (saved: unknown) => void = () => {};
    fakeConvex.mutation(api.kennels.kennels.update, () => new Promise((resolve) => (finish = resolve)));
    const page = showPage();
    const { user } = page;
    await user.type(field(/^Prefix/u), "Oak");
    await user.click(screen.getByRole("button", { name: "Save Kennel" }));
    await user.type(field(/^Phone/u), "-1");
    kennel = { ...kennel, prefix: "Oak", updatedAt: 2 };
    await act(async () => finish(kennel));
    await goTo(page, "/contract");
    await goTo(page, "/kennel");
    await user.click(screen.getByRole("button", { name: "Restore" }));
    expect(field(/^Prefix/u).value).toBe("Oak");
    expect(field(/^Phone/u).value).toBe("555-1");
    expect(screen.queryByText(/and so did you/u)).toBeNull();
  });

  it("is not offered to users who may only read", async () => {
    const page = showPage();
    await page.user.type(field(/^Phone/u), "1");
    await goTo(page, "/contract");
    kennel = makeKennel({ role: "viewer", permissions: ROLE_PERMISSIONS.viewer });
    await goTo(page, "/kennel");
    expect(note()).toBeNull();
  });
});

it("a link to a missing value leads to its field, and saving returns to the screen with the link", async () => {
  const { user } = renderScreen(
    <Link to="/kennel?field=phone" state={{ fromScreen: true }}>
      Phone
    </Link>,
    {
      path: "/contract",
      siblings: [{ path: "/kennel", element: <LiveKennel /> }],
    },
  );
  await user.click(screen.getByRole("link", { name: "Phone" }));
  await waitFor(() => expect(document.activeElement).toBe(field(/^Phone/u)));
  await user.keyboard("1");
  await user.click(screen.getByRole("button", { name: "Save Kennel" }));
  await user.click(await screen.findByRole("link", { name: "Phone" }));
  // The saved text is no draft.
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
});
