/** Whether a key that is pressed somewhere is typed into a field, so that it is no shortcut. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
