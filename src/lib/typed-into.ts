/** Whether a pressed key is typed into a field, and so is no shortcut. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
