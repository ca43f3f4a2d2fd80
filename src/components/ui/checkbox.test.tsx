/** The checkbox in a form: Space toggles it, and Enter does not submit an unfinished form. */
import { useState } from "react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Checkbox } from "@/components/ui/checkbox";

function Form({ onSend }: { onSend: () => void }) {
  const [isOn, setOn] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <Checkbox aria-label="Tick" checked={isOn} onCheckedChange={setOn} />
      <button type="submit">Send</button>
    </form>
  );
}

it("Space ticks the checkbox; Enter neither ticks it nor submits its form", async () => {
  const onSend = vi.fn();
  const user = userEvent.setup();
  render(<Form onSend={onSend} />);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Tick" });
  box.focus();
  await user.keyboard("{Enter}");
  expect(onSend).not.toHaveBeenCalled();
  expect(box.checked).toBe(false);
  await user.keyboard(" ");
  expect(box.checked).toBe(true);
});
