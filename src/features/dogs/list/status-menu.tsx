/** The choice of a status as a menu, for one dog of the table or for all selected dogs. */
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { statusLabels } from "@/entities/dogs/dog-labels";
import { DOG_STATUSES, type DogStatus } from "@domain/dogs/rules";

type StatusMenuProps = {
  children: ReactNode;
  onChoose: (status: DogStatus) => void;
};

export function StatusMenu({ children, onChoose }: StatusMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <StatusItems onChoose={onChoose} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type StatusMenuAtProps = {
  /** The menu is open at this button, whose id labels the menu. Null while the menu is closed. */
  button: HTMLElement | null;
  /** The menu does not offer the current status. */
  current: DogStatus | undefined;
  onChoose: (status: DogStatus) => void;
  onClose: () => void;
};

export function StatusMenuAt({ button, current, onChoose, onClose }: StatusMenuAtProps) {
  const place = button?.getBoundingClientRect();
  return (
    <DropdownMenu open={button !== null} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DropdownMenuTrigger asChild>
        <span
          aria-hidden
          className="pointer-events-none fixed"
          style={place && { top: place.top, left: place.left, width: place.width, height: place.height }}
        />
      </DropdownMenuTrigger>
      {button ? (
        <DropdownMenuContent
          align="start"
          // A dialog that opens next also uses the id to return the focus.
          aria-labelledby={button.id}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const isStillThere = button.isConnected;
            (isStillThere ? button : document.querySelector("main"))?.focus({ preventScroll: !isStillThere });
          }}
        >
          <StatusItems current={current} onChoose={onChoose} />
        </DropdownMenuContent>
      ) : null}
    </DropdownMenu>
  );
}

type StatusItemsProps = { current?: DogStatus | undefined; onChoose: (status: DogStatus) => void };

const StatusItems = ({ current, onChoose }: StatusItemsProps) =>
  DOG_STATUSES.filter((status) => status !== current).map((status) => (
    <DropdownMenuItem key={status} onSelect={() => onChoose(status)}>
      {statusLabels[status]}...
    </DropdownMenuItem>
  ));
