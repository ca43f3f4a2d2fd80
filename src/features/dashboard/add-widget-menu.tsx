/** The open menu of the button that adds a widget. */
import { AnchoredMenu } from "@/components/ui/anchored-menu";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import type { MenuPlace } from "@/components/ui/menu-button";
import type { WidgetActions } from "@/features/dashboard/use-widgets";
import { WIDGET_DESCRIPTIONS, WIDGET_LABELS, type WidgetKind } from "@domain/dashboard/rules";

type AddWidgetMenuProps = {
  place: MenuPlace;
  /** Only kinds that are not on the board yet. */
  kinds: readonly WidgetKind[];
  actions: WidgetActions;
};

export function AddWidgetMenu({ place, kinds, actions }: AddWidgetMenuProps) {
  return (
    <AnchoredMenu place={place} align="end" className="max-w-80">
      {kinds.map((kind) => (
        <DropdownMenuItem
          key={kind}
          className="flex-col items-start gap-0"
          onSelect={() => void actions.add(kind)}
        >
          <span className="font-semibold">{WIDGET_LABELS[kind]}</span>
          <span className="text-sm text-muted-foreground">{WIDGET_DESCRIPTIONS[kind]}</span>
        </DropdownMenuItem>
      ))}
    </AnchoredMenu>
  );
}
