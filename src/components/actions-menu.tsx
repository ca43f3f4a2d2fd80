/** The menu of actions behind a button with three dots. */
import type { ReactNode } from "react";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { AnchoredMenu } from "@/components/ui/anchored-menu";
import { MenuButton } from "@/components/ui/menu-button";

type ActionsMenuProps = {
  name: string;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
};

export const CARD_CORNER = "absolute top-2.5 right-2 text-muted-foreground";

/** A menu exists only while it is open, because a list has many of these buttons. */
export function ActionsMenu({ name, icon: Icon = Ellipsis, className, children }: ActionsMenuProps) {
  return (
    <MenuButton
      variant="ghost"
      size="icon-sm"
      aria-label={`Actions for ${name}`}
      placeClassName={className}
      className="text-inherit"
      menu={(place) => (
        <AnchoredMenu place={place} align="end">
          {children}
        </AnchoredMenu>
      )}
    >
      <Icon aria-hidden />
    </MenuButton>
  );
}
