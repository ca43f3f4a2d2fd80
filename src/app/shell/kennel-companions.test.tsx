/** Who else is here, in the menu of a phone. */
import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { CompanionsLine } from "@/app/shell/phone-menu";

const somebody = (name: string, isEditing: boolean) => ({ userId: name, name, isEditing });

it("lists the others with what they do, and is not there while nobody is", () => {
  const { rerender, container } = render(<CompanionsLine people={[]} />);
  expect(container.innerHTML).toBe("");
  rerender(<CompanionsLine people={[somebody("Stefan", true), somebody("Maria", false)]} />);
  const list = within(screen.getByRole("region", { name: "Who else is here" }));
  expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringContaining("Stefanediting"),
    expect.stringContaining("Mariahere"),
  ]);
});
