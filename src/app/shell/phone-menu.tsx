/**
 * The menu of small screens, over the page: the areas, the user's other kennels, and the other members in this
 * kennel.
 */
import { SidebarContent } from "@/app/shell/sidebar";
import { Sheet, SheetContent, SheetDescription, SheetTitle } from "@/components/ui/sheet";
import type { Companion } from "@/hooks/use-stay";
import { useState } from "react";
import { Check, ChevronsUpDown } from "lucide-react";
import { KennelLogo } from "@/entities/kennels/kennel-logo";
import { useKennelChoice } from "@/hooks/use-kennel-choice";
import { cn } from "@/lib/utils";
import { ScrollList } from "@/components/ui/scroll-list";
import { CompanionList } from "@/entities/people/companions";

export function CompanionsLine({ people }: { people: readonly Companion[] }) {
  if (people.length === 0) return null;
  return (
    <section aria-label="Who else is here" className="border-t border-sidebar-border px-2.5 py-3 md:hidden">
      <CompanionList people={people} viewing="here" />
    </section>
  );
}

/** For members of several kennels. The top bar of a phone has no room for a switcher. */
function KennelChooser({ onChosen }: { onChosen: () => void }) {
  const { kennel, kennels, choose } = useKennelChoice();
  const [isOpen, setOpen] = useState(false);
  if (kennels.length < 2) return null;
  return (
    <section aria-label="Kennels" className="border-b border-sidebar-border px-2.5 py-2 sm:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex h-11 w-full items-center gap-3 rounded-md px-3 font-medium hover:bg-sidebar-accent focus-visible:outline-[#e0b96b]"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronsUpDown aria-hidden className="size-5 shrink-0" />
        Change kennel
      </button>
      {isOpen ? (
        <ScrollList className="flex max-h-64 flex-col">
          {kennels.map(({ _id, name, role, logoPath }) => {
            const isCurrent = _id === kennel._id;
            return (
              <li key={_id}>
                <button
                  type="button"
                  aria-current={isCurrent}
                  className={cn(
                    "flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left hover:bg-sidebar-accent focus-visible:outline-[#e0b96b]",
                    isCurrent && "font-semibold",
                  )}
                  onClick={() => {
                    choose(_id);
                    onChosen();
                  }}
                >
                  <KennelLogo logoPath={logoPath} className="size-8 border-transparent" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{name}</span>
                    <span className="block text-sm text-sidebar-muted capitalize">{role}</span>
                  </span>
                  {isCurrent ? <Check aria-hidden className="size-5 shrink-0" /> : null}
                </button>
              </li>
            );
          })}
        </ScrollList>
      ) : null}
    </section>
  );
}

type PhoneMenuProps = {
  isOpen: boolean;
  people: readonly Companion[];
  onOpenChange: (isOpen: boolean) => void;
};

export function PhoneMenu({ isOpen, people, onOpenChange }: PhoneMenuProps) {
  const close = () => onOpenChange(false);
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetContent className="bg-sidebar text-sidebar-foreground">
        <SheetTitle className="sr-only">Menu</SheetTitle>
        <SheetDescription className="sr-only">The areas of Studbook</SheetDescription>
        <div className="min-h-0 flex-1">
          <SidebarContent onNavigate={close} chooser={<KennelChooser onChosen={close} />} />
        </div>
        <CompanionsLine people={people} />
      </SheetContent>
    </Sheet>
  );
}
