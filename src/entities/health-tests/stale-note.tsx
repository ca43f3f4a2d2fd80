/** Says that somebody else saved the record that a form is open on, and lets the person choose whose values stand. */
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** Renders the note with the two ways on. */
export function StaleNote({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <Alert variant="warning">
      <AlertTitle>Somebody else changed this in the meantime</AlertTitle>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={onTheirs}>
          Show Theirs
        </Button>
        <Button size="sm" variant="outline" onClick={onMine}>
          Keep Mine
        </Button>
      </div>
    </Alert>
  );
}
