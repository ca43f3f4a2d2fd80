/** The widgets while the user sorts them. */
import { SortableList } from "@/components/sortable-list";
import { WidgetCard } from "@/features/dashboard/widget-card";
import type { WidgetActions } from "@/features/dashboard/use-widgets";
import { widgetTitle, type BoardWidget } from "@/features/dashboard/widget-words";

type WidgetSorterProps = { board: readonly BoardWidget[]; actions: WidgetActions };

export default function WidgetSorter({ board, actions }: WidgetSorterProps) {
  return (
    <SortableList
      label="Widgets"
      className="grid gap-4 lg:grid-cols-2"
      items={board}
      idOf={({ id }) => id}
      nameOf={widgetTitle}
      onMove={actions.move}
      renderItem={(widget, handle) => (
        <WidgetCard
          widget={widget}
          count={board.length}
          actions={actions}
          handle={<span className="-mt-2 -ml-2">{handle}</span>}
        />
      )}
    />
  );
}
