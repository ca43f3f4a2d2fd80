/** A person's widgets: adding, sorting and their charts. Source: decision GAP-DASH-09. */
import { Suspense, useState } from "react";
import { Check, Move, Plus, SlidersHorizontal } from "lucide-react";
import { Button } from "@/components/ui/button";
import { MenuButton } from "@/components/ui/menu-button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Board } from "@/features/dashboard/use-dashboard";
import { useWidgets, type WidgetActions } from "@/features/dashboard/use-widgets";
import { WidgetCard } from "@/features/dashboard/widget-card";
import { useKennel } from "@/hooks/use-kennel";
import { WIDGET_KINDS, type WidgetKind } from "@domain/dashboard/rules";
import { lateLazy } from "@/lib/ready-lazy";
import { late } from "@/components/late";

const WidgetSorter = lateLazy(async () => (await import("@/features/dashboard/widget-sorter")).default);

const AddWidgetMenu = late(async () => (await import("@/features/dashboard/add-widget-menu")).AddWidgetMenu);

type WidgetBoardProps = {
  board: Board | undefined;
  onCustomize: () => void;
};

/** Renders the section. `widgets` is undefined while loading. */
export function WidgetBoard({ board: all, onCustomize }: WidgetBoardProps) {
  const seesMoney = useKennel().hasRight("finances", "read");
  const isShown = (kind: WidgetKind) => seesMoney || kind !== "costs_and_income";
  const board = all?.filter(({ kind }) => isShown(kind));
  const actions = useWidgets();
  const [isArranging, setArranging] = useState(false);
  // Each kind of widget can be added only once.
  const addable = WIDGET_KINDS.filter(
    (kind) => board && isShown(kind) && !board.some((widget) => widget.kind === kind),
  );
  const mayArrange = (board?.length ?? 0) > 1;
  return (
    <section aria-label="Widgets" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-end gap-2">
        {mayArrange ? (
          <Button
            variant={isArranging ? "default" : "ghost"}
            size="sm"
            aria-pressed={isArranging}
            onClick={() => setArranging(!isArranging)}
          >
            {isArranging ? <Check aria-hidden /> : <Move aria-hidden />}
            {isArranging ? "Done" : "Arrange"}
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={onCustomize}>
          <SlidersHorizontal aria-hidden />
          Customize
        </Button>
        <MenuButton
          variant="outline"
          size="sm"
          disabled={addable.length === 0}
          preload={AddWidgetMenu.fetch}
          menu={(place) => <AddWidgetMenu place={place} kinds={addable} actions={actions} />}
        >
          <Plus aria-hidden />
          Add widget
        </MenuButton>
      </div>
      {board === undefined ? (
        <div role="status" aria-label="Loading widgets" className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-72" />
          <Skeleton className="hidden h-72 lg:block" />
        </div>
      ) : isArranging && mayArrange ? (
        <Suspense fallback={<Widgets board={board} actions={actions} />}>
          <WidgetSorter board={board} actions={actions} />
        </Suspense>
      ) : (
        <Widgets board={board} actions={actions} />
      )}
    </section>
  );
}

function Widgets({ board, actions }: { board: Board; actions: WidgetActions }) {
  if (board.length === 0) {
    return (
      <p className="rounded-lg border border-dashed p-6 text-center text-muted-foreground">
        Add a widget to see charts of your breedings, puppies, finances and vaccinations.
      </p>
    );
  }
  return (
    <ul aria-label="Widgets" className="grid gap-4 lg:grid-cols-2">
      {board.map((widget) => (
        <li key={widget.id} className="flex min-w-0 flex-col *:flex-1 lg:last:odd:col-span-2">
          <WidgetCard widget={widget} count={board.length} actions={actions} />
        </li>
      ))}
    </ul>
  );
}
