/** The menu of views of the list of dogs: two that everybody has, and those that the person has saved. */
import { useState } from "react";
import { Bookmark, BookmarkPlus, Check, Pencil } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { NO_FILTERS } from "@/features/dogs/list/dog-filters";
import type { useDogListParams } from "@/features/dogs/list/dog-list-params";
import { isShown, toListParams, toViewState, type SavedView } from "@/features/dogs/list/dog-views";
import { SaveViewDialog, ViewsDialog } from "@/features/dogs/list/late-parts";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { DogColumn } from "@domain/dogs/table-columns";
import { api } from "@convex/_generated/api";

type ViewsMenuProps = {
  params: ReturnType<typeof useDogListParams>;
  /** The columns that the table shows. */
  shown: readonly DogColumn[];
};

const EVERYBODYS = [
  { name: "All Dogs", filters: { ...NO_FILTERS, search: "" } },
  { name: "In the Kennel", filters: { ...NO_FILTERS, search: "", isInKennel: "true" } },
] as const;

const NO_VIEWS: readonly SavedView[] = [];

/** Renders the button with its menu, and the dialogs that it opens. */
export function ViewsMenu({ params, shown }: ViewsMenuProps) {
  const { kennelId } = useKennel();
  const views = useLiveQuery(api.dogs.dogViews.list, { kennelId }).data ?? NO_VIEWS;
  const [dialog, setDialog] = useState<"save" | "edit" | null>(null);
  const now = toViewState(params, shown);
  const open = ({ state }: SavedView) => params.change(toListParams(state));
  const close = () => setDialog(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost">
            <Bookmark aria-hidden />
            Views
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-w-80">
          {EVERYBODYS.map(({ name, filters }) => (
            <DropdownMenuItem key={name} onSelect={() => params.change(filters)}>
              {name}
            </DropdownMenuItem>
          ))}
          {views.length > 0 ? (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuLabel>Saved views</DropdownMenuLabel>
            </>
          ) : null}
          {views.map((view) => {
            const isNow = isShown(view.state, now);
            return (
              <DropdownMenuItem
                key={view.id}
                aria-current={isNow ? "true" : undefined}
                onSelect={() => open(view)}
              >
                <span className="min-w-0 flex-1 truncate">{view.name}</span>
                {isNow ? <Check aria-hidden /> : null}
              </DropdownMenuItem>
            );
          })}
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setDialog("save")}>
            <BookmarkPlus aria-hidden />
            Save This View
          </DropdownMenuItem>
          {views.length > 0 ? (
            <DropdownMenuItem onSelect={() => setDialog("edit")}>
              <Pencil aria-hidden />
              Edit Saved Views
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog === "save" ? <SaveViewDialog views={views} state={now} onClose={close} /> : null}
      {dialog === "edit" ? <ViewsDialog views={views} onClose={close} /> : null}
    </>
  );
}
