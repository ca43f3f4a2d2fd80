/** Returns whether a pressed key is typed into a field, so that it is not a shortcut. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
