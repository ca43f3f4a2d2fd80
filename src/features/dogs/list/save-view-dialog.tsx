/** Saves the dog list's state as a view. A view of the same name is replaced. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import type { SavedView } from "@/features/dogs/list/dog-views";
import { viewFailure } from "@/features/dogs/list/dog-views";
import { useKennel } from "@/hooks/use-kennel";
import { isSameText } from "@domain/text/text";
import { api } from "@convex/_generated/api";

type SaveViewDialogProps = { views: readonly SavedView[]; state: SavedView["state"]; onClose: () => void };

export function SaveViewDialog({ views, state, onClose }: SaveViewDialogProps) {
  const { kennelId } = useKennel();
  const create = useMutation(api.dogs.dogViews.create);
  const update = useMutation(api.dogs.dogViews.update);
  const [name, setName] = useState("");
  const [error, setError] = useState("");
  const [isSaving, setSaving] = useState(false);
  const typed = name.trim();
  const same = views.find((view) => isSameText(view.name, typed));

  const save = async () => {
    setSaving(true);
    setError("");
    try {
      if (same) await update({ kennelId, viewId: same.id, state });
      else await create({ kennelId, name: typed, state });
      toast.success(same ? `View “${same.name}” replaced` : `View “${typed}” saved`);
      onClose();
    } catch (failure) {
      setError(viewFailure("The view could not be saved", failure));
    }
    setSaving(false);
  };

  return (
    <SaveDialog
      title="Save This View"
      description="The filters, the order and the columns as they are now, for you in this kennel."
      isSaving={isSaving}
      onClose={onClose}
      saveLabel={same ? "Replace View" : "Save View"}
      onSave={save}
    >
      <TextField
        label="Name"
        required
        error={error}
        helper={same ? `“${same.name}” will show this instead of what it shows now` : undefined}
        autoComplete="off"
        value={name}
        onText={(text) => {
          setName(text);
          setError("");
        }}
      />
    </SaveDialog>
  );
}
