/** A card of the overview that lists what is overdue, or due in the next 30 days. */
import type { ReactNode } from "react";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { ScrollList } from "@/components/ui/scroll-list";

type DueCardProps<Due> = {
  id?: string;
  title: string;
  /** Beside the title: the way to all of them. */
  link?: ReactNode;
  overdue: readonly Due[];
  upcoming: readonly Due[];
  /** How many there are, of which not all may be listed. */
  count: number;
  children: (due: Due) => ReactNode;
};

/** Renders the card; focus can be led to one with an id. */
export function DueCard<Due>({ id, title, link, overdue, upcoming, count, children }: DueCardProps<Due>) {
  const shown = [...overdue, ...upcoming];
  return (
    <Card {...(id !== undefined && { id, tabIndex: -1 })}>
      <CardHeader className={link ? "flex-row items-baseline justify-between gap-3" : undefined}>
        <CardTitle>{title}</CardTitle>
        {link}
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        {shown.length === 0 ? null : (
          <ScrollList aria-label={title} className="flex flex-col divide-y sm:max-h-96">
            {shown.map(children)}
          </ScrollList>
        )}
        {upcoming.length === 0 ? <p className="text-muted-foreground">None due in the next 30 days</p> : null}
        {count > shown.length ? (
          <p className="text-sm text-muted-foreground">
            {shown.length} of {count} are shown here.
          </p>
        ) : null}
      </CardContent>
    </Card>
  );
}
