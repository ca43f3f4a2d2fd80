/** The user's picture or initials in the top bar, and the menu under them. */
import type { UserMenuButtonProps } from "@/identity/identity-context";
import { avatarUrl } from "@/entities/people/avatar-url";
import { Avatar } from "@/components/ui/avatar";
import { MenuButton } from "@/components/ui/menu-button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useIdentity } from "@/identity/identity";
import { api } from "@convex/_generated/api";
import { late } from "@/components/late";

const UserMenu = late(async () => (await import("@/identity/local/user-menu")).UserMenu);

/** Renders the button; its menu names the user, holds what the app offers there and the way out. */
export function LocalUserMenuButton({ children }: UserMenuButtonProps) {
  const { user, signOut } = useIdentity();
  const me = useLiveQuery(api.accounts.users.me, {}).data;
  if (!user) return null;
  const name = me?.name ?? (user.name || user.email);
  return (
    <MenuButton
      variant="ghost"
      size="icon"
      className="rounded-full"
      aria-label={`User menu of ${name}`}
      preload={UserMenu.fetch}
      menu={(place) => (
        <UserMenu place={place} name={name} email={me?.email ?? user.email} onSignOut={() => void signOut()}>
          {children}
        </UserMenu>
      )}
    >
      <Avatar name={name} imageUrl={avatarUrl(me?.avatarPath) ?? user.imageUrl} />
    </MenuButton>
  );
}
