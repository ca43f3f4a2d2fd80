/** A figure of a report. */
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</dl>;
}

type FigureProps = { label: string; value: ReactNode; note?: ReactNode };

export function Figure({ label, value, note }: FigureProps) {
  return (
    <Card className="min-w-0 px-4 py-3">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd>
        <span className="font-title block text-2xl break-words">{value}</span>
        {note ? <span className="block text-sm text-muted-foreground">{note}</span> : null}
      </dd>
    </Card>
  );
}

/** A dash if there is no rate. */
export const percent = (rate: number | null): string => (rate === null ? "–" : `${rate}%`);

/** A dash if there is no mean. */
export const mean = (value: number | null): string => (value === null ? "–" : value.toFixed(1));
