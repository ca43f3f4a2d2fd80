/** The text of a visible tooltip, in the same landmark as its control. */
import type { ReactNode } from "react";
import { Tooltip as TooltipPrimitive } from "radix-ui";

type TooltipPanelProps = { children: ReactNode; onClose: () => void };

export function TooltipPanel({ children, onClose }: TooltipPanelProps) {
  return (
    <TooltipPrimitive.Provider>
      <TooltipPrimitive.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
        <TooltipPrimitive.Trigger asChild>
          <span aria-hidden className="pointer-events-none absolute inset-0" />
        </TooltipPrimitive.Trigger>
        <TooltipPrimitive.Content
          side="bottom"
          sideOffset={6}
          collisionPadding={8}
          className="pointer-events-none z-50 max-w-64 rounded-md bg-foreground px-2.5 py-1.5 text-sm text-background shadow-raised"
        >
          {children}
        </TooltipPrimitive.Content>
      </TooltipPrimitive.Root>
    </TooltipPrimitive.Provider>
  );
}
