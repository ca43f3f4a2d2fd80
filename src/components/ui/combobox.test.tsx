/** The keys of a combobox whose options come from a search that may still be under way. */
import "@/testing/dom";
import { useState } from "react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";

const MAX: ComboboxOption = { value: "1", label: "Max" };
const MIRA: ComboboxOption = { value: "2", label: "Mira" };

/** Shows a field as a form does: the caller keeps the text. */
function Field({ options, onSelect }: { options: ComboboxOption[]; onSelect: (value: string) => void }) {
  const [text, setText] = useState("");
  return (
    <Combobox
      aria-label="Dog"
      inputValue={text}
      onInputValueChange={setText}
      options={options}
      isLoading={options.length === 0}
      onSelect={({ value }) => onSelect(value)}
    />
  );
}

it("an arrow pressed while the search runs makes the first answer active, so that Enter chooses it", async () => {
  const onSelect = vi.fn();
  const user = userEvent.setup();
  const { rerender } = render(<Field options={[]} onSelect={onSelect} />);
  await user.type(screen.getByRole("combobox"), "M{ArrowDown}");
  expect(screen.getByRole("option").textContent).toBe("Searching...");
  await user.keyboard("{Enter}");
  expect(onSelect).not.toHaveBeenCalled();
  rerender(<Field options={[MAX, MIRA]} onSelect={onSelect} />);
  await user.keyboard("{Enter}");
  expect(onSelect.mock.calls).toEqual([["1"]]);
});

it("typing on makes no option active any more", async () => {
  const onSelect = vi.fn();
  const user = userEvent.setup();
  render(<Field options={[MAX, MIRA]} onSelect={onSelect} />);
  await user.type(screen.getByRole("combobox"), "M{ArrowDown}i{Enter}");
  expect(onSelect).not.toHaveBeenCalled();
  await user.keyboard("{ArrowUp}{Enter}");
  expect(onSelect.mock.calls).toEqual([["2"]]);
});
