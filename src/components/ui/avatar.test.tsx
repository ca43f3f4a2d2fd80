/** A person's initials. They are drawn with CSS, so that they are not part of a control's accessible name. */
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Avatar } from "@/components/ui/avatar";

it("an avatar draws initials that screen readers do not read as text of the control", () => {
  render(
    <button type="button" aria-label="User menu of Ann Hill">
      <Avatar name="Ann Hill" />
    </button>,
  );
  const button = screen.getByRole("button", { name: "User menu of Ann Hill" });
  expect(button.textContent).toBe("");
  expect(button.querySelector("[data-initials]")?.getAttribute("data-initials")).toBe("AH");
});
