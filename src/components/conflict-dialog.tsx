/**
 * The choice between two people's versions of one record, field by field. Nothing is chosen in advance, and nothing
 * is saved until the user has chosen for every field. Going back leaves the form unchanged.
 */
import { useId, useRef, useState, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { cn } from "@/lib/utils";
import type { Choice } from "@domain/merge/merge";
import { formatMoment } from "@domain/formatting/formatting";

export type ShownConflict = {
  readonly key: string;
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
  readonly author: string;
  readonly savedAt: number | null;
  /** Set for a field where the user may keep both texts: the joined text. */
  readonly both?: ReactNode;
  /** Changes when the stored value changes. This discards a choice that the user made before. */
  readonly mark: string;
};

/** For a dialog whose versions are not those of two people in a form. */
export type VersionWords = {
  readonly mine: string;
  readonly theirs: string;
  readonly description: string;
  readonly back: string;
  readonly save: string;
};

const TWO_PEOPLE: Omit<VersionWords, "description"> = {
  ...{ mine: "Mine", theirs: "Theirs", back: "Back to Form", save: "Save Chosen" },
};

type ConflictDialogProps = {
  title: string;
  words?: VersionWords;
  conflicts: readonly ShownConflict[];
  onDecide: (choices: Record<string, Choice>) => void;
  onClose: () => void;
};

/** Mounted only while there is something to choose. */
export function ConflictDialog({ title, words, conflicts, onDecide, onClose }: ConflictDialogProps) {
  const { mine, theirs, back, save } = words ?? TWO_PEOPLE;
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [isAsking, setAsking] = useState(false);
  const bodyRef = useRef<HTMLDivElement>(null);
  const choiceOf = ({ key, mark }: ShownConflict) => choices[`${key} ${mark}`];
  const choose = (chosen: readonly ShownConflict[], choice: Choice) =>
    setChoices((last) => ({
      ...last,
      ...Object.fromEntries(chosen.map(({ key, mark }) => [`${key} ${mark}`, choice])),
    }));
  const open = conflicts.filter((conflict) => !choiceOf(conflict));

  const decide = () => {
    const [first] = open;
    if (!first) {
      onDecide(Object.fromEntries(conflicts.map((conflict) => [conflict.key, choiceOf(conflict) ?? "mine"])));
      return;
    }
    setAsking(true);
    bodyRef.current?.querySelector<HTMLElement>(`[data-conflict="${first.key}"] [role="radio"]`)?.focus();
  };
  return (
    <TitledDialog
      title={title}
      description={
        words
          ? words.description
          : conflicts.length === 1
            ? "You and somebody else changed the same field. Choose which value to keep."
            : `${conflicts.length} fields were changed both by you and by somebody else. Choose which value to keep for each.`
      }
      onClose={onClose}
      size="md"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <DialogBody ref={bodyRef} className="flex flex-col gap-6">
        {conflicts.length > 1 ? (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => choose(conflicts, "mine")}>
              All {mine}
            </Button>
            <Button variant="outline" size="sm" onClick={() => choose(conflicts, "theirs")}>
              All {theirs}
            </Button>
          </div>
        ) : null}
        {conflicts.map((conflict) => (
          <ConflictField
            key={conflict.key}
            {...{ conflict, mine, theirs }}
            choice={choiceOf(conflict)}
            isMissing={isAsking && !choiceOf(conflict)}
            onChoose={(choice) => choose([conflict], choice)}
          />
        ))}
      </DialogBody>
      {isAsking && open.length > 0 ? (
        <div className="px-5 pb-4">
          <Alert variant="error">Choose a value for {open.map(({ label }) => label).join(", ")}.</Alert>
        </div>
      ) : null}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {back}
        </Button>
        <Button onClick={decide}>{save}</Button>
      </DialogFooter>
    </TitledDialog>
  );
}

type ConflictFieldProps = {
  conflict: ShownConflict;
  mine: string;
  theirs: string;
  choice: Choice | undefined;
  isMissing: boolean;
  onChoose: (choice: Choice) => void;
};

const isChoice = (value: string): value is Choice =>
  value === "mine" || value === "theirs" || value === "both";

function ConflictField({ conflict, mine, theirs, choice, isMissing, onChoose }: ConflictFieldProps) {
  const { key, label, both, author, savedAt } = conflict;
  const id = useId();
  return (
    <section data-conflict={key} aria-labelledby={`${id}-label`}>
      <h3 id={`${id}-label`} className={cn("mb-2 font-semibold", isMissing && "text-error")}>
        {label}
      </h3>
      <RadioGroup
        aria-labelledby={`${id}-label`}
        aria-invalid={isMissing || undefined}
        className="grid gap-2 sm:grid-cols-2"
        value={choice ?? ""}
        onValueChange={(value) => (isChoice(value) ? onChoose(value) : undefined)}
      >
        <Version id={`${id}-mine`} value="mine" title={mine} isChosen={choice === "mine"}>
          {conflict.mine}
        </Version>
        <Version
          id={`${id}-theirs`}
          value="theirs"
          title={theirs}
          detail={savedAt === null ? author : `${author}, ${formatMoment(savedAt)}`}
          isChosen={choice === "theirs"}
        >
          {conflict.theirs}
        </Version>
        {both ? (
          <Version
            id={`${id}-both`}
            value="both"
            title="Both"
            detail={`${theirs}, then ${mine}`.toLowerCase()}
            isChosen={choice === "both"}
            className="sm:col-span-2"
          >
            {both}
          </Version>
        ) : null}
      </RadioGroup>
    </section>
  );
}

type VersionProps = {
  id: string;
  value: Choice;
  title: string;
  detail?: string;
  isChosen: boolean;
  className?: string;
  children: ReactNode;
};

/** A tap anywhere on the row chooses the value. */
function Version({ id, value, title, detail, isChosen, className, children }: VersionProps) {
  return (
    <label
      htmlFor={id}
      className={cn(
        "flex min-w-0 cursor-pointer gap-3 rounded-md border px-3.5 py-3",
        isChosen ? "border-primary bg-accent" : "hover:bg-muted",
        className,
      )}
    >
      <RadioGroupItem
        id={id}
        value={value}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-value`}
        className="mt-0.5"
      />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span id={`${id}-title`} className="text-sm text-muted-foreground">
          <span className="font-semibold text-foreground">{title}</span>
          {detail ? <span>{` · ${detail}`}</span> : null}
        </span>
        <span
          id={`${id}-value`}
          className="block max-h-48 overflow-y-auto break-words whitespace-pre-wrap text-foreground"
        >
          {children}
        </span>
      </span>
    </label>
  );
}

export function EmptyValue() {
  return <span className="text-muted-foreground italic">Empty</span>;
}
