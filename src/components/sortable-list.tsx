/**
 * A grid whose items the user sorts by dragging their handles with finger, mouse or keyboard. A dropped item
 * appears at its new place immediately. If saving fails, it returns to its former place.
 */
import { useState, type ReactNode } from "react";
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
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
import { cn } from "@/lib/utils";

type SortableListProps<Item> = {
  label: string;
  className: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Positions start at zero. Returns whether the position was saved. */
  onMove: (id: string, to: number) => Promise<boolean>;
  lead?: ReactNode;
  renderItem: (item: Item, handle: ReactNode) => ReactNode;
};

export function SortableList<Item>({ items, idOf, lead, ...props }: SortableListProps<Item>) {
  const known = items.map(idOf);
  const key = known.join();
  // The order after a drop, until the server sends the new order.
  const [dropped, setDropped] = useState({ key, ids: known });
  const ids = dropped.key === key ? dropped.ids : known;
  const sensors = useSensors(
    // Dragging starts only after a small distance, so that a tap on the handle remains a tap.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id));
    const to = over === null ? -1 : ids.indexOf(String(over.id));
    if (from < 0 || to < 0 || from === to) return;
    setDropped({ key, ids: arrayMove(ids, from, to) });
    void props.onMove(String(active.id), to).then((isDone) => {
      if (!isDone) setDropped({ key, ids: known });
    });
  };
  const nameOf = (id: UniqueIdentifier) => {
    const item = items.find((each) => idOf(each) === id);
    return item === undefined ? "" : props.nameOf(item);
  };
  const placeOf = (id: UniqueIdentifier) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is over ${placeOf(over.id)}` : undefined),
    onDragEnd: ({ active, over }) => `Dropped ${nameOf(active.id)}${over ? ` at ${placeOf(over.id)}` : ""}`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays at ${placeOf(active.id)}`,
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements }}
      onDragEnd={drop}
    >
      <SortableContext items={[...ids]} strategy={rectSortingStrategy}>
        <ul aria-label={props.label} className={props.className}>
          {lead}
          {ids.flatMap((id) => {
            const item = items.find((each) => idOf(each) === id);
            return item === undefined
              ? []
              : [
                  <SortableItem key={id} id={id} name={props.nameOf(item)}>
                    {(handle) => props.renderItem(item, handle)}
                  </SortableItem>,
                ];
          })}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

type SortableItemProps = { id: string; name: string; children: (handle: ReactNode) => ReactNode };

function SortableItem({ id, name, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const moved = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: moved, transition }}
      className={cn("flex min-w-0 flex-col *:flex-1", isDragging && "relative z-10 opacity-80")}
    >
      {children(
        <Button
          ref={setActivatorNodeRef}
          variant="ghost"
          size="icon"
          className="cursor-grab touch-none active:cursor-grabbing"
          {...attributes}
          {...listeners}
          aria-label={`Drag ${name}`}
        >
          <GripVertical aria-hidden />
        </Button>,
      )}
    </li>
  );
}
