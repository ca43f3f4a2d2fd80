/** The widgets while they are arranged: each can be dragged by its handle, with a finger, a mouse or the keyboard. */
import { useState } from "react";
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from "@dnd-kit/sortable";
import { GripVertical } from "lucide-react";
import { Button } from "@/components/ui/button";
import { WidgetCard } from "@/features/dashboard/widget-card";
import type { WidgetActions } from "@/features/dashboard/use-widgets";
import { widgetTitle, type BoardWidget } from "@/features/dashboard/widget-words";
import { cn } from "@/lib/utils";

type WidgetSorterProps = { board: readonly BoardWidget[]; actions: WidgetActions };

/** Renders the widgets in a grid; one that is dropped stands in its new place at once. */
export default function WidgetSorter({ board, actions }: WidgetSorterProps) {
  const known = board.map(({ id }) => id);
  const key = known.join();
  // Where widgets were dropped, until the server says how they stand.
  const [dropped, setDropped] = useState({ key, ids: known });
  const ids = dropped.key === key ? dropped.ids : known;
  const sensors = useSensors(
    // A little way, so that a tap on the handle stays a tap.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id));
    const to = over === null ? -1 : ids.indexOf(String(over.id));
    if (from < 0 || to < 0 || from === to) return;
    setDropped({ key, ids: arrayMove(ids, from, to) });
    void actions.move(String(active.id), to).then((isDone) => {
      if (!isDone) setDropped({ key, ids: known });
    });
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={[...ids]} strategy={rectSortingStrategy}>
        <ul aria-label="Widgets" className="grid gap-4 lg:grid-cols-2">
          {ids.flatMap((id) => {
            const widget = board.find((each) => each.id === id);
            return widget
              ? [<SortableWidget key={id} widget={widget} count={ids.length} actions={actions} />]
              : [];
          })}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

type SortableWidgetProps = { widget: BoardWidget; count: number; actions: WidgetActions };

function SortableWidget({ widget, count, actions }: SortableWidgetProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: widget.id });
  const moved = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: moved, transition }}
      className={cn("flex min-w-0 flex-col *:flex-1", isDragging && "relative z-10 opacity-80")}
    >
      <WidgetCard
        widget={widget}
        count={count}
        actions={actions}
        handle={
          <Button
            ref={setActivatorNodeRef}
            variant="ghost"
            size="icon"
            className="-mt-2 -ml-2 cursor-grab touch-none active:cursor-grabbing"
            {...attributes}
            {...listeners}
            aria-label={`Drag ${widgetTitle(widget)}`}
          >
            <GripVertical aria-hidden />
          </Button>
        }
      />
    </li>
  );
}
