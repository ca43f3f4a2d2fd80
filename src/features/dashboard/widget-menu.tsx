/** The open menu of a widget's button: move, edit, remove. */
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { AnchoredMenu } from "@/components/ui/anchored-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import type { MenuPlace } from "@/components/ui/menu-button";
import type { WidgetActions } from "@/features/dashboard/use-widgets";
import type { BoardWidget } from "@/features/dashboard/widget-words";
import { WIDGET_MONTHS, WIDGET_YEARS } from "@domain/dashboard/rules";

const YEAR_CHOICES = [3, 5, 10];
const MONTH_CHOICES = [3, 6, 12];

type WidgetMenuProps = { place: MenuPlace; widget: BoardWidget; count: number; actions: WidgetActions };

export function WidgetMenu({ place, widget, count, actions }: WidgetMenuProps) {
  const { id, kind, position, settings } = widget;
  const isByMonth = kind === "vaccinations_due";
  const isByYear = !isByMonth && kind !== "newest_litter_weight";
  return (
    <AnchoredMenu place={place} align="end">
      <DropdownMenuItem disabled={position === 0} onSelect={() => void actions.move(id, position - 1)}>
        <ArrowUp aria-hidden />
        Move Up
      </DropdownMenuItem>
      <DropdownMenuItem
        disabled={position === count - 1}
        onSelect={() => void actions.move(id, position + 1)}
      >
        <ArrowDown aria-hidden />
        Move Down
      </DropdownMenuItem>
      {isByYear ? (
        <>
          <DropdownMenuSeparator />
          {YEAR_CHOICES.map((years) => (
            <DropdownMenuItem
              key={years}
              disabled={years === (settings.years ?? WIDGET_YEARS.default)}
              onSelect={() => void actions.set(id, { years })}
            >
              Last {years} Years
            </DropdownMenuItem>
          ))}
        </>
      ) : null}
      {isByMonth ? (
        <>
          <DropdownMenuSeparator />
          {MONTH_CHOICES.map((months) => (
            <DropdownMenuItem
              key={months}
              disabled={months === (settings.months ?? WIDGET_MONTHS.default)}
              onSelect={() => void actions.set(id, { months })}
            >
              Next {months} Months
            </DropdownMenuItem>
          ))}
        </>
      ) : null}
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={() => void actions.remove(widget)}>
        <Trash2 aria-hidden />
        Remove
      </DropdownMenuItem>
    </AnchoredMenu>
  );
}
