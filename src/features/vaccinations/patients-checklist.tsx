/**
 * Chooses several patients: whole litters with one checkbox, dogs and puppies one by one, with a search. Patients
 * that are due for the vaccine come first, and one button chooses all of them. During a search the chosen patients
 * stay at the top. Patients that could not be saved show the reason.
 */
import { useId, useRef, useState, type ReactNode } from "react";
import { Search, X } from "lucide-react";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { ScrollList } from "@/components/ui/scroll-list";
import type { PatientErrors } from "@/features/vaccinations/dose-words";
import { detailOf } from "@/entities/dogs/named-option";
import { dueStateVariants } from "@/entities/health/due-colors";
import {
  useLitterPatients,
  usePatientChoices,
  usePatientName,
  type Patient,
  type PatientLitter,
} from "@/entities/health/patient-choices";
import { keyOfPatient, nameOfPatient } from "@/entities/health/patients";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useScrollEdges } from "@/hooks/use-scroll-edges";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { formatShortDay } from "@domain/formatting/formatting";
import { dueStateOf, dueWordsOf } from "@domain/health/due-state";
import { matchesWords, searchWords } from "@domain/text/text";
import { MAX_BATCH_PATIENTS } from "@domain/vaccinations/rules";

type PatientsChecklistProps = {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  chosen: readonly string[];
  vaccineName: string;
  today: string;
  errors: PatientErrors;
  onChosen: (keys: string[]) => void;
};

export function PatientsChecklist(props: PatientsChecklistProps) {
  const { chosen, vaccineName, today, errors, onChosen, ...field } = props;
  const [search, setSearch] = useState("");
  // Names of chosen patients that the search no longer shows.
  const [seen, setSeen] = useState<ReadonlyMap<string, Patient>>(new Map());
  const { dogs, isLoading } = usePatientChoices(search);
  const words = searchWords(search);
  const litters = useLitterPatients(true).filter(({ title, patients }) =>
    matchesWords(words, [title, ...patients.map(({ name }) => name)]),
  );
  const allDue = useDue(vaccineName, today);
  const due = allDue
    .slice(0, MAX_BATCH_PATIENTS)
    .filter(({ name, callName }) => matchesWords(words, [name, callName]));
  const dueKeys = due.map(({ key }) => key);
  const others = dogs.filter(({ key }) => !dueKeys.includes(key));
  const set = (patients: readonly Patient[], isOn: boolean) => {
    setSeen((last) => new Map([...last, ...patients.map((patient) => [patient.key, patient] as const)]));
    const keys = patients.map(({ key }) => key);
    const others = chosen.filter((key) => !keys.includes(key));
    onChosen(isOn ? [...others, ...keys] : others);
  };
  const rows = { chosen, errors, onSet: set };
  const listRef = useRef<HTMLDivElement>(null);
  useScrollEdges(listRef);
  return (
    <div
      role="group"
      aria-label="Dogs"
      aria-describedby={field.describedBy}
      className={cn(
        "flex flex-col rounded-md border border-input bg-card",
        field.isInvalid && "border-error",
      )}
    >
      <SearchRow id={field.id} search={search} onSearch={setSearch} />
      <Chosen keys={chosen} seen={seen} errors={errors} onChosen={onChosen} />
      <div
        ref={listRef}
        tabIndex={-1}
        data-scrolls="down"
        className="fade-edges max-h-64 overflow-y-auto overscroll-contain border-t px-1 pb-1 sm:max-h-72"
      >
        {due.length > 0 ? (
          <section aria-label="Due">
            <div className="flex items-center justify-between gap-2">
              <Heading>Due</Heading>
              <Button variant="ghost" size="sm" onClick={() => set(due, true)}>
                {allDue.length > MAX_BATCH_PATIENTS ? "First" : "All"} {due.length} Due
              </Button>
            </div>
            <ul aria-label="Due">
              {due.map((patient) => (
                <PatientRow key={patient.key} patient={patient} due={patient.due} {...rows} />
              ))}
            </ul>
          </section>
        ) : null}
        {litters.length > 0 ? <Heading>Litters</Heading> : null}
        {litters.map((litter) => (
          <LitterRows key={litter._id} litter={litter} isOpen={words.length > 0} {...rows} />
        ))}
        {others.length > 0 && litters.length + due.length > 0 ? <Heading>Dogs</Heading> : null}
        <ul aria-label="Dogs">
          {others.map((dog) => (
            <PatientRow key={dog.key} patient={dog} {...rows} />
          ))}
        </ul>
        {dogs.length + litters.length + due.length === 0 ? (
          <p role="status" className="px-2 py-4 text-center text-muted-foreground">
            {isLoading ? "Searching..." : "No dog found"}
          </p>
        ) : null}
      </div>
    </div>
  );
}

type Due = { text: string; variant: BadgeVariant };

/** Empty until a vaccine is chosen. */
function useDue(vaccineName: string, today: string): (Patient & { due: Due })[] {
  const { kennelId } = useKennel();
  const isAsked = vaccineName.trim() !== "";
  const args = isAsked ? { kennelId, vaccineName, today } : ("skip" as const);
  const found = useLiveQuery(api.vaccinations.immunizations.dueFor, args).data ?? [];
  return found.map(({ dueOn, ...patient }) => {
    const { state } = dueStateOf(dueOn, today);
    return {
      key: keyOfPatient(patient),
      name: nameOfPatient(patient),
      callName: patient.dog?.callName ?? null,
      ...{ detail: "", mark: null, isGone: false },
      due: {
        text: state === "overdue" ? dueWordsOf(dueOn, today) : `Due ${formatShortDay(dueOn)}`,
        variant: dueStateVariants[state],
      },
    };
  });
}

