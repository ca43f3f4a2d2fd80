/** Helpers for tests with an open dialog. */
import { fireEvent, screen, within } from "@testing-library/react";

/** Requires exactly one open dialog. */
export const dialog = () => within(screen.getByRole("dialog"));

/** The label may be marked as required. */
export function field(label: string): HTMLInputElement | HTMLTextAreaElement {
  const found = dialog().getByLabelText(new RegExp(`^${label.replace(/[()?]/gu, "\\$&")}( \\*)?$`, "u"));
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
  throw new Error(`${label} is no field of text`);
}

/** Sets the value in one step, as a calendar does. */
export const setField = (label: string, text: string) =>
  fireEvent.change(field(label), { target: { value: text } });
