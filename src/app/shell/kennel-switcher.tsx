/** Changes between kennels; there only for members of several. */
import { ChevronsUpDown, Warehouse } from "lucide-react";
import { KennelLogo } from "@/components/kennel-logo";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useKennel } from "@/hooks/use-kennel";

/** Renders the switcher, or nothing for a member of one kennel. */
export function KennelSwitcher() {
  const { kennel, kennels, chooseKennel } = useKennel();
  if (kennels.length < 2) return null;
  const choose = (id: string) => {
    const chosen = kennels.find((candidate) => candidate._id === id);
    if (chosen) chooseKennel(chosen._id);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="outline"
          aria-label={`Kennel: ${kennel.name}. Change kennel`}
          className="min-w-0 shrink px-2.5 sm:max-w-60"
        >
          <KennelLogo logoPath={kennel.logoPath} className="-ml-1 size-7 sm:hidden" />
          {kennel.logoPath === null ? <Warehouse aria-hidden className="sm:hidden" /> : null}
          <span className="hidden truncate sm:inline">{kennel.name}</span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-72">
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
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
