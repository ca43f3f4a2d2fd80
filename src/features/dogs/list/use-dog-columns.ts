/**
 * Which columns the table of dogs shows, and their widths. The columns in the address, from a saved view or a link,
 * have priority. Otherwise the user's own columns are shown. The server stores the user's own columns, so that all
 * of their devices show the same.
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
  /** Whether the user may see a column's content. */
  isOffered: (column: DogColumn) => boolean;
  /** If the columns come from the address, changing them does not change the user's own columns. */
  isAddressed: boolean;
  /** Whether the user has chosen columns that can be reset. */
  isChosen: boolean;
  /** Null resets the columns to the user's own, or to the defaults. */
  choose: (columns: readonly DogColumn[] | null) => void;
  /** In pixels. Columns without a width fit their content. */
  widths: DogColumnWidths;
  /** With null, the column fits its content again. */
  setWidth: (column: DogColumn | "name", px: number | null) => void;
};

type Asked = { dogColumns?: readonly DogColumn[] | null; dogColumnWidths?: DogColumnWidths };

const NO_WIDTHS: DogColumnWidths = {};

export function useDogColumns({
  columns,
  view,
  change,
}: Pick<ReturnType<typeof useDogListParams>, "columns" | "view" | "change">): DogColumns {
  const seesContacts = useKennel().hasRight("finances", "read");
  const isOffered = (column: DogColumn) => seesContacts || !CONFIDENTIAL_DOG_COLUMNS.has(column);
  const stored = useLiveQuery(api.accounts.userSettings.get, view === "table" ? {} : "skip").data;
  const update = useMutation(api.accounts.userSettings.update);
  // The user's last choice until the server has stored it, so that two quick changes both count.
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
