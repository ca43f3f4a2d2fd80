/** The head of a litter's page: parents, day, age and numbers, and what can be done with the litter. */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import { FileDown, MoreVertical, Pencil, Scale, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { HistoryButton } from "@/entities/history/record-history";
import { LitterFormDialog } from "@/features/litters/late-parts";
import { littersPath, weighingPath } from "@/features/litters/litter-paths";
import { countsText, isWeighed, litterAge, parentNames } from "@/features/litters/litter-words";
import type { Litter } from "@/features/litters/types";
import { useMadeFile } from "@/hooks/use-made-file";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { Link, useNavigate } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { formatDay } from "@domain/formatting/formatting";

const dogPath = (dogId: string): string => `/dashboard/dogs/${dogId}`;

export function LitterHeader({ litter, canWrite }: { litter: Litter; canWrite: boolean }) {
  const today = useToday();
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  const { sire, dam } = parentNames(litter);
  const { sireId, damId } = litter.breeding;
  return (
    <header className="flex flex-col gap-2">
      <Link
        to={littersPath}
        className="inline-flex items-center self-start text-sm text-muted-foreground underline underline-offset-4 pointer-coarse:min-h-11"
      >
        All Litters
      </Link>
      <div className="flex items-start gap-3">
        <h2 className="font-title min-w-0 flex-1 text-2xl break-words sm:text-3xl">
          <ParentName id={sireId} name={sire} /> <span className="text-brass">×</span>{" "}
          <ParentName id={damId} name={dam} />
        </h2>
        <LitterMenu litter={litter} canWrite={canWrite} onChoose={setDialog} />
      </div>
      <p>
        Whelped {formatDay(litter.whelpingDate)}
        <span className="text-muted-foreground"> · {litterAge(litter.whelpingDate, today)}</span>
      </p>
      <p className="text-muted-foreground">{countsText(litter)}</p>
      <div className="mt-1 flex flex-wrap gap-2">
        {canWrite && litter.puppies.some(isWeighed) ? (
          <Button asChild>
            <Link to={weighingPath(litter._id)}>
              <Scale aria-hidden /> Weigh Puppies
            </Link>
          </Button>
        ) : null}
        <HistoryButton table="litters" recordId={litter._id} name={`the litter of ${sire} × ${dam}`} />
      </div>
      {dialog === "edit" ? <LitterFormDialog litter={litter} onClose={() => setDialog(null)} /> : null}
      {dialog === "delete" ? <LitterDeleteDialog litter={litter} onClose={() => setDialog(null)} /> : null}
    </header>
  );
}

function ParentName({ id, name }: { id: string | null; name: string }) {
  if (id === null) return name;
  return (
    <Link to={dogPath(id)} className="hover:underline hover:decoration-1 hover:underline-offset-4">
      {name}
    </Link>
  );
}

type LitterMenuProps = {
  litter: Litter;
  canWrite: boolean;
  onChoose: (dialog: "edit" | "delete") => void;
};

function LitterMenu({ litter, canWrite, onChoose }: LitterMenuProps) {
  const { exportAs, isExporting } = useLitterExport(litter._id);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="icon" aria-label="Litter actions">
          <MoreVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {canWrite ? (
          <DropdownMenuItem onSelect={() => onChoose("edit")}>
            <Pencil aria-hidden /> Edit
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuItem disabled={isExporting} onSelect={() => void exportAs("pdf")}>
          <FileDown aria-hidden /> Export PDF
        </DropdownMenuItem>
        <DropdownMenuItem disabled={isExporting} onSelect={() => void exportAs("csv")}>
          <FileDown aria-hidden /> Export CSV
        </DropdownMenuItem>
        {canWrite ? (
          <DropdownMenuItem onSelect={() => onChoose("delete")} className="text-error">
            <Trash2 aria-hidden /> Delete
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Asks before a litter is deleted, with the number of its puppies. Source: decision GAP-LIT-06. */
function LitterDeleteDialog({ litter, onClose }: { litter: Litter; onClose: () => void }) {
  const remove = useMutation(api.litters.litters.remove);
  const navigate = useNavigate();
  const { length } = litter.puppies;
  const sold = litter.puppies.filter(({ status }) => status === "sold").length;
  return (
    <DeleteQuestion
      recordId={litter._id}
      title="Delete this litter?"
      isConfirmDisabled={sold > 0}
      remove={async () => await remove({ litterId: litter._id, isConfirmed: true })}
      deletedText="Litter deleted"
      failureOf={(error) => failureText("Failed to delete the litter", error)}
      onDeleted={() => navigate(littersPath, { replace: true })}
      onClose={onClose}
    >
      {sold > 0 ? (
        <p>
          {sold === 1 ? "One of its puppies is" : `${sold} of its puppies are`} sold, so the litter cannot be
          deleted.
        </p>
      ) : (
        <p>
          {length === 0
            ? "It has no recorded puppies."
            : `${length === 1 ? "Its puppy is" : `Its ${length} puppies are`} deleted too, with weights and health checks.`}{" "}
          For 30 days it can be brought back from the history.
        </p>
      )}
    </DeleteQuestion>
  );
}

const FILE_TYPES = { pdf: "application/pdf", csv: "text/csv" } as const;

/** Returns the export of a litter and whether one is being made. */
function useLitterExport(litterId: string) {
  const make = useAction(api.litters.actions.litterSheet.make);
  const today = useToday();
  const [isExporting, save] = useMadeFile("Failed to export the litter");
  const exportAs = async (format: keyof typeof FILE_TYPES) =>
    await save(async () => ({ type: FILE_TYPES[format], ...(await make({ litterId, format, today })) }));
  return { exportAs, isExporting };
}
