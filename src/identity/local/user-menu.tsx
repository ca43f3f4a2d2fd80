/** The menu of a local account, with the app's own entries. */
import type { ReactNode } from "react";
import { LogOut } from "lucide-react";
import { AnchoredMenu } from "@/components/ui/anchored-menu";
import { DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import type { MenuPlace } from "@/components/ui/menu-button";

type UserMenuProps = {
  place: MenuPlace;
  name: string;
  email: string;
  onSignOut: () => void;
  children?: ReactNode;
};

export function UserMenu({ place, name, email, onSignOut, children }: UserMenuProps) {
  return (
    <AnchoredMenu place={place} align="end" className="max-w-72">
      <DropdownMenuLabel>
        <span className="block truncate text-[0.95rem] font-semibold text-foreground">{name}</span>
        <span className="block truncate">{email}</span>
      </DropdownMenuLabel>
      <DropdownMenuSeparator />
      {children}
      <DropdownMenuItem onSelect={onSignOut}>
        <LogOut aria-hidden />
        Sign Out
      </DropdownMenuItem>
    </AnchoredMenu>
  );
}
