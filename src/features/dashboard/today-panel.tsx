/** What needs the breeder today: doses are ticked off here, every other line leads to where it is done. */
import { Suspense } from "react";
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
import { useKennel } from "@/hooks/use-kennel";
import { lateLazy } from "@/lib/ready-lazy";
import { cn } from "@/lib/utils";

const TodayDose = lateLazy(async () => (await import("@/features/dashboard/today-dose")).default);

const icons = {
  whelping: Baby,
  doses: Pill,
  weighing: Scale,
  vaccination: Syringe,
  follow_up: ClipboardCheck,
  heat: CalendarHeart,
  leaving: House,
} as const satisfies Record<TodayKind, LucideIcon>;

type TodayPanelProps = { lines: readonly TodayLine[] | undefined; today: string };

/** Renders the panel; undefined while its lines are on their way. */
export function TodayPanel({ lines, today }: TodayPanelProps) {
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
              <TodayItem key={line.key} line={line} today={today} />
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

function TodayItem({ line, today }: { line: TodayLine; today: string }) {
  const { kind, title, detail, to, mark, isPressing, dose } = line;
  const isTicked = useKennel().can("health", "write") && dose !== undefined;
  const Icon = icons[kind];
  const icon = <Icon aria-hidden className="size-5 shrink-0 text-brass" />;
  return (
    <li className="flex">
      {isTicked ? (
        <label className="flex w-11 shrink-0 cursor-pointer items-center justify-center">
          <Suspense fallback={icon}>
            <TodayDose dose={dose} title={title} today={today} />
          </Suspense>
        </label>
      ) : null}
      <Link
        to={to}
        className={cn(
          "flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-md px-3 py-2 hover:bg-accent",
          isTicked && "pl-0",
        )}
      >
        {isTicked ? null : icon}
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
