/** Changes between kennels in the top bar; there only for members of several, on phones in the menu instead. */
import { ChevronsUpDown } from "lucide-react";
import { MenuButton } from "@/components/ui/menu-button";
import { useKennel } from "@/hooks/use-kennel";
import { late } from "@/components/late";

const KennelMenu = late(async () => (await import("@/app/shell/kennel-menu")).KennelMenu);

/** Renders the switcher, or nothing for a member of one kennel. */
export function KennelSwitcher() {
  const { kennel, kennels } = useKennel();
  if (kennels.length < 2) return null;
  return (
    <MenuButton
      variant="outline"
      aria-label={`Kennel: ${kennel.name}. Change kennel`}
      placeClassName="min-w-0 shrink max-sm:hidden"
      className="max-w-60 min-w-0 shrink px-2.5"
      preload={KennelMenu.fetch}
      menu={(place) => <KennelMenu place={place} />}
    >
      <span className="truncate">{kennel.name}</span>
      <ChevronsUpDown aria-hidden className="text-muted-foreground" />
    </MenuButton>
  );
}
