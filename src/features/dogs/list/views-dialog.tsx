/** Renaming and deleting saved views. The message after deleting has an undo button. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Trash2 } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import type { SavedView } from "@/features/dogs/list/dog-views";
import { viewFailure } from "@/features/dogs/list/dog-views";
import { useKennel } from "@/hooks/use-kennel";
import { api } from "@convex/_generated/api";

type ViewsDialogProps = { views: readonly SavedView[]; onClose: () => void };

export function ViewsDialog({ views, onClose }: ViewsDialogProps) {
  const { kennelId } = useKennel();
  const create = useMutation(api.dogs.dogViews.create);
  const remove = useMutation(api.dogs.dogViews.remove);
  const drop = async ({ id, name, state }: SavedView) => {
    try {
      await remove({ kennelId, viewId: id });
    } catch (error) {
      toast.error(viewFailure("The view could not be deleted", error));
      return;
    }
    const bringBack = async () => {
      try {
        await create({ kennelId, name, state });
      } catch (error) {
        toast.error(viewFailure("The view could not be brought back", error));
      }
    };
    toast.success(`View “${name}” deleted`, {
      action: { label: "Undo", onClick: () => void bringBack() },
    });
  };
  return (
    <TitledDialog title="Saved Views" onClose={onClose}>
      <DialogBody>
        {views.length === 0 ? <p className="text-muted-foreground">There are no saved views.</p> : null}
        <ul aria-label="Saved views" className="flex flex-col gap-2">
          {views.map((view) => (
            <ViewRow key={view.id} view={view} onDelete={() => void drop(view)} />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </TitledDialog>
  );
}

function ViewRow({ view, onDelete }: { view: SavedView; onDelete: () => void }) {
  const { kennelId } = useKennel();
  const update = useMutation(api.dogs.dogViews.update);
  // Null while the user does not type. Then the stored name is shown, even after another device changed it.
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState("");
  const rename = async () => {
    if (typed === null || typed.trim() === view.name) return setTyped(null);
    try {
      await update({ kennelId, viewId: view.id, name: typed });
      setTyped(null);
      setError("");
    } catch (failure) {
      setError(viewFailure("The view could not be renamed", failure));
    }
  };
  const errorId = `view-${view.id}-error`;
  return (
    <li>
      <form
        noValidate
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <Input
          aria-label={`Name of ${view.name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          autoComplete="off"
          value={typed ?? view.name}
          onChange={(event) => {
            setTyped(event.target.value);
            setError("");
          }}
        />
        {typed === null ? null : (
          <Button type="submit" variant="outline">
            Rename
          </Button>
        )}
        <Button variant="ghost" size="icon" aria-label={`Delete ${view.name}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      </form>
      {error ? (
        <p id={errorId} role="alert" className="pt-1 text-sm font-semibold text-error">
          {error}
        </p>
      ) : null}
    </li>
  );
}
