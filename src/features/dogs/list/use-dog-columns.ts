/**
 * The columns of the dogs table. Those in the address, from a saved view or a link, come first; otherwise the
 * person's own, which are stored on the server, so that a phone and a laptop show the same.
 */
import { useRef, useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import type { useDogListParams } from "@/features/dogs/list/dog-list-params";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { CONFIDENTIAL_DOG_COLUMNS, DEFAULT_DOG_COLUMNS, type DogColumn } from "@domain/dogs/table-columns";
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
};

/** Returns the columns and a function that changes them where they are stored. */
export function useDogColumns({
  columns,
  view,
  change,
}: Pick<ReturnType<typeof useDogListParams>, "columns" | "view" | "change">): DogColumns {
  const seesContacts = useKennel().hasRight("finances", "read");
  const isOffered = (column: DogColumn) => seesContacts || !CONFIDENTIAL_DOG_COLUMNS.has(column);
  const stored = useLiveQuery(api.accounts.userSettings.get, view === "table" ? {} : "skip").data?.dogColumns;
  const update = useMutation(api.accounts.userSettings.update);
  // The latest choice, until the server has it: two quick steps both count.
  const [asked, setAsked] = useState<{ columns: readonly DogColumn[] | null } | null>(null);
  const latestRef = useRef(0);
  const own = asked ? asked.columns : (stored ?? null);
  const keep = async (dogColumns: readonly DogColumn[] | null) => {
    latestRef.current += 1;
    const number = latestRef.current;
    setAsked({ columns: dogColumns });
    try {
      await update({ dogColumns: dogColumns && [...dogColumns] });
    } catch (error) {
      toast.error(failureText("The columns could not be changed", error));
    }
    if (number === latestRef.current) setAsked(null);
  };
  return {
    shown: (columns ?? own ?? DEFAULT_DOG_COLUMNS).filter(isOffered),
    isOffered,
    isAddressed: columns !== null,
    isChosen: (columns ?? own) !== null,
    choose: (chosen) => {
      if (columns === null) void keep(chosen);
      else change({ columns: chosen });
    },
  };
}
