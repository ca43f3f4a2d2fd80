/** One question of the application form while it is edited. */
import { ChevronDown, ChevronUp, Trash2 } from "lucide-react";
import { useId, type ReactNode } from "react";
import { ChoiceField } from "@/components/choice-field";
import { LongTextField, TextField } from "@/components/text-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import type { ApplicationForm } from "@convex/applications/model/forms";
import {
  FILL_NAMES,
  FILLS,
  GENDER_CHOICES,
  QUESTION_KINDS,
  type Fill,
  type QuestionKind,
} from "@domain/applications/rules";

export type EditedQuestion = ApplicationForm["questions"][number];

const kindLabels = {
  short: "Short answer",
  long: "Long answer",
  choice: "One of several",
  choices: "Some of several",
  yes_no: "Yes or no",
  number: "Number",
  day: "Date",
} as const satisfies Record<QuestionKind, string>;

const fillLabels = {
  gender: "Sex",
  color: "Color",
  breed: "Breed",
  wantedFrom: "Wanted from",
} as const satisfies Record<Fill, string>;

const mayFill = (fill: Fill, kind: QuestionKind): boolean => {
  const kinds: readonly QuestionKind[] = FILLS[fill];
  return kinds.includes(kind);
};

/** Another kind or field may require further changes of the question. */
function adapted(question: EditedQuestion, change: Partial<EditedQuestion>): EditedQuestion {
  const next = { ...question, ...change };
  const hasChoices = next.kind === "choice" || next.kind === "choices";
  const fills = next.fills !== null && mayFill(next.fills, next.kind) ? next.fills : null;
  const isNewSex = fills === "gender" && question.fills !== "gender";
  return { ...next, fills, choices: isNewSex ? [...GENDER_CHOICES] : hasChoices ? next.choices : [] };
}

type QuestionCardProps = {
  question: EditedQuestion;
  handle: ReactNode;
  isOpen: boolean;
  /** Messages by the question's fields. */
  faults: Readonly<Record<string, string>>;
  /** Fields that other questions already use. */
  taken: readonly Fill[];
  onToggle: () => void;
  onChange: (question: EditedQuestion) => void;
  /** Undefined for users who may only read the form. */
  onRemove: (() => void) | undefined;
};

export function QuestionCard(props: QuestionCardProps) {
  const { question, handle, isOpen, faults, taken, onToggle, onChange, onRemove } = props;
  const { kind, label, help, choices, isRequired, fills } = question;
  const requiredId = useId();
  const name = label.trim() === "" ? "New question" : label;
  const change = (fields: Partial<EditedQuestion>) => onChange(adapted(question, fields));
  const fillable = FILL_NAMES.filter((fill) => mayFill(fill, kind) && !taken.includes(fill));
  return (
    <div className="rounded-lg border bg-card p-2">
      <div className="flex items-center gap-1">
        {handle}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-left"
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold break-words">
              {name}
              {isRequired ? <span className="text-error"> *</span> : null}
            </span>
            <Badge>{kindLabels[kind]}</Badge>
            {fills ? <Badge variant="brass">Fills {fillLabels[fills].toLowerCase()}</Badge> : null}
            {Object.keys(faults).length > 0 && !isOpen ? <Badge variant="error">Needs a look</Badge> : null}
          </span>
          <span aria-hidden>
            {isOpen ? <ChevronUp className="size-5" /> : <ChevronDown className="size-5" />}
          </span>
        </button>
        {onRemove ? (
          <Button variant="ghost" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <div className="grid gap-4 p-3 sm:grid-cols-2">
          <TextField
            className="sm:col-span-2"
            label="Question"
            required
            error={faults.label}
            value={label}
            onText={(text) => change({ label: text })}
          />
          <ChoiceField
            label="Kind"
            value={kind}
            choices={QUESTION_KINDS.map((each) => [each, kindLabels[each]] as const)}
            onValue={(next) => change({ kind: next })}
          />
          <ChoiceField
            label="Fills"
            error={faults.fills}
            helper="The wish on the waiting list that the answer fills in."
            value={fills ?? ""}
            choices={[["", "Nothing"] as const, ...fillable.map((fill) => [fill, fillLabels[fill]] as const)]}
            onValue={(next) => change({ fills: next === "" ? null : next })}
          />
          <TextField
            className="sm:col-span-2"
            label="Help"
            error={faults.help}
            helper="A line below the question."
            value={help ?? ""}
            onText={(text) => change({ help: text })}
          />
          {kind === "choice" || kind === "choices" ? (
            <LongTextField
              className="sm:col-span-2"
              label="Answers"
              required
              error={faults.choices}
              helper={
                fills === "gender"
                  ? "One a line: either, female and male, in this order, in your words."
                  : "One a line."
              }
              rows={Math.max(3, choices.length)}
              value={choices.join("\n")}
              onText={(text) => change({ choices: text === "" ? [] : text.split("\n") })}
            />
          ) : null}
          <div className="flex items-center gap-3 sm:col-span-2">
            <Checkbox
              id={requiredId}
              checked={isRequired}
              onCheckedChange={(checked) => change({ isRequired: checked === true })}
            />
            <Label htmlFor={requiredId}>An answer is required</Label>
          </div>
        </div>
      ) : null}
    </div>
  );
}
