/** The message of an empty list, and what to do about it. */
import type { ReactNode } from "react";

type EmptyStateProps = { icon?: ReactNode; title: string; text: string; action?: ReactNode };

/** Renders the quiet message in an outlined frame. */
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
