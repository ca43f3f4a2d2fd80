/** Undoes an import; what goes and what stays is counted and said before. */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Undo2 } from "lucide-react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { countText } from "@/features/dogs/imports/import-words";
import type { ImportRun } from "@/features/dogs/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

type Foresight = FunctionReturnType<typeof api.imports.imports.foresee>;

const are = (count: number): string => (count === 1 ? "is" : "are");

/** Says what goes, and what goes back. */
function goingText({ dogs, ancestors, restored }: Foresight): string[] {
  const gone = [
    ...(dogs > 0 ? [countText(dogs, "dogs")] : []),
    ...(ancestors > 0 ? [countText(ancestors, "ancestors")] : []),
  ];
  return [
    gone.length > 0
      ? `${gone.join(" and ")} that the file added ${are(dogs + ancestors)} deleted.`
      : "Nothing is deleted.",
    ...(restored > 0
      ? [`${countText(restored, "dogs")} ${restored === 1 ? "gets its" : "get their"} former values back.`]
      : []),
  ];
}

/** Says what stays, and why. */
function stayingText({ kept, keptNames, unrestored }: Foresight): string[] {
  const more =
    kept > keptNames.length ? ` and ${(kept - keptNames.length).toLocaleString("en-US")} more` : "";
  return [
    ...(kept > 0
      ? [
          `${countText(kept, "dogs")} that the file added ${kept === 1 ? "stays" : "stay"}: ${keptNames.join(", ")}${more}. ` +
            "A dog stays when it was changed since, when it has records, photos, reminders or breedings, or when its offspring stay.",
        ]
      : []),
    ...(unrestored > 0
      ? [
          `${countText(unrestored, "dogs")} that the file changed ${unrestored === 1 ? "stays as it is" : "stay as they are"}, because of later changes.`,
        ]
      : []),
  ];
}

/** Renders the button and its question. */
export function UndoImport({ run }: { run: ImportRun }) {
  const { kennelId } = useKennel();
  const foresee = useAction(api.imports.imports.foresee);
  const remove = useMutation(api.imports.imports.remove);
  const [isOpen, setOpen] = useState(false);
  const [foresight, setForesight] = useState<Foresight | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const args = { kennelId, runId: run._id };
  const open = async () => {
    setOpen(true);
    setForesight(null);
    setFailure(null);
    try {
      setForesight(await foresee(args));
    } catch (error) {
      setFailure(failureText("Failed to check what would change", error));
    }
  };
  const undo = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await remove(args);
      setOpen(false);
    } catch (error) {
      setFailure(failureText("Failed to undo the import", error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button variant="outline" className="h-11 self-start" onClick={() => void open()}>
        <Undo2 aria-hidden />
        Undo This Import
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Undo this import?"
        confirmLabel="Undo Import"
        busyLabel="Undoing..."
        isBusy={isBusy}
        isConfirmDisabled={foresight === null}
        error={failure}
        onConfirm={() => void undo()}
        onCancel={() => setOpen(false)}
      >
        {foresight ? (
          <>
            {[...goingText(foresight), ...stayingText(foresight)].map((text) => (
              <p key={text}>{text}</p>
            ))}
            {run.kind === "ancestors" ? (
              <p>Dogs from outside the file keep the names of their parents as text.</p>
            ) : null}
          </>
        ) : (
          <p role="status">
            {failure === null ? "Checking what will be deleted..." : "Nothing was changed."}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
