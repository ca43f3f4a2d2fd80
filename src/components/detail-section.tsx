/** A titled part of a dog's page. */
import type { ReactNode } from "react";
import { cn } from "@/lib/utils";

type DetailSectionProps = { title: string; action?: ReactNode; className?: string; children: ReactNode };

export function DetailSection({ title, action, className, children }: DetailSectionProps) {
  return (
    <section aria-label={title} className={className}>
      <div
        className={cn(
          "mb-3 flex flex-wrap items-end justify-between gap-x-3 gap-y-1 border-b pb-1",
          action && "pb-2",
        )}
      >
        <h3 className="font-title text-lg">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
