/** A menu whose code loads at the first use works like any other menu. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { late } from "@/components/late";
import { AnchoredMenu } from "@/components/ui/anchored-menu";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { MenuButton, type MenuPlace } from "@/components/ui/menu-button";
import { Tooltip } from "@/components/ui/tooltip";

const chosen = vi.fn<() => void>();

function TheMenu({ place }: { place: MenuPlace }) {
  return (
    <AnchoredMenu place={place}>
      <DropdownMenuItem disabled>Up</DropdownMenuItem>
      <DropdownMenuItem onSelect={chosen}>Down</DropdownMenuItem>
    </AnchoredMenu>
  );
}

function open() {
  const Menu = late(() => Promise.resolve(TheMenu));
  render(
    <MenuButton preload={Menu.fetch} menu={(place) => <Menu place={place} />}>
      Actions
    </MenuButton>,
  );
  return { user: userEvent.setup(), button: screen.getByRole("button", { name: "Actions" }) };
}

beforeEach(() => chosen.mockReset());

describe("MenuButton", () => {
  it("opens by pointer, chooses, and returns the focus", async () => {
    const { user, button } = open();
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    await screen.findByRole("menu", { name: "Actions" });
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.click(screen.getByRole("menuitem", { name: "Down" }));
    expect(chosen).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it.each(["{Enter}", " ", "{ArrowDown}"])(
    "opens by the key %s with the focus on the first choice",
    async (key) => {
      const { user, button } = open();
      button.focus();
      await user.keyboard(key);
      const first = await screen.findByRole("menuitem", { name: "Down" });
      await waitFor(() => expect(document.activeElement).toBe(first));
      await user.keyboard("{Escape}");
      await waitFor(() => expect(document.activeElement).toBe(button));
      expect(chosen).not.toHaveBeenCalled();
    },
  );
});

describe("Tooltip", () => {
  it("appears on keyboard focus or under a resting pointer, and disappears when either leaves or on Escape", async () => {
    const user = userEvent.setup();
    render(
      <Tooltip content="A tour">
        <button type="button">Help</button>
      </Tooltip>,
    );
    await user.tab();
    expect(await screen.findByRole("tooltip")).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("tooltip")).toBeNull();
    await user.hover(screen.getByRole("button", { name: "Help" }));
    expect(await screen.findByRole("tooltip")).toBeTruthy();
    await user.unhover(screen.getByRole("button", { name: "Help" }));
    expect(screen.queryByRole("tooltip")).toBeNull();
  });
});
