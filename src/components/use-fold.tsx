/** The first rows of a long list, with a button that shows all. */
import { useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";

/** Focuses the first control of a row, because the pressed button disappears. */
function focusRow(row: Element | undefined): void {
  row?.querySelector<HTMLElement>("a[href], button, input")?.focus();
}

type Fold<Item> = {
  shown: readonly Item[];
  /** The button; null if all rows are shown. */
  more: ReactNode;
  areAllShown: boolean;
};

/**
 * Shows the first `first` items of a list. `countOf` counts the hidden items, for lists whose rows represent
 * several items.
 */
export function useFold<Item>(
  items: readonly Item[],
  first: number,
  countOf = (shown: readonly Item[]) => items.length - shown.length,
): Fold<Item> {
  const [areAllShown, setAllShown] = useState(false);
  const shown = areAllShown ? items : items.slice(0, first);
  const hidden = areAllShown ? 0 : countOf(shown);
  const more =
    hidden > 0 ? (
      <Button
        variant="ghost"
        className="w-full rounded-t-none border-t"
        onClick={({ currentTarget: { previousElementSibling: list } }) => {
          const shownCount = list?.children.length ?? 0;
          flushSync(() => setAllShown(true));
          focusRow(list?.children[shownCount]);
        }}
      >
        {hidden} More
      </Button>
    ) : null;
  return { shown, more, areAllShown };
}
