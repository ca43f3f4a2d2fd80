/** A scrolling list of limited height. It fades at an edge if there is more content beyond it. */
import { useRef, type ComponentProps } from "react";
import { useScrollEdges } from "@/hooks/use-scroll-edges";
import { cn } from "@/lib/utils";

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
