/** The choice of a status as a menu, for one dog of the table or for all that are selected. */
import { useState, type ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { statusLabels } from "@/entities/dogs/dog-labels";
import { DOG_STATUSES, type DogStatus } from "@domain/constants/dogs";

type StatusMenuProps = {
  /** The button that opens it. */
  children: ReactNode;
  /** The status that is not offered, as the dog has it already. */
  current?: DogStatus;
  onChoose: (status: DogStatus) => void;
};

/** Renders the button, and its menu once it is open: a long table has many of them. */
export function StatusMenu({ children, current, onChoose }: StatusMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DropdownMenu open={isOpen} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      {isOpen ? (
        <DropdownMenuContent align="start">
          {DOG_STATUSES.filter((status) => status !== current).map((status) => (
            <DropdownMenuItem key={status} onSelect={() => onChoose(status)}>
              {statusLabels[status]}...
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      ) : null}
    </DropdownMenu>
  );
}
