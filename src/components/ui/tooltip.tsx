/**
 * A text beside a control while the control has the pointer or the focus. Important information must not be only
 * here. The code loads at the first use.
 */
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { lateLazy } from "@/lib/ready-lazy";
import { cn } from "@/lib/utils";

const TooltipPanel = lateLazy(async () => (await import("@/components/ui/tooltip-panel")).TooltipPanel);

/** How long a pointer must rest on a control before the tooltip appears. */
const REST_MS = 400;

type TooltipProps = { content: ReactNode; className?: string; children: ReactNode };

export function Tooltip({ content, className, children }: TooltipProps) {
  const [state, setState] = useState<"away" | "resting" | "shown">("away");
  useEffect(() => {
    if (state !== "resting") return;
    const timer = setTimeout(() => setState("shown"), REST_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const leave = () => setState("away");
  return (
    <span
      className={cn("relative inline-flex", className)}
      onPointerEnter={({ pointerType }) => (pointerType === "touch" ? undefined : setState("resting"))}
      onPointerLeave={leave}
      onPointerDown={leave}
      onFocus={({ target }) => (target.matches(":focus-visible") ? setState("shown") : undefined)}
      onBlur={leave}
    >
      {children}
      {state === "shown" ? (
        <Suspense fallback={null}>
          <TooltipPanel onClose={leave}>{content}</TooltipPanel>
        </Suspense>
      ) : null}
    </span>
  );
}
