/** The message of an empty list, with a suggestion what to do. */
import type { ReactNode } from "react";
import { SearchX } from "lucide-react";
import { Button } from "@/components/ui/button";

type EmptyStateProps = { icon?: ReactNode; title: string; text: string; action?: ReactNode };

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-input px-6 py-14 text-center">
      {icon}
      <h2 className="font-title text-2xl">{title}</h2>
      <p className="max-w-prose text-balance text-muted-foreground">{text}</p>
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}

type NoMatchProps = Omit<EmptyStateProps, "icon" | "action"> & {
  onClear?: () => void;
};

export function NoMatch({ onClear, ...texts }: NoMatchProps) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
      action={
        onClear ? (
          <Button variant="outline" onClick={onClear}>
            Clear Filters
          </Button>
        ) : undefined
      }
      {...texts}
    />
  );
}