function SearchRow({
  id,
  search,
  onSearch,
}: {
  id: string;
  search: string;
  onSearch: (text: string) => void;
}) {
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted-foreground"
      />
      <Input
        id={id}
        type="search"
        placeholder="Search dogs and litters"
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          // Enter in the search must not save the form.
          if (event.key === "Enter") event.preventDefault();
        }}
        className="h-11 border-0 bg-transparent pl-9"
      />
    </div>
  );
}

type ChosenProps = {
  keys: readonly string[];
  seen: ReadonlyMap<string, Patient>;
  errors: PatientErrors;
  onChosen: (keys: string[]) => void;
};

function Chosen({ keys, seen, errors, onChosen }: ChosenProps) {
  if (keys.length === 0) return null;
  // Patients with a problem come first.
  const sorted = [...keys].sort((a, b) => Number(b in errors) - Number(a in errors));
  return (
    <div className="border-t px-3 py-2">
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="text-sm font-semibold">
          {keys.length} chosen
        </p>
        <Button variant="ghost" size="sm" onClick={() => onChosen([])}>
          Clear
        </Button>
      </div>
      <ScrollList aria-label="Chosen" className="flex max-h-40 flex-wrap gap-1.5 py-1">
        {sorted.map((key) => (
          <ChosenPatient
            key={key}
            patientKey={key}
            known={seen.get(key) ?? null}
            error={errors[key]}
            onRemove={() => onChosen(keys.filter((each) => each !== key))}
          />
        ))}
      </ScrollList>
    </div>
  );
}

type ChosenPatientProps = {
  patientKey: string;
  known: Patient | null;
  error: string | undefined;
  onRemove: () => void;
};

function ChosenPatient({ patientKey, known, error, onRemove }: ChosenPatientProps) {
  const name = usePatientName(patientKey, known) || "…";
  return (
    <li
      className={cn(
        "flex max-w-full items-center gap-1 rounded-md border bg-accent py-0.5 pl-2.5 text-accent-foreground",
        error && "w-full border-error bg-error-soft text-error",
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block break-words">{name}</span>
        {error ? <span className="block text-sm font-semibold">{error}</span> : null}
      </span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-background/60"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return <p className="px-2 pt-2.5 pb-1 text-sm font-semibold text-muted-foreground">{children}</p>;
}

type RowProps = {
  chosen: readonly string[];
  errors: PatientErrors;
  onSet: (patients: readonly Patient[], isOn: boolean) => void;
};

/** One checkbox is for all puppies. The puppies are listed on request, or if the search finds one of them. */
function LitterRows({ litter, isOpen, ...rows }: RowProps & { litter: PatientLitter; isOpen: boolean }) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const { patients, title, bornOn } = litter;
  const count = patients.filter(({ key }) => rows.chosen.includes(key)).length;
  const isPart = count > 0 && count < patients.length;
  const isShown = isUnfolded || isOpen || isPart;
  return (
    <div>
      <div className="flex items-center gap-2.5 rounded-md px-2 hover:bg-accent">
        <Checkbox
          id={id}
          aria-label={`Whole litter ${title}, ${patients.length} puppies`}
          checked={isPart ? "indeterminate" : count > 0}
          onCheckedChange={() => rows.onSet(patients, count < patients.length)}
        />
        <label htmlFor={id} className="min-w-0 flex-1 py-2">
          <span className="block font-semibold break-words">{title}</span>
          <span className="block text-sm break-words text-muted-foreground">
            Whole litter, {patients.length} puppies, born {bornOn}
          </span>
        </label>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isShown}
          aria-label={isPart ? `${count} of ${patients.length} puppies of ${title}` : `Puppies of ${title}`}
          onClick={() => setUnfolded(!isShown)}
        >
          {isPart ? `${count} of ${patients.length}` : "Puppies"}
        </Button>
      </div>
      {isShown ? (
        <ul aria-label={`Puppies of ${title}`} className="pl-6">
          {patients.map((patient) => (
            <PatientRow key={patient.key} patient={patient} {...rows} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function PatientRow({ patient, due, chosen, errors, onSet }: RowProps & { patient: Patient; due?: Due }) {
  const id = useId();
  const detail = detailOf(patient);
  const error = errors[patient.key];
  return (
    <li className="flex min-h-11 items-center gap-2.5 rounded-md px-2 hover:bg-accent">
      <Checkbox
        id={id}
        aria-label={[patient.name, detail, due?.text].filter(Boolean).join(", ")}
        checked={chosen.includes(patient.key)}
        onCheckedChange={(isOn) => onSet([patient], isOn)}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <label htmlFor={id} className="min-w-0 flex-1 py-1.5">
        <span className="block break-words">{patient.name}</span>
        {detail ? <span className="block truncate text-sm text-muted-foreground">{detail}</span> : null}
        {error ? (
          <span id={`${id}-error`} className="block text-sm font-semibold text-error">
            {error}
          </span>
        ) : null}
      </label>
      {due ? <Badge variant={due.variant}>{due.text}</Badge> : null}
    </li>
  );
}
