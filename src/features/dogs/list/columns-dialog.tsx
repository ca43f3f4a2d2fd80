/** Choosing and sorting the columns of the dogs table. Each change is saved at once. */
import { useState } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import type { DogColumns } from "@/features/dogs/list/use-dog-columns";
import { DOG_COLUMN_LABELS, DOG_COLUMNS, moveColumn, type DogColumn } from "@domain/dogs/table-columns";

type ColumnsDialogProps = { columns: DogColumns; onClose: () => void };

export function ColumnsDialog({
  columns: { shown, isOffered, isAddressed, isChosen, choose },
  onClose,
}: ColumnsDialogProps) {
  const [spoken, setSpoken] = useState("");
  const hidden = DOG_COLUMNS.filter((column) => isOffered(column) && !shown.includes(column));
  const move = (column: DogColumn, by: 1 | -1) => {
    const moved = moveColumn(shown, column, by);
    choose(moved);
    setSpoken(`${DOG_COLUMN_LABELS[column]} is column ${moved.indexOf(column) + 2} of ${moved.length + 1}`);
  };
  return (
    <TitledDialog
      title="Columns"
      description={
        isAddressed
          ? "These are the columns of this view. Your own stay as they are."
          : "Your columns, on all your devices and in all your kennels. Name is always first."
      }
      onClose={onClose}
    >
      <DialogBody>
        <p role="status" className="sr-only">
          {spoken}
        </p>
        <ul aria-label="Columns" className="divide-y rounded-md border">
          {[...shown, ...hidden].map((column) => (
            <ColumnRow
              key={column}
              label={DOG_COLUMN_LABELS[column]}
              place={shown.indexOf(column)}
              count={shown.length}
              onMove={(by) => move(column, by)}
              onToggle={(isOn) => choose(isOn ? [...shown, column] : shown.filter((each) => each !== column))}
            />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" disabled={!isChosen} onClick={() => choose(null)}>
          {isAddressed ? "Use My Columns" : "Reset Columns"}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </TitledDialog>
  );
}

type ColumnRowProps = {
  label: string;
  /** Counted from 0. -1 for a hidden column. */
  place: number;
  count: number;
  onMove: (by: 1 | -1) => void;
  onToggle: (isOn: boolean) => void;
};

function ColumnRow({ label, place, count, onMove, onToggle }: ColumnRowProps) {
  const isShown = place >= 0;
  return (
    <li className="flex items-center gap-1 py-1 pr-3 pl-1">
      <MoveButton label={`Move ${label} up`} icon={ArrowUp} isOff={place <= 0} onMove={() => onMove(-1)} />
      <MoveButton
        label={`Move ${label} down`}
        icon={ArrowDown}
        isOff={!isShown || place === count - 1}
        onMove={() => onMove(1)}
      />
      <span className="min-w-0 flex-1 break-words">{label}</span>
      <Switch aria-label={`Show ${label}`} checked={isShown} onCheckedChange={onToggle} />
    </li>
  );
}

type MoveButtonProps = { label: string; icon: typeof ArrowUp; isOff: boolean; onMove: () => void };

function MoveButton({ label, icon: Icon, isOff, onMove }: MoveButtonProps) {
  // A `disabled` button would lose the focus after it moved a column to the end.
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onMove}
    >
      <Icon aria-hidden />
    </Button>
  );
}
