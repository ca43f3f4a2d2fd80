/** Narrows the reminders to one type. */
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { REMINDER_TYPES } from "@domain/constants/reminders";
import { reminderTypeLabels } from "@domain/reminders/labels";

const ALL = "all";

/** Renders the choice; an empty type means every one. */
export function TypeFilter({ type, onType }: { type: string; onType: (type: string) => void }) {
  return (
    <Select value={type === "" ? ALL : type} onValueChange={(chosen) => onType(chosen === ALL ? "" : chosen)}>
      <SelectTrigger aria-label="Type" className="h-11 w-auto min-w-32 max-sm:min-w-28 max-sm:flex-1">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={ALL}>All types</SelectItem>
        {REMINDER_TYPES.map((each) => (
          <SelectItem key={each} value={each}>
            {reminderTypeLabels[each]}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
