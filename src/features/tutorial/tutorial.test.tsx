/** The tour and its offer. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { Tutorial } from "@/features/tutorial/tutorial";
import { useTutorial } from "@/features/tutorial/use-tutorial";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import type { Role } from "@domain/permissions/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const COMPLETED = "studbook.tutorial.completed";
const PROMPT_SHOWN = "studbook.tutorial.promptShown";

function Frame() {
  const tutorial = useTutorial();
  return (
    <>
      <button type="button" data-tour="help" onClick={tutorial.start}>
        Help
      </button>
      <nav data-tour="navigation">Menu</nav>
      <main id="main">
        <a href="/dashboard/dogs">Total Dogs</a>
        <button type="button" data-tour="add-dog">
          Add Dog
        </button>
      </main>
      <Tutorial tutorial={tutorial} />
    </>
  );
}

const open = (options: { at?: string; role?: Role } = {}) =>
  renderScreen(<Frame />, { path: "/dashboard/*", at: "/dashboard", ...options });

/** Advances the clock in steps, because React does work between them. */
const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) {
    await act(async () => await vi.advanceTimersByTimeAsync(50));
  }
};
const offer = () => screen.queryByRole("region", { name: "Tour of Studbook" });
const card = () => within(screen.getByRole("dialog"));
const flags = () => [localStorage.getItem(COMPLETED), localStorage.getItem(PROMPT_SHOWN)];
const press = (name: string) => fireEvent.click(card().getByRole("button", { name }));
const startByHelp = async () => {
  screen.getByRole("button", { name: "Help" }).focus();
  fireEvent.click(screen.getByRole("button", { name: "Help" }));
  await screen.findByRole("dialog");
};

// The parts that load on demand are loaded in advance, because their loading time is not part of the test.
beforeAll(async () => {
  await Promise.all([
    import("@/features/tutorial/tutorial-prompt"),
    import("@/features/tutorial/tutorial-tour"),
  ]);
});

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.accounts.users.me, () => ({
    _id: "user1",
    email: "anna@example.com",
    firstName: "Anna",
  }));
  fakeConvex.query(api.accounts.tutorials.get, () => ({ isCompleted: false, isPromptShown: false }));
  fakeConvex.mutation(api.accounts.tutorials.mark, () => ({ isCompleted: false, isPromptShown: true }));
});

describe("the offer of the tour", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("[TUT-04] appears for a new user after 2000 ms, not earlier", async () => {
    open();
    await pass(1900);
    expect(offer()).toBeNull();
    await pass(200);
    expect(offer()?.textContent).toContain("New to Studbook? Take a two-minute tour.");
  });

  it("[GAP-TUT-04] appears only on the dashboard home", async () => {
    open({ at: "/dashboard/dogs" });
    await pass(5000);
    expect(offer()).toBeNull();
  });

  it("[GAP-TUT-04] waits while a dialog is open", async () => {
    open();
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    document.body.append(dialog);
    await pass(4000);
    expect(offer()).toBeNull();
    dialog.remove();
    await pass(50);
    expect(offer()).not.toBeNull();
  });

  it.each([
    ["completed", COMPLETED],
    ["prompt-shown", PROMPT_SHOWN],
  ])("[TUT-06] does not appear again once the %s flag is set", async (_name, key) => {
    localStorage.setItem(key, "user0 user1");
    open();
    await pass(3000);
    expect(offer()).toBeNull();
  });

  it.each([
    { isCompleted: true, isPromptShown: false },
    { isCompleted: false, isPromptShown: true },
  ])("[GAP-TUT-03] does not appear again on a second device (%j)", async (stored) => {
    fakeConvex.query(api.accounts.tutorials.get, () => stored);
    open();
    await pass(3000);
    expect(offer()).toBeNull();
  });

  it("[GAP-TUT-03] appears for another user on the same computer", async () => {
    localStorage.setItem(PROMPT_SHOWN, "user2");
    open();
    await pass(2100);
    expect(offer()).not.toBeNull();
  });

  it("[TUT-05] [GAP-TUT-02] 'No Thanks' closes the offer and sets only the prompt-shown flag", async () => {
    open();
    await pass(2100);
    fireEvent.click(screen.getByRole("button", { name: "No Thanks" }));
    expect(offer()).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(flags()).toEqual([null, "user1"]);
    expect(fakeConvex.callsOf(api.accounts.tutorials.mark)).toEqual([{ isPromptShown: true }]);
    await pass(5000);
    expect(offer()).toBeNull();
  });

  it("[TUT-05] 'Start Tour' opens the first step", async () => {
    open();
    await pass(2100);
    fireEvent.click(screen.getByRole("button", { name: "Start Tour" }));
    await pass(50);
    expect(card().getByText("Step 1 of 7")).toBeTruthy();
    expect(offer()).toBeNull();
  });

  it("[TUT-05] can be dismissed with Escape while it has the focus", async () => {
    open();
    await pass(2100);
    screen.getByRole("button", { name: "No Thanks" }).focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    expect(offer()).toBeNull();
  });
});

