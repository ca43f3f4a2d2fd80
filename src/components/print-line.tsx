/**
 * The first line of a printed screen or record: the kennel, the title of the list, and the date. It appears only on
 * paper.
 */
import { useKennel } from "@/hooks/use-kennel";
import { listedOnScreen, useIsPrinting } from "@/hooks/use-printing";
import { useToday } from "@/hooks/use-today";
import { formatDay } from "@domain/formatting/formatting";

/** With `ofScreen`, adds the tab and the filters. */
export function PrintLine({ ofScreen = false }: { ofScreen?: boolean }) {
  return useIsPrinting() ? <Line ofScreen={ofScreen} /> : null;
}

function Line({ ofScreen }: { ofScreen: boolean }) {
  const { kennel } = useKennel();
  const today = useToday();
  return (
    <p className="hidden text-sm text-muted-foreground print:block">
      {[kennel.name, ...(ofScreen ? listedOnScreen() : []), formatDay(today)].join(" · ")}
    </p>
  );
}
