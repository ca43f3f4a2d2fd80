/**
 * Which columns the table of dogs shows, and how wide. Those in the address come first, as a saved view or a link brings them; without
 * them they are the person's own, which are kept on the server, so that a phone and a laptop show the same.
 */
import { useRef, useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import type { useDogListParams } from "@/features/dogs/list/dog-list-params";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import {
  CONFIDENTIAL_DOG_COLUMNS,
  DEFAULT_DOG_COLUMNS,
  type DogColumn,
  type DogColumnWidths,
} from "@domain/dogs/table-columns";
import { api } from "@convex/_generated/api";

export type DogColumns = {
  shown: readonly DogColumn[];
  /** Whether the person may see a column's content. */
  isOffered: (column: DogColumn) => boolean;
  /** Whether they come from the address, and so do not change the person's own. */
  isAddressed: boolean;
  /** Whether there is something to reset. */
  isChosen: boolean;
  /** Shows other columns; null resets to the person's own, or to the defaults. */
  choose: (columns: readonly DogColumn[] | null) => void;
  /** The widths in pixels that the person gave columns; the others fit themselves. */
  widths: DogColumnWidths;
  /** Gives a column a width; null lets it fit itself again. */
  setWidth: (column: DogColumn | "name", px: number | null) => void;
};

type Asked = { dogColumns?: readonly DogColumn[] | null; dogColumnWidths?: DogColumnWidths };

const NO_WIDTHS: DogColumnWidths = {};

/** Returns the columns and a function that changes them where they come from. */
export function useDogColumns({
  columns,
  view,
  change,
}: Pick<ReturnType<typeof useDogListParams>, "columns" | "view" | "change">): DogColumns {
  const seesContacts = useKennel().hasRight("finances", "read");
  const isOffered = (column: DogColumn) => seesContacts || !CONFIDENTIAL_DOG_COLUMNS.has(column);
  const stored = useLiveQuery(api.accounts.userSettings.get, view === "table" ? {} : "skip").data;
  const update = useMutation(api.accounts.userSettings.update);
  // What was chosen a moment ago, until the server has it: two quick steps both count.
  const [asked, setAsked] = useState<Asked>({});
  const latestRef = useRef(0);
  const own = asked.dogColumns === undefined ? (stored?.dogColumns ?? null) : asked.dogColumns;
  const widths = asked.dogColumnWidths ?? stored?.dogColumnWidths ?? NO_WIDTHS;
  const keep = async ({ dogColumns, dogColumnWidths }: Asked) => {
    latestRef.current += 1;
    const number = latestRef.current;
    const columnsAsked = dogColumns !== undefined && { dogColumns: dogColumns && [...dogColumns] };
    const widthsAsked = dogColumnWidths !== undefined && { dogColumnWidths };
    setAsked((last) => ({ ...last, ...columnsAsked, ...widthsAsked }));
    try {
      await update({ ...columnsAsked, ...widthsAsked });
    } catch (error) {
      toast.error(failureText("The columns could not be changed", error));
    }
    if (number === latestRef.current) setAsked({});
  };
  const hasWidths = Object.keys(widths).length > 0;
  return {
    shown: (columns ?? own ?? DEFAULT_DOG_COLUMNS).filter(isOffered),
    isOffered,
    isAddressed: columns !== null,
    isChosen: (columns ?? own) !== null || hasWidths,
    choose: (chosen) => {
      if (columns !== null) change({ columns: chosen });
      else void keep({ dogColumns: chosen, ...(chosen === null && hasWidths && { dogColumnWidths: {} }) });
    },
    widths,
    setWidth: (column, px) => {
      const { [column]: _former, ...others } = widths;
      void keep({ dogColumnWidths: px === null ? others : { ...others, [column]: px } });
    },
  };
}
