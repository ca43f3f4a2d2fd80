/** A person's initials: they are drawn, so that they do not become part of a control's accessible name. */
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Avatar } from "@/components/ui/avatar";

it("draws initials that are not read as text of the control around them", () => {
  render(
    <button type="button" aria-label="User menu of Ann Hill">
      <Avatar name="Ann Hill" />
    </button>,
  );
  const button = screen.getByRole("button", { name: "User menu of Ann Hill" });
  expect(button.textContent).toBe("");
  expect(button.querySelector("[data-initials]")?.getAttribute("data-initials")).toBe("AH");
});
