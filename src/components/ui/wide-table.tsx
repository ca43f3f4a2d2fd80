/**
 * The frame of a table that may be wider than its place: it scrolls sideways by itself, also by keyboard, keeps the
 * first column in view and fades where more columns follow.
 */
import { useRef, type ComponentProps } from "react";
import { useScrollEdges } from "@/hooks/use-scroll-edges";
import { cn } from "@/lib/utils";

/** What the cells of the first column take. */
export const firstColumn = "sticky left-0 bg-card print:static print:bg-transparent";

type WideTableProps = ComponentProps<"div"> & { label: string };

/** Renders the frame around a table. */
export function WideTable({ label, className, ...props }: WideTableProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  useScrollEdges(frameRef);
  return (
    <div
      ref={frameRef}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-slot="wide-table"
      className={cn("fade-edges overflow-x-auto", className)}
      {...props}
    />
  );
}
