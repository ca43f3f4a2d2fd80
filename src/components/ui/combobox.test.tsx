/** The keys of a combobox whose options come from a search that may still be under way. */
import { useState } from "react";
import { render, screen, waitFor } from "@testing-library/react";
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

it("an arrow and Enter pressed while the search runs choose the first answer when it comes", async () => {
  const onSelect = vi.fn();
  const user = userEvent.setup();
  const { rerender } = render(<Field options={[]} onSelect={onSelect} />);
  await user.type(screen.getByRole("combobox"), "M{ArrowDown}{Enter}");
  expect(screen.getByRole("option").textContent).toBe("Searching...");
  expect(onSelect).not.toHaveBeenCalled();
  rerender(<Field options={[MAX, MIRA]} onSelect={onSelect} />);
  await waitFor(() => expect(onSelect.mock.calls).toEqual([["1"]]));
  expect(screen.queryByRole("listbox")).toBeNull();
});

it("an arrow alone makes the first answer active; Escape gives an awaited one up", async () => {
  const onSelect = vi.fn();
  const user = userEvent.setup();
  const { rerender } = render(<Field options={[]} onSelect={onSelect} />);
  await user.type(screen.getByRole("combobox"), "M{ArrowDown}{Enter}{Escape}");
  rerender(<Field options={[MAX, MIRA]} onSelect={onSelect} />);
  expect(onSelect).not.toHaveBeenCalled();
  rerender(<Field options={[]} onSelect={onSelect} />);
  await user.keyboard("i{ArrowDown}");
  rerender(<Field options={[MIRA]} onSelect={onSelect} />);
  await user.keyboard("{Enter}");
  expect(onSelect.mock.calls).toEqual([["2"]]);
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
