/** Keyboard use of a combobox, the options that typed texts choose, and slow searches. */
import { useState } from "react";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";

const MAX: ComboboxOption = { value: "1", text: "Max", label: "Max" };
const MIRA: ComboboxOption = { value: "2", text: "Mira", label: "Mira" };
const BREEDS = ["Afghan Hound", "Bullmastiff", "Boxer", "Mastiff", "German Shepherd Dog"].map((value) => ({
  value,
  label: value,
  alsoNamed: value.startsWith("German") ? ["GSD"] : [],
}));

/** The caller stores the chosen value, as in a form. */
function Chooser({
  options,
  onSelect = () => {},
  onUnknown = () => {},
  isSearched = false,
}: {
  options: ComboboxOption[];
  onSelect?: (value: string) => void;
  onUnknown?: (text: string) => void;
  isSearched?: boolean;
}) {
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  return (
    <Combobox
      aria-label="Dog"
      text={chosen?.text ?? ""}
      options={options}
      isLoading={isSearched && options.length === 0}
      {...(isSearched && { onSearch: () => {} })}
      onUnknown={onUnknown}
      onSelect={(option) => {
        setChosen(option);
        onSelect(option.value);
      }}
    />
  );
}

/** A field of known names if `isKnownFirst`. Otherwise a field for any text. */
function Known({ isKnownFirst = true }: { isKnownFirst?: boolean }) {
  const [text, setText] = useState("");
  return (
    <>
      <Combobox
        aria-label="Breed"
        text={text}
        onText={setText}
        isKnownFirst={isKnownFirst}
        options={BREEDS}
        onSelect={({ value }) => setText(value)}
        emptyText="No breed with this name"
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("combobox");
const offered = () => screen.getAllByRole("option").map((option) => option.getAttribute("aria-label"));

describe("a combobox during a running search", () => {
  it("chooses the first result when it arrives, after an arrow key and Enter were pressed", async () => {
    const onSelect = vi.fn();
    const user = userEvent.setup();
    const { rerender } = render(<Chooser isSearched options={[]} onSelect={onSelect} />);
    await user.type(field(), "M{ArrowDown}{Enter}");
    expect(screen.getByRole("option").textContent).toBe("Searching...");
    expect(onSelect).not.toHaveBeenCalled();
    rerender(<Chooser isSearched options={[MAX, MIRA]} onSelect={onSelect} />);
    await waitFor(() => expect(onSelect.mock.calls).toEqual([["1"]]));
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("an arrow key makes the first result active; Escape cancels the waiting", async () => {
    const onSelect = vi.fn();
    const user = userEvent.setup();
    const { rerender } = render(<Chooser isSearched options={[]} onSelect={onSelect} />);
    await user.type(field(), "M{ArrowDown}{Enter}{Escape}");
    rerender(<Chooser isSearched options={[MAX, MIRA]} onSelect={onSelect} />);
    expect(onSelect).not.toHaveBeenCalled();
    rerender(<Chooser isSearched options={[]} onSelect={onSelect} />);
    await user.type(field(), "Mi{ArrowDown}");
    rerender(<Chooser isSearched options={[MIRA]} onSelect={onSelect} />);
    await user.keyboard("{Enter}");
    expect(onSelect.mock.calls).toEqual([["2"]]);
  });
});

describe("a chooser", () => {
  it("chooses the best option for the text by Enter; that option is the active one", async () => {
    const user = userEvent.setup();
    render(<Chooser options={[MIRA, MAX]} />);
    await user.type(field(), "ma{Enter}");
    expect(field().value).toBe("Max");
  });

  it("returns to the chosen value, with a message, when the user leaves the field with a text that matches no option", async () => {
    const onUnknown = vi.fn();
    const user = userEvent.setup();
    render(<Chooser options={[MAX, MIRA]} onUnknown={onUnknown} />);
    await user.type(field(), "max{Enter}");
    await user.clear(field());
    await user.type(field(), "Mi");
    await user.tab();
    expect(field().value).toBe("Max");
    expect(onUnknown.mock.calls).toEqual([["Mi"]]);
    await user.clear(field());
    await user.type(field(), "mira");
    await user.tab();
    expect(field().value).toBe("Mira");
  });

  it("puts an option with exactly the typed name before options that contain it", async () => {
    const user = userEvent.setup();
    render(<Chooser isSearched options={[{ value: "0", text: "Ace Max", label: "Ace Max" }, MAX]} />);
    await user.type(field(), "max");
    expect(offered()).toEqual(["Max", "Ace Max"]);
  });
});

describe("a combobox of known names", () => {
  it.each([
    ["Boxer{Enter}", "Boxer"],
    ["boxer{Enter}", "Boxer"],
    ["Boxe{Enter}", "Boxer"],
    ["GSD{Enter}", "German Shepherd Dog"],
    ["mastiff{Enter}", "Mastiff"],
    ["boxer{Tab}", "Boxer"],
    ["Boxe{Tab}", "Boxer"],
    ["Azawakh{Tab}", "Azawakh"],
    ["hou{Tab}", "hou"],
  ])("for the text %s, the field then contains %s", async (keys, left) => {
    const user = userEvent.setup();
    render(<Known />);
    await user.type(field(), keys);
    expect(field().value).toBe(left);
  });

  it("offers matching names while the user types, exact matches first, and all names when opened again", async () => {
    const user = userEvent.setup();
    render(<Known />);
    await user.type(field(), "mastiff");
    expect(offered()).toEqual(["Mastiff", "Bullmastiff"]);
    await user.keyboard("{Enter}");
    await user.click(field());
    expect(offered()).toHaveLength(BREEDS.length);
  });

  it("shows a message if no name matches", async () => {
    const user = userEvent.setup();
    render(<Known />);
    await user.type(field(), "Azawakh");
    expect(screen.getByRole("option").textContent).toBe("No breed with this name");
  });
});

it("a field for any text keeps the typed text unless an option has that exact name or is active", async () => {
  const user = userEvent.setup();
  render(<Known isKnownFirst={false} />);
  await user.type(field(), "Boxe{Enter}");
  expect(field().value).toBe("Boxe");
  await user.type(field(), "r{Enter}");
  expect(field().value).toBe("Boxer");
});
