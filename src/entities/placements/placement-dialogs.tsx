/**
 * The dialogs of a placement: the handover with the papers for the new owner, and the form for the other fields.
 */
import { useId, useState } from "react";
import { useMutation } from "convex/react";
import { X } from "lucide-react";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { paperText } from "@/entities/placements/placements";
import type { Placement } from "@/entities/placements/use-placements";
import { useSignings } from "@/entities/signings/signings";
import { useLiveQuery } from "@/hooks/use-live-query";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { PAPER_FIELDS, PAPERS, PLACEMENT_FIELDS } from "@domain/placements/record";
import { choiceInWords } from "@domain/records/words";
import { isOpen } from "@domain/signings/rules";
import { api } from "@convex/_generated/api";

const placementForm = recordForm({
  fields: PLACEMENT_FIELDS,
  noun: "placement",
  nameOf: ({ name }: Placement) => name ?? "This placement",
  functions: api.placements.placements,
  id: "placementId",
});

type PlacementDialogProps = { placement: Placement; onClose: () => void };

/** Only a dog's placement has amounts in this form. A puppy's amounts belong to its sale. */
export const PlacementDialog = ({ placement, onClose }: PlacementDialogProps) => (
  <placementForm.Dialog id={placement._id} title="Edit Placement" submitLabel="Save" onClose={onClose}>
    <RecordFields except={placement.puppyId === null ? [] : ["priceCents", "depositCents"]} />
  </placementForm.Dialog>
);

/** Each paper has a button to remove it. */
function HandedPapers({ papers }: Pick<Placement, "papers">) {
  const remove = useMutation(api.placements.papers.remove);
  if (papers.length === 0) return null;
  return (
    <ul aria-label="Papers handed over" className="divide-y">
      {papers.map((each) => (
        <li key={each._id} className="flex min-h-11 items-center justify-between gap-3">
          <span className="min-w-0 break-words">
            {paperText(each)}, {formatDay(each.handedOn)}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${paperText(each)}`}
            onClick={() =>
              remove({ paperId: each._id }).then(
                () => toast.success("Paper removed. The history can bring it back."),
                (error: unknown) => toast.error(failureText("Failed to remove the paper", error)),
              )
            }
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}

type Handed = { readonly number: string; readonly documentId: string };

type PaperTickProps = {
  label: string;
  handed: Handed | undefined;
  documents: Readonly<Record<string, string>>;
  onHanded: (handed?: Handed) => void;
};

/** The number and the document are visible only for a ticked paper. */
function PaperTick({ label, handed, documents, onHanded }: PaperTickProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2.5">
      <Checkbox
        id={id}
        checked={handed !== undefined}
        onCheckedChange={(isOn) => onHanded(isOn ? { number: "", documentId: "" } : undefined)}
      />
      <label htmlFor={id} className="min-w-0 flex-1 py-2 break-words">
        {label}
      </label>
      {handed === undefined ? null : (
        <Input
          className="w-40"
          aria-label={`Number of ${label.toLowerCase()}`}
          placeholder="Number"
          autoComplete="off"
          value={handed.number}
          onChange={({ target }) => onHanded({ ...handed, number: target.value })}
        />
      )}
      {handed === undefined || Object.keys(documents).length === 0 ? null : (
        <ChoiceField
          label={`Document of ${label.toLowerCase()}`}
          className="w-full pb-2 pl-7.5"
          value={handed.documentId}
          choices={{ "": "No document", ...documents }}
          onValue={(documentId) => onHanded({ ...handed, documentId })}
        />
      )}
    </div>
  );
}

/** Names the unsigned contracts and the amount that remains to be paid after the deposit. */
function OpenMatters({ placement: { _id, priceCents, depositCents } }: { placement: Placement }) {
  const unsigned = (useSignings(_id) ?? []).filter(isOpen);
  const dueCents = (priceCents ?? 0) - (depositCents ?? 0);
  if (unsigned.length === 0 && dueCents <= 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      {unsigned.map(({ _id: id, title }) => (
        <li key={id}>{title} is not signed by everybody yet</li>
      ))}
      {dueCents > 0 ? <li>Balance due on handover: {formatCents(dueCents)}</li> : null}
    </ul>
  );
}

/** Further papers can be added later. */
export function HandoverDialog({ placement, onClose }: PlacementDialogProps) {
  const today = useToday();
  const handOver = useMutation(api.placements.placements.handOver);
  const [on, setOn] = useState(today);
  const [ticked, setTicked] = useState<Readonly<Partial<Record<string, Handed>>>>({});
  const { errors, failure, isSaving, save } = useSaving();
  const { _id: placementId, name, toName, handedOverOn, papers: handed } = placement;
  const offeredFiles = useLiveQuery(api.placements.placements.documents, { placementId }).data ?? [];
  const documents = Object.fromEntries(
    offeredFiles.map(({ _id, fileName, pair }) => [_id, [fileName, pair].filter(Boolean).join(", ")]),
  );
  const isHanded = handedOverOn !== null;
  const papers = PAPERS.flatMap((paper) => {
    const { number, documentId } = ticked[paper] ?? {};
    return number === undefined ? [] : [{ paper, number, ...(documentId && { documentId }) }];
  });
  const store = async () =>
    await save(async () => {
      await handOver({ placementId, on, papers });
      toast.success(isHanded ? "Papers added" : `${name ?? "The dog"} is handed over`);
      onClose();
    }, unlessAtField("Failed to save the handover"));
  const offered = PAPERS.filter((paper) => paper === "other" || !handed.some((each) => each.paper === paper));
  return (
    <SaveDialog
      title={`${isHanded ? "Papers of" : "Hand Over"} ${name ?? "This Dog"}`}
      description={
        isHanded
          ? `Handed over${toName === null ? "" : ` to ${toName}`} on ${formatDay(handedOverOn)}.`
          : `${toName === null ? "With" : `To ${toName}, with`} the papers you tick.`
      }
      size="md"
      isSaving={isSaving}
      isSaveDisabled={on === "" || (isHanded && papers.length === 0)}
      failure={failure}
      saveLabel={isHanded ? "Add Papers" : "Hand Over"}
      onSave={store}
      onClose={onClose}
    >
      {isHanded ? null : <OpenMatters placement={placement} />}
      <HandedPapers papers={handed} />
      <TextField
        label={isHanded ? "Day" : "Handed Over"}
        type="date"
        max={today}
        error={errors.handedOverOn ?? errors.handedOn}
        value={on}
        onText={setOn}
      />
      <fieldset className="min-w-0">
        <legend className="font-title text-lg">Papers</legend>
        {offered.map((paper) => (
          <PaperTick
            key={paper}
            label={choiceInWords(PAPER_FIELDS.paper, paper)}
            documents={documents}
            handed={ticked[paper]}
            onHanded={(next) => setTicked((last) => ({ ...last, [paper]: next }))}
          />
        ))}
      </fieldset>
    </SaveDialog>
  );
}
