/** The button under the thumb of a phone: a note, a shot or a whole record, from every tab. */
import { FloatingAddButton } from "@/components/floating-add-button";
import { NEW, useHealthDialog, useHealthFilters } from "@/features/health/health-address";

/** Renders the button; wider screens have the buttons of each tab. */
export function QuickAddButton() {
  const { open } = useHealthDialog();
  const { filters } = useHealthFilters();
  return (
    <FloatingAddButton
      aria-label="Quick Add"
      className="sm:hidden"
      onClick={() => open("note", NEW, { for: filters.dogId })}
    />
  );
}
