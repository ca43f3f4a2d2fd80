/**
 * Tabs that look like a ledger's register: the selected one has a brass underline. If they do not fit, the row
 * scrolls sideways, and fades at edges behind which there are more.
 */
import { useEffect, useRef, type ComponentProps } from "react";
import { Tabs as TabsPrimitive } from "radix-ui";
import { useScrollEdges } from "@/hooks/use-scroll-edges";
import { cn } from "@/lib/utils";

const Tabs = TabsPrimitive.Root;

/** The space beside a selected tab in which its neighbor is partly visible. */
const PEEK_PX = 48;

/** Scrolls the selected tab into view, even if the address selects it, without scrolling the page. */
function useChosenInSight() {
  const listRef = useRef<HTMLDivElement>(null);
  const shownRef = useRef<Element | null>(null);
  useEffect(() => {
    const list = listRef.current;
    const chosen = list?.querySelector<HTMLElement>('[role="tab"][data-state="active"]') ?? null;
    if (!list || !chosen || chosen === shownRef.current) return;
    // The first tab is in sight from the start; to ask where it lies would have the whole page laid out at once.
    const isInSight = shownRef.current === null && chosen === list.firstElementChild;
    shownRef.current = chosen;
    if (isInSight) return;
    const [before, after] = [chosen.offsetLeft - PEEK_PX, chosen.offsetLeft + chosen.offsetWidth + PEEK_PX];
    if (before < list.scrollLeft) list.scrollLeft = before;
    else if (after > list.scrollLeft + list.clientWidth) list.scrollLeft = after - list.clientWidth;
  });
  return listRef;
}

/** Renders the row of tabs. */
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

/** Renders one tab. */
function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      data-slot="tabs-trigger"
      className={cn(
        "-mb-px inline-flex h-11 items-center gap-2 border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2 data-[state=active]:border-brass-line data-[state=active]:text-foreground",
        className,
      )}
      {...props}
    />
  );
}

/** Renders the content of a tab. */
function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content data-slot="tabs-content" className={cn("pt-5", className)} {...props} />;
}

export { Tabs, TabsContent, TabsList, TabsTrigger };
