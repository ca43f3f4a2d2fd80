/** The members who are online, in the menu of a phone. */
import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { CompanionsLine } from "@/app/shell/phone-menu";

const somebody = (name: string, isEditing: boolean) => ({ userId: name, name, isEditing });

it("the group of faces lists the other members with their screens, and is hidden while nobody else is online", () => {
  const { rerender, container } = render(<CompanionsLine people={[]} />);
  expect(container.innerHTML).toBe("");
  rerender(<CompanionsLine people={[somebody("Stefan", true), somebody("Maria", false)]} />);
  const list = within(screen.getByRole("region", { name: "Who else is here" }));
  expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringContaining("Stefanediting"),
    expect.stringContaining("Mariahere"),
  ]);
});
