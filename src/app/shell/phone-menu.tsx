/** The menu of small screens: the areas, the kennels to change to and who else is here, over the page. */
import { CompanionsLine } from "@/app/shell/companions-line";
import { KennelChooser } from "@/app/shell/kennel-chooser";
import { SidebarContent } from "@/app/shell/sidebar";
import { Sheet, SheetContent, SheetDescription, SheetTitle } from "@/components/ui/sheet";
import type { Companion } from "@/hooks/use-stay";

type PhoneMenuProps = {
  isOpen: boolean;
  people: readonly Companion[];
  onOpenChange: (isOpen: boolean) => void;
};

/** Renders the menu. */
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
