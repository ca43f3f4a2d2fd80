/**
 * Says in a form that somebody else has changed the record. Lists the changed values that the form now shows, and
 * the values that the user must choose.
 */
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { authorsOf, joinWords, type Edit } from "@/hooks/edit-authors";

type LabelledGroup = { readonly label: string; readonly fields: readonly string[] };

type MergeNoteProps = {
  edits: readonly Edit[];
  adopted: readonly LabelledGroup[];
  conflicts: readonly LabelledGroup[];
  onCompare: () => void;
};

const labelsOf = (groups: readonly LabelledGroup[]): string => joinWords(groups.map(({ label }) => label));

/** Renders nothing if nobody else changed anything. */
export function MergeNote({ edits, adopted, conflicts, onCompare }: MergeNoteProps) {
  return (
    <>
      {adopted.length > 0 ? (
        <Alert variant="info">
          <span className="font-semibold">
            {authorsOf(edits, adopted)} changed {labelsOf(adopted)} in the meantime.
          </span>{" "}
          <span className="text-foreground">
            The form shows the newer {adopted.length === 1 ? "value" : "values"}.
          </span>
        </Alert>
      ) : null}
      {conflicts.length > 0 ? (
        <Alert variant="warning">
          <p className="font-semibold">
            {authorsOf(edits, conflicts)} changed {labelsOf(conflicts)}, and so did you.
          </p>
          <p className="text-foreground">Both versions are kept until you choose when saving.</p>
          <Button variant="outline" size="sm" className="mt-2" onClick={onCompare}>
            Compare Versions
          </Button>
        </Alert>
      ) : null}
    </>
  );
}
