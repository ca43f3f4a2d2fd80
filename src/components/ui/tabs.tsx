/**
 * Tabs that look like a ledger's register: the selected tab has a brass underline. If the tabs do not fit, their
 * row scrolls sideways, and fades at an edge if there is more beyond it.
 */
import { useEffect, useRef, type ComponentProps, type MouseEvent } from "react";
import { Tabs as TabsPrimitive } from "radix-ui";
import { useScrollEdges } from "@/hooks/use-scroll-edges";
import { cn } from "@/lib/utils";

const Tabs = TabsPrimitive.Root;

/** Enough space to show a part of the tab beside the selected one. */
const PEEK_PX = 48;

/** Scrolls only the row, never the page. Also applies to a tab that the address selected. */
function useChosenInSight() {
  const listRef = useRef<HTMLDivElement>(null);
  const shownRef = useRef<Element | null>(null);
  useEffect(() => {
    const list = listRef.current;
    const chosen = list?.querySelector<HTMLElement>('[role="tab"][data-state="active"]') ?? null;
    if (!list || !chosen || chosen === shownRef.current) return;
    // The first tab is always visible at the start. Measuring its position would force the browser to lay out the
    // whole page at once.
    const isInSight = shownRef.current === null && chosen === list.firstElementChild;
    shownRef.current = chosen;
    if (isInSight) return;
    const [before, after] = [chosen.offsetLeft - PEEK_PX, chosen.offsetLeft + chosen.offsetWidth + PEEK_PX];
    if (before < list.scrollLeft) list.scrollLeft = before;
    else if (after > list.scrollLeft + list.clientWidth) list.scrollLeft = after - list.clientWidth;
  });
  return listRef;
}

function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  const listRef = useChosenInSight();
  useScrollEdges(listRef);
  return (
    <TabsPrimitive.List
      ref={listRef}
      data-slot="tabs-list"
      className={cn("fade-edges relative flex gap-1 overflow-x-auto border-b", className)}
      {...props}
    />
  );
}

/**
 * Without this, a pressed tab would have an outline. The primitive focuses the tab by script, and browsers treat
 * that like the keyboard if nothing had the focus before. They ignore a second focus() on the same tab.
 */
function focusWithoutOutline({ button, ctrlKey, currentTarget }: MouseEvent<HTMLButtonElement>): void {
  if (button === 0 && !ctrlKey) currentTarget.focus({ focusVisible: false });
}

function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      data-slot="tabs-trigger"
      className={cn(
        "-mb-px inline-flex h-11 items-center gap-2 border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2 data-[state=active]:border-brass-line data-[state=active]:text-foreground",
        className,
      )}
      onMouseDown={focusWithoutOutline}
      {...props}
    />
  );
}

function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content data-slot="tabs-content" className={cn("pt-5", className)} {...props} />;
}

export { Tabs, TabsContent, TabsList, TabsTrigger };
