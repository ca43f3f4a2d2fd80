/** One of the tab's three parts, which opens and closes. */
import { useId, useState, type ReactNode } from "react";
import { ChevronDown } from "lucide-react";
import { cn } from "@/lib/utils";

type AlertSectionProps = {
  title: string;
  /** Undefined until the number is known. */
  count: number | undefined;
  children: ReactNode;
};

/** Renders the part; it stands open until somebody closes it. */
export function AlertSection({ title, count, children }: AlertSectionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-lg border bg-card shadow-page">
      <h2 id={`${id}-title`}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-content` : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full items-center gap-3 rounded-lg px-4 py-2.5 text-left"
        >
          <span className="font-title flex-1 text-lg leading-snug">{title}</span>
          <span className="text-muted-foreground tabular-nums">{count ?? "–"}</span>
          <ChevronDown
            aria-hidden
            className={cn("size-5 shrink-0 transition-transform", isOpen && "rotate-180")}
          />
        </button>
      </h2>
      {isOpen ? (
        <div id={`${id}-content`} className="border-t">
          {children}
        </div>
      ) : null}
    </section>
  );
}
