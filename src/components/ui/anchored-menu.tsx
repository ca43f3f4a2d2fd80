/** The open menu of a button, anchored to the button. The button loads this code on demand. */
import type { ComponentProps, FocusEvent } from "react";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import type { MenuPlace } from "@/components/ui/menu-button";

const FIRST_CHOICE = '[role^="menuitem"]:not([data-disabled])';

type AnchoredMenuProps = ComponentProps<typeof DropdownMenuContent> & { place: MenuPlace };

export function AnchoredMenu({ place, children, ...props }: AnchoredMenuProps) {
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // The menu itself is focused once, when it opens.
    if (target !== currentTarget || !place.isByKeyboard) return;
    currentTarget.querySelector<HTMLElement>(FIRST_CHOICE)?.focus({ preventScroll: true });
  };
  return (
    <DropdownMenu open onOpenChange={(isOpen) => (isOpen ? undefined : place.onClose())}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        {...props}
        aria-labelledby={place.buttonId}
        onFocus={enter}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          document.getElementById(place.buttonId)?.focus();
        }}
      >
        {children}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
