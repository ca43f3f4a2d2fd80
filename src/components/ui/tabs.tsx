/** Tabs like the register of a ledger: the chosen one is underlined in brass. */
import type { ComponentProps } from "react";
import { Tabs as TabsPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

const Tabs = TabsPrimitive.Root;

/** Renders the row of tabs; it scrolls sideways when there is no room. */
function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      data-slot="tabs-list"
      className={cn("flex gap-1 overflow-x-auto border-b", className)}
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

/** Renders what belongs to a tab. */
function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content data-slot="tabs-content" className={cn("pt-5", className)} {...props} />;
}

export { Tabs, TabsContent, TabsList, TabsTrigger };