describe("the tour", () => {
  it("[TUT-01] [TUT-02] has seven steps and shows its progress", async () => {
    const { router } = open();
    await startByHelp();
    const seen: string[] = [];
    for (let step = 1; step <= 7; step += 1) {
      expect(card().getByText(`Step ${step} of 7`)).toBeTruthy();
      const progress = card().getByRole("progressbar", { name: "Progress of the tour" });
      expect(progress.getAttribute("aria-valuenow")).toBe(String(step));
      await waitFor(() =>
        seen.push(`${card().getByRole("heading").textContent} ${router.state.location.pathname}`),
      );
      if (step < 7) press("Next");
    }
    expect(seen).toEqual([
      "Welcome to Studbook /dashboard",
      "Your dashboard /dashboard",
      "The menu /dashboard",
      "Your dogs /dashboard/dogs",
      "Health /dashboard/health",
      "Breeding /dashboard/breeding",
      "You are all set /dashboard",
    ]);
  });

  it("[TUT-03] ends with Complete, which sets the completed flag", async () => {
    open();
    await startByHelp();
    for (let step = 1; step < 7; step += 1) press("Next");
    press("Complete");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(flags()).toEqual(["user1", "user1"]);
    expect(fakeConvex.callsOf(api.accounts.tutorials.mark).at(-1)).toEqual({
      isCompleted: true,
      isPromptShown: true,
    });
  });

  it("[TUT-03] [GAP-TUT-02] ends with 'Skip tutorial', which counts as not completed", async () => {
    open();
    await startByHelp();
    press("Next");
    press("Skip tutorial");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(flags()).toEqual([null, "user1"]);
  });

  it("[SHELL-03] [TUT-07] opens at its first step from the help button, completed or not", async () => {
    localStorage.setItem(COMPLETED, "user1");
    open({ at: "/dashboard/dogs" });
    await startByHelp();
    expect(card().getByText("Step 1 of 7")).toBeTruthy();
    press("Next");
    press("Skip tutorial");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await startByHelp();
    expect(card().getByText("Step 1 of 7")).toBeTruthy();
  });

  it("[GAP-TUT-01] has two short sentences in each step", async () => {
    open();
    await startByHelp();
    for (let step = 1; step <= 7; step += 1) {
      const id = screen.getByRole("dialog").getAttribute("aria-describedby") ?? "";
      const sentences = (document.getElementById(id)?.textContent ?? "").split(/(?<=\.)\s/u);
      expect(sentences).toHaveLength(2);
      if (step < 7) press("Next");
    }
  });

  it("goes back by buttons and by arrow keys, and keeps the focus inside", async () => {
    const { user } = open();
    await startByHelp();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Next"));
    expect(card().queryByRole("button", { name: "Previous" })).toBeNull();
    await user.keyboard("{ArrowRight}");
    expect(card().getByText("Step 2 of 7")).toBeTruthy();
    press("Previous");
    expect(card().getByText("Step 1 of 7")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Next"));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Help"));
  });
});
