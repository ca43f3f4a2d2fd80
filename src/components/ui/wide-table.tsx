/**
 * The frame of a table that may be wider than its place. The frame scrolls sideways, also by keyboard. The first
 * column stays visible, and the edge fades if there are more columns beyond it.
 */
import { useRef, type ComponentProps } from "react";
import { useScrollEdges } from "@/hooks/use-scroll-edges";

/**
 * Each sticky cell becomes its own layer, so the cells are sticky only while the table scrolls. Sticky cells cover
 * the cells that pass below them, even half-transparent parts.
 */
export const firstColumn =
  "bg-card in-data-[more~=before]:sticky in-data-[more~=before]:left-0 in-data-[more~=before]:z-1 print:static print:bg-transparent";

type WideTableProps = Omit<ComponentProps<"div">, "className"> & { label: string };

export function WideTable({ label, ...props }: WideTableProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  useScrollEdges(frameRef);
  return (
    <div className="relative rounded-lg border bg-card shadow-page">
      <div
        ref={frameRef}
        role="region"
        aria-label={label}
        tabIndex={0}
        data-slot="wide-table"
        className="peer overflow-x-auto rounded-[inherit]"
        {...props}
      />
      {/* With a mask, the browser would render the whole table as one picture, even a very long table. */}
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-0 hidden w-10 rounded-[inherit] bg-linear-to-l from-card peer-data-[more~=after]:block print:hidden"
      />
    </div>
  );
}
