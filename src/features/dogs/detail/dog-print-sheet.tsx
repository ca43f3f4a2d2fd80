/** The printed dog list: all matching dogs, one line each, below the kennel's name. Visible in print only. */
import { useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import { activeFilters, filterLabels, filterValueLabel } from "@/features/dogs/list/dog-filters";
import type { DogListParams } from "@/features/dogs/list/dog-list-params";
import { useDogList } from "@/features/dogs/list/use-dog-list";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useIsPrinting } from "@/hooks/use-printing";
import { EXPORT_COLUMNS, toExportRow } from "@domain/dogs/export";
import { formatDay } from "@domain/formatting/formatting";
import { MAX_PAGE_LIMIT } from "@domain/records/paging";

type DogPrintSheetProps = {
  dogs: readonly Dog[];
  params: DogListParams;
  today: string;
  onPrinted: () => void;
};

/** Null for all dogs. */
function describeFilters(params: DogListParams): string | null {
  const parts = activeFilters(params).map(
    (name) => `${filterLabels[name]}: ${filterValueLabel(name, params[name])}`,
  );
  if (params.search.trim() !== "") parts.unshift(`Search: ${params.search.trim()}`);
  return parts.length > 0 ? parts.join(", ") : null;
}

/** Opens the print dialog. `onPrinted` is called when the print dialog is closed. */
export function DogPrintSheet({ onPrinted, ...sheet }: DogPrintSheetProps) {
  const done = useEffectEvent(onPrinted);
  useEffect(() => {
    const finish = () => done();
    window.addEventListener("afterprint", finish);
    window.print();
    return () => window.removeEventListener("afterprint", finish);
  }, []);
  return <DogSheet {...sheet} />;
}

type MatchingDogsProps = { params: DogListParams; today: string };

/**
 * Prints all matching dogs instead of the cards of one page. The dogs are loaded in advance, because the printer
 * does not wait. If a dog's page is open, only that page is printed.
 */
export function MatchingDogsOnPaper({ params, today }: MatchingDogsProps) {
  const { page } = useDogList({ ...params, page: 1, limit: MAX_PAGE_LIMIT }, today);
  const isPrinting = useIsPrinting();
  if (!page || !isPrinting || document.querySelector('[data-slot="dialog-content"]')) return null;
  return <DogSheet dogs={page.data} total={page.pagination.totalItems} params={params} today={today} />;
}

type DogSheetProps = Omit<DogPrintSheetProps, "onPrinted"> & {
  /** Set if the sheet does not contain all matching dogs. */
  total?: number;
};

function DogSheet({ dogs, total = dogs.length, params, today }: DogSheetProps) {
  const { kennel } = useKennel();
  const filters = describeFilters(params);
  return createPortal(
    <section className="print-sheet" aria-hidden>
      <h1 className="font-title text-2xl">{kennel.name}</h1>
      <p className="mb-3 text-sm">
        {dogs.length < total ? `The first ${dogs.length} of ${total}` : total} dog(s), {formatDay(today)}
        {filters ? `. ${filters}` : ""}
      </p>
      <table className="w-full border-collapse text-left text-[9pt] leading-tight">
        <thead>
          <tr className="border-b-2 border-current">
            {EXPORT_COLUMNS.map((column) => (
              <th key={column} className="py-1 pr-2 align-bottom">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dogs.map((dog) => (
            <tr key={dog._id} className="break-inside-avoid border-b border-current/30">
              {toExportRow(dog).map((cell, index) => (
                <td key={EXPORT_COLUMNS[index]} className="py-1 pr-2 align-top break-words">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
