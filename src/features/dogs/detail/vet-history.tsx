/** Hands a dog's health history to the vet as a PDF: the whole life, the last years, or a period of one's own. */
import { useState } from "react";
import { useAction } from "convex/react";
import { FileText } from "lucide-react";
import { DialogForm } from "@/components/dialog-form";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { TextField } from "@/components/text-field";
import type { Dog } from "@/features/dogs/types";
import { useMadeFile } from "@/hooks/use-made-file";
import { useToday } from "@/hooks/use-today";
import { usualPaper } from "@/lib/usual-paper";
import { addYears } from "@domain/dates/calendar-days";
import { api } from "@convex/_generated/api";

type Period = { from?: string; to?: string };

/** Renders the button with its periods. */
export function VetHistory({ dog }: { dog: Dog }) {
  const today = useToday();
  const make = useAction(api.health.actions.healthPapers.history);
  const [isBusy, saveMade] = useMadeFile("Failed to print the health history", "Health history saved");
  const [isChoosing, setChoosing] = useState(false);
  const save = async (period: Period) => {
    const print = { dogId: dog._id, today, paper: usualPaper(), ...period };
    const isSaved = await saveMade(async () => ({ type: "application/pdf", ...(await make(print)) }));
    if (isSaved) setChoosing(false);
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" disabled={isBusy}>
            <FileText aria-hidden />
            {isBusy ? "Printing..." : "Vet History (PDF)"}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => void save({})}>Whole Life</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void save({ from: addYears(today, -1) })}>
            Last 12 Months
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void save({ from: addYears(today, -3) })}>
            Last 3 Years
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setChoosing(true)}>Another Period...</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isChoosing ? (
        <PeriodDialog
          name={dog.name}
          isBusy={isBusy}
          onChosen={(period) => void save(period)}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}

type PeriodDialogProps = {
  name: string;
  isBusy: boolean;
  onChosen: (period: Period) => void;
  onClose: () => void;
};

function PeriodDialog({ name, isBusy, onChosen, onClose }: PeriodDialogProps) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [error, setError] = useState<string | undefined>(undefined);
  const save = () => {
    if (from !== "" && to !== "" && to < from) setError("The period cannot end before it begins");
    else onChosen({ ...(from !== "" && { from }), ...(to !== "" && { to }) });
  };
  return (
    <TitledDialog title={`Health History of ${name}`} isBusy={isBusy} onClose={onClose}>
      <DialogForm
        className="grid gap-4 sm:grid-cols-2"
        isSaving={isBusy}
        saveLabel="Save PDF"
        busyLabel="Printing..."
        onSave={save}
        onCancel={onClose}
      >
        <TextField
          label="From"
          helper="Leave empty for the beginning"
          type="date"
          value={from}
          onText={setFrom}
        />
        <TextField
          label="To"
          helper="Leave empty for today"
          error={error}
          type="date"
          value={to}
          onText={(text) => {
            setError(undefined);
            setTo(text);
          }}
        />
      </DialogForm>
    </TitledDialog>
  );
}
