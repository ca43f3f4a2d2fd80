/** A list of a bounded height that scrolls, and fades at the edges behind which more of it lies. */
import { useRef, type ComponentProps } from "react";
import { useScrollEdges } from "@/hooks/use-scroll-edges";
import { cn } from "@/lib/utils";

/** Renders the list; where it is bounded, `className` says how high it may become. */
export function ScrollList({ className, ...props }: ComponentProps<"ul">) {
  const listRef = useRef<HTMLUListElement>(null);
  useScrollEdges(listRef);
  return (
    <ul
      ref={listRef}
      data-scrolls="down"
      className={cn("fade-edges overflow-y-auto overscroll-contain", className)}
      {...props}
    />
  );
}
