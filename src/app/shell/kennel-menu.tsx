/** The choice of kennels in the open menu of the top bar's switcher. */
import { KennelLogo } from "@/entities/kennels/kennel-logo";
import { AnchoredMenu } from "@/components/ui/anchored-menu";
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
} from "@/components/ui/dropdown-menu";
import type { MenuPlace } from "@/components/ui/menu-button";
import { useKennelChoice } from "@/hooks/use-kennel-choice";

export function KennelMenu({ place }: { place: MenuPlace }) {
  const { kennel, kennels, choose } = useKennelChoice();
  return (
    <AnchoredMenu place={place} align="end" className="max-w-72">
      <DropdownMenuLabel>Kennels</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={kennel._id} onValueChange={choose}>
        {kennels.map((candidate) => (
          <DropdownMenuRadioItem key={candidate._id} value={candidate._id}>
            <KennelLogo logoPath={candidate.logoPath} className="size-8" />
            <span className="min-w-0">
              <span className="block truncate font-semibold">{candidate.name}</span>
              <span className="block text-sm text-muted-foreground capitalize">{candidate.role}</span>
            </span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </AnchoredMenu>
  );
}
