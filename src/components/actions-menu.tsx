/** The actions for one item of a list, behind the button with three dots. */
import type { ReactNode } from "react";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";

type ActionsMenuProps = {
  /** The item's name, for screen readers. */
  name: string;
  icon?: LucideIcon;
  className?: string;
  /** The entries. */
  children: ReactNode;
};

/** The position of the button in the corner of a card. */
export const CARD_CORNER = "absolute top-2.5 right-2 text-muted-foreground";

/** Renders the button and its menu. */
export function ActionsMenu({ name, icon: Icon = Ellipsis, className, children }: ActionsMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${name}`} className={className}>
          <Icon aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}
