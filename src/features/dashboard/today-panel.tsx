/** What needs the breeder today, each line leading to where it is done. */
import {
  Baby,
  CalendarHeart,
  ChevronRight,
  ClipboardCheck,
  House,
  Pill,
  Scale,
  Syringe,
  type LucideIcon,
} from "lucide-react";
import { Link } from "@/lib/router";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { TodayKind, TodayLine } from "@/features/dashboard/today-lines";

const icons = {
  whelping: Baby,
  doses: Pill,
  weighing: Scale,
  vaccination: Syringe,
  follow_up: ClipboardCheck,
  heat: CalendarHeart,
  leaving: House,
} as const satisfies Record<TodayKind, LucideIcon>;

/** Renders the panel; undefined while it is on its way. */
export function TodayPanel({ lines }: { lines: readonly TodayLine[] | undefined }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Today</CardTitle>
      </CardHeader>
      <CardContent className="px-2 pb-3">
        {lines === undefined ? (
          <div role="status" aria-label="Loading today" className="flex flex-col gap-3 px-3 pb-2">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        ) : lines.length === 0 ? (
          <p className="px-3 pb-2 text-muted-foreground">Nothing to do today. Enjoy your dogs.</p>
        ) : (
          <ul className="flex flex-col">
            {lines.map((line) => (
              <TodayItem key={line.key} line={line} />
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

function TodayItem({ line: { kind, title, detail, to, mark, isPressing } }: { line: TodayLine }) {
  const Icon = icons[kind];
  return (
    <li>
      <Link to={to} className="flex min-h-13 items-center gap-3 rounded-md px-3 py-2 hover:bg-accent">
        <Icon aria-hidden className="size-5 shrink-0 text-brass" />
        <span className="min-w-0 flex-1">
          <span className="block leading-snug font-semibold break-words">{title}</span>
          {detail ? (
            <span className="block text-sm leading-snug break-words text-muted-foreground">{detail}</span>
          ) : null}
        </span>
        {mark ? <Badge variant={isPressing ? "error" : "warning"}>{mark}</Badge> : null}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </Link>
    </li>
  );
}
