/** One widget: its chart or a message, and a menu that moves, edits and removes it. */
import type { ReactNode } from "react";
import { EllipsisVertical } from "lucide-react";
import { Link } from "@/lib/router";
import { Card } from "@/components/ui/card";
import { MenuButton } from "@/components/ui/menu-button";
import { Skeleton } from "@/components/ui/skeleton";
import { WhenNear } from "@/components/when-near";
import type { WidgetActions } from "@/features/dashboard/use-widgets";
import {
  emptyText,
  figuresText,
  noteText,
  widgetAddress,
  widgetTitle,
  type BoardWidget,
} from "@/features/dashboard/widget-words";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { lateLazy } from "@/lib/ready-lazy";
import { late } from "@/components/late";

const WidgetChart = lateLazy(async () => (await import("@/features/dashboard/widget-chart")).default);

const WidgetMenu = late(async () => (await import("@/features/dashboard/widget-menu")).WidgetMenu);

type WidgetCardProps = {
  widget: BoardWidget;
  count: number;
  actions: WidgetActions;
  /** Set while the user sorts the widgets. */
  handle?: ReactNode;
};

export function WidgetCard({ widget, count, actions, handle }: WidgetCardProps) {
  const { data } = widget;
  const { gramsText } = usePuppyWeights();
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
              <Link to={widgetAddress(data)} className="py-px hover:underline hover:underline-offset-4">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          {note ? <p className="text-sm text-muted-foreground">{note}</p> : null}
        </div>
        <MenuButton
          variant="ghost"
          size="icon"
          placeClassName="-mt-2 -mr-2"
          aria-label={`Actions for ${title}`}
          preload={WidgetMenu.fetch}
          menu={(place) => <WidgetMenu place={place} widget={widget} count={count} actions={actions} />}
        >
          <EllipsisVertical aria-hidden />
        </MenuButton>
      </div>
      <div className="mt-3 flex flex-1 flex-col justify-center">
        {data && empty === null ? (
          <WhenNear fallback={<Skeleton className="h-52" />}>
            <WidgetChart data={data} label={`${title}: ${figuresText(data, gramsText)}`} />
          </WhenNear>
        ) : (
          <p className="py-6 text-center text-muted-foreground">{empty}</p>
        )}
      </div>
    </Card>
  );
}
