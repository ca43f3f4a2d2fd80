/** The button under the thumb of a phone: a note, a shot or a whole record, from every tab. */
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { NEW, useHealthDialog, useHealthFilters } from "@/features/health/health-address";

/** Renders the button; wider screens have the buttons of each tab. */
export function QuickAddButton() {
  const { open } = useHealthDialog();
  const { filters } = useHealthFilters();
  return (
    <Button
      size="icon"
      aria-label="Quick Add"
      onClick={() => open("note", NEW, { for: filters.dogId })}
      className="fixed right-4 bottom-4 z-20 size-14 rounded-full shadow-raised sm:hidden"
    >
      <Plus aria-hidden className="size-6" />
    </Button>
  );
}
