/** The app's entries in the user menu: the person's settings, their kennels, and help. */
import { CircleHelp, ShieldCheck, UserRound } from "lucide-react";
import { paths } from "@/app/paths";
import {
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from "@/components/ui/dropdown-menu";
import { useKennelChoice } from "@/hooks/use-kennel-choice";
import { useNavigate } from "@/lib/router";

export function UserMenuEntries({ onHelp }: { onHelp: () => void }) {
  const { kennel, kennels, choose } = useKennelChoice();
  const navigate = useNavigate();
  return (
    <>
      <DropdownMenuItem onSelect={() => void navigate(`${paths.settings}?tab=profile`)}>
        <UserRound aria-hidden />
        Profile
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void navigate(`${paths.settings}?tab=security`)}>
        <ShieldCheck aria-hidden />
        Security
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={onHelp}>
        <CircleHelp aria-hidden />
        Help
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      {kennels.length > 1 ? (
        <>
          <DropdownMenuLabel>Kennels</DropdownMenuLabel>
          <DropdownMenuRadioGroup value={kennel._id} onValueChange={choose}>
            {kennels.map(({ _id, name }) => (
              <DropdownMenuRadioItem key={_id} value={_id}>
                <span className="min-w-0 truncate">{name}</span>
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
        </>
      ) : null}
    </>
  );
}
