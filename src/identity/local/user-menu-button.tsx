/** The user's picture or initials in the top bar, and the menu under them. */
import { LogOut } from "lucide-react";
import { avatarUrl } from "@/components/avatar-url";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useIdentity } from "@/identity/identity";
import { api } from "../../../convex/_generated/api";

/** Renders the button; its menu names the user and offers to sign out. */
export function LocalUserMenuButton() {
  const { user, signOut } = useIdentity();
  const me = useLiveQuery(api.users.me, {}).data;
  if (!user) return null;
  const name = me?.name ?? (user.name || user.email);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" className="rounded-full" aria-label={`User menu of ${name}`}>
          <Avatar name={name} imageUrl={avatarUrl(me?.avatarPath) ?? user.imageUrl} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-72">
        <DropdownMenuLabel>
          <span className="block truncate text-[0.95rem] font-semibold text-foreground">{name}</span>
          <span className="block truncate">{me?.email ?? user.email}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
