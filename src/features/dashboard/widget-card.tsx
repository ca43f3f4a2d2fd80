/** One widget: its chart or what stands in its place, and a menu that moves, sets and removes it. */
import { lazy, Suspense, type ReactNode } from "react";
import { ArrowDown, ArrowUp, EllipsisVertical, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import type { WidgetActions } from "@/features/dashboard/use-widgets";
import {
  emptyText,
  figuresText,
  noteText,
  widgetAddress,
  widgetTitle,
  type BoardWidget,
} from "@/features/dashboard/widget-words";
import { WIDGET_MONTHS, WIDGET_YEARS } from "../../../domain/constants/dashboard";

const WidgetChart = lazy(async () => await import("@/features/dashboard/widget-chart"));

const YEAR_CHOICES = [3, 5, 10];
const MONTH_CHOICES = [3, 6, 12];

type WidgetCardProps = {
  widget: BoardWidget;
  count: number;
  actions: WidgetActions;
  /** What it is taken by, while the widgets are arranged. */
  handle?: ReactNode;
};

/** Renders the widget. */
export function WidgetCard({ widget, count, actions, handle }: WidgetCardProps) {
  const { data } = widget;
  const title = widgetTitle(widget);
  const empty = emptyText(data);
  const note = data && noteText(data);
  return (
    <Card role="group" aria-label={title} className="flex min-w-0 flex-col p-4">
      <div className="flex items-start gap-2">
        {handle}
        <div className="min-w-0 flex-1">
          <h2 className="font-title text-lg leading-tight break-words">
            {data ? (
              <Link to={widgetAddress(data)} className="hover:underline hover:underline-offset-4">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          {note ? <p className="text-sm text-muted-foreground">{note}</p> : null}
        </div>
        <WidgetMenu widget={widget} count={count} actions={actions} />
      </div>
      <div className="mt-3 flex flex-1 flex-col justify-center">
        {data && empty === null ? (
          <Suspense fallback={<Skeleton className="h-52" />}>
            <WidgetChart data={data} label={`${title}: ${figuresText(data)}`} />
          </Suspense>
        ) : (
          <p className="py-6 text-center text-muted-foreground">{empty}</p>
        )}
      </div>
    </Card>
  );
}

function WidgetMenu({ widget, count, actions }: Omit<WidgetCardProps, "handle">) {
  const { id, kind, position, settings } = widget;
  const isByMonth = kind === "vaccinations_due";
  const isByYear = !isByMonth && kind !== "newest_litter_weight";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="-mt-2 -mr-2"
          aria-label={`Actions for ${widgetTitle(widget)}`}
        >
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem disabled={position === 0} onSelect={() => void actions.move(id, position - 1)}>
          <ArrowUp aria-hidden />
          Move up
        </DropdownMenuItem>
        <DropdownMenuItem
          disabled={position === count - 1}
          onSelect={() => void actions.move(id, position + 1)}
        >
          <ArrowDown aria-hidden />
          Move down
        </DropdownMenuItem>
        {isByYear ? (
          <>
            <DropdownMenuSeparator />
            {YEAR_CHOICES.map((years) => (
              <DropdownMenuItem
                key={years}
                disabled={years === (settings.years ?? WIDGET_YEARS.default)}
                onSelect={() => void actions.set(id, { years })}
              >
                Last {years} years
              </DropdownMenuItem>
            ))}
          </>
        ) : null}
        {isByMonth ? (
          <>
            <DropdownMenuSeparator />
            {MONTH_CHOICES.map((months) => (
              <DropdownMenuItem
                key={months}
                disabled={months === (settings.months ?? WIDGET_MONTHS.default)}
                onSelect={() => void actions.set(id, { months })}
              >
                Next {months} months
              </DropdownMenuItem>
            ))}
          </>
        ) : null}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void actions.remove(widget)}>
          <Trash2 aria-hidden />
          Remove
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
