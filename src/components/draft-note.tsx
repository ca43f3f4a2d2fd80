/** Offers text that was typed earlier but never saved, until the user starts typing. */
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { FormDraft } from "@/hooks/use-form-draft";

type DraftNoteProps = { draft: FormDraft; isDirty: boolean };

export function DraftNote({ draft, isDirty }: DraftNoteProps) {
  if (!draft.hasDraft || isDirty) return null;
  return (
    <Alert variant="info">
      <p className="text-foreground">What you typed here earlier was not saved.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={draft.restore}>
          Restore
        </Button>
        <Button variant="outline" size="sm" onClick={draft.discard}>
          Discard
        </Button>
      </div>
    </Alert>
  );
}
