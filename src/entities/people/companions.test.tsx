/** How other members who are here are displayed and named. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { doingOf, sentenceOf } from "@/entities/people/companion-words";
import { Companions } from "@/entities/people/companions";
import type { Companion } from "@/hooks/use-stay";

const somebody = (name: string, isEditing = false): Companion => ({
  userId: name,
  name,
  isEditing,
});

describe("sentenceOf", () => {
  it.each([
    [[], ""],
    [[somebody("Stefan", true)], "Stefan is editing"],
    [[somebody("Stefan", true), somebody("Maria")], "Stefan is editing, Maria is viewing"],
    [[somebody("Ann"), somebody("Bo")], "Ann and Bo are viewing"],
    [[somebody("Ann"), somebody("Bo"), somebody("Cy"), somebody("Di")], "Ann, Bo and 2 more are viewing"],
  ])("names people who edit before people who view: %#", (people, sentence) => {
    expect(sentenceOf(people, "viewing")).toBe(sentence);
  });
});

describe("doingOf", () => {
  const at = [
    { screen: "litters" as const, record: "Otto × Bella" },
    { screen: "settings" as const, record: null },
  ];

  it("says that a person is editing, otherwise the person's screen, otherwise that the person is here", () => {
    expect(doingOf({ ...somebody("Stefan", true), at }, "here")).toBe("editing");
    expect(doingOf({ ...somebody("Stefan"), at }, "here")).toBe("Litter · Otto × Bella, Settings");
    expect(doingOf({ ...somebody("Stefan"), at: [] }, "here")).toBe("here");
  });
});

describe("Companions", () => {
  it("shows nothing while nobody else is here, and announces arrivals", () => {
    const { rerender } = render(<Companions people={[]} viewing="viewing" />);
    expect(screen.queryByRole("button")).toBeNull();
    const announcement = screen.getByRole("status");
    rerender(<Companions people={[somebody("Stefan", true)]} viewing="viewing" />);
    expect(announcement.isConnected).toBe(true);
    expect(announcement.textContent).toBe("Stefan is editing");
  });

  it("lists everybody with their activity, by mouse and by keyboard", async () => {
    const people = [somebody("Stefan Berg", true), ...["Ann", "Bo", "Cy"].map((name) => somebody(name))];
    render(<Companions people={people} viewing="viewing" />);
    const user = userEvent.setup();
    await user.tab();
    const button = screen.getByRole("button", { name: /^Who else is here: Stefan Berg is editing/u });
    expect(document.activeElement).toBe(button);
    expect(button.textContent).toContain("+1");
    await user.keyboard("{Enter}");
    const list = within(screen.getByRole("dialog", { name: "Who else is here" }));
    expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringContaining("Stefan Bergediting"),
      expect.stringContaining("Annviewing"),
      expect.stringContaining("Boviewing"),
      expect.stringContaining("Cyviewing"),
    ]);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
