/** The first rows of a long list, with a button that shows the next ones step by step. */
import { useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";

const STEP = 20;

/** The pressed button moves or disappears, so the focus goes to the first control of a row. */
function focusRow(row: Element | undefined): void {
  row?.querySelector<HTMLElement>("a[href], button, input")?.focus();
}

type Fold<Item> = {
  shown: readonly Item[];
  /** Null if all rows are shown. */
  more: ReactNode;
  areAllShown: boolean;
};

/**
 * `countHidden` counts the hidden items, for lists whose rows represent several items and for lists that are not
 * loaded completely.
 */
export function useFold<Item>(
  items: readonly Item[],
  first: number,
  countHidden = (shown: readonly Item[]) => items.length - shown.length,
): Fold<Item> {
  const [steps, setSteps] = useState(0);
  const shownCount = first + steps * STEP;
  const shown = items.slice(0, shownCount);
  const areAllShown = shown.length === items.length;
  const hidden = countHidden(shown);
  const next = hidden - countHidden(items.slice(0, shownCount + STEP));
  const more = areAllShown ? null : (
    <Button
      variant="ghost"
      className="w-full rounded-t-none border-t"
      onClick={({ currentTarget: { previousElementSibling: list } }) => {
        const listed = list?.children.length ?? 0;
        flushSync(() => setSteps(steps + 1));
        focusRow(list?.children[listed]);
      }}
    >
      Show {next} More{" "}
      {hidden > next ? (
        <span className="font-normal text-muted-foreground tabular-nums">of {hidden}</span>
      ) : null}
    </Button>
  );
  return { shown, more, areAllShown };
}
