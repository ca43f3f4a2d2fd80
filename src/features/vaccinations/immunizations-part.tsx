/**
 * The Immunizations tab. It shows the kennel's doses as cards, due doses first, or a table of dogs by vaccines. The
 * user's last choice is remembered.
 */
import { memo, useState } from "react";
import { useMutation } from "convex/react";
import {
  ChevronDown,
  CircleAlert,
  Clock,
  Grid3x3,
  History,
  LayoutGrid,
  Pencil,
  Plus,
  Syringe,
  Trash2,
  Users,
  X,
  type LucideIcon,
} from "lucide-react";
import { ActionsMenu, CARD_CORNER } from "@/components/actions-menu";
import { EmptyState, NoMatch } from "@/components/empty-state";
import { Fact } from "@/components/fact";
import { GrowingList } from "@/components/growing-list";
import { RecordDialog, RecordInDialog } from "@/components/record-dialog";
import { DialogNotice } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { DialogBody, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import { dueStateVariants } from "@/entities/health/due-colors";
import { countText } from "@/entities/health/count-text";
import {
  type HealthFilters,
  countFilters,
  filtersOn,
  healthPath,
  useHealthDialog,
  useHealthFilters,
  useHealthPlace,
} from "@/entities/health/health-address";
import { NEW, oneOf, useScreenAddress } from "@/lib/screen-address";
import { DoseActionsProvider, useDoseActions } from "@/features/vaccinations/dose-actions";
import { RecordButton } from "@/features/vaccinations/dose-group";
import { type Dose, type DosePage, doseTitle, dueStateOfDose } from "@/features/vaccinations/dose-words";
import { VaccineMatrix } from "@/features/vaccinations/vaccine-matrix";
import { PatientLink } from "@/entities/health/patient-link";
import { keyOfPatient } from "@/entities/health/patients";
import { useKennel } from "@/hooks/use-kennel";
import { type LivePage, type PagedQuery, pagedQuery, useLivePage } from "@/hooks/use-live-page";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { Link, useLocation } from "@/lib/router";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { formatDay } from "@domain/formatting/formatting";
import type { ImmunizationsView } from "@domain/vaccinations/rules";
import { isCoreType, vaccineKeyOf } from "@domain/vaccinations/vaccines";

export function ImmunizationsPart() {
  const canWrite = useKennel().can("health", "write");
  const today = useToday();
  const { filters: chosen, clear } = useHealthFilters();
  const filters = filtersOn("immunizations", chosen);
  const { open } = useHealthDialog();
  const place = useHealthPlace();
  const [view, setView] = useImmunizationsView();
  // Search and filters apply to all doses, not only to due doses.
  const isFiltered = countFilters(filters) > 0;
  const [{ due: chosenDue }, changeDue] = useScreenAddress(ADDRESS);
  const due = isFiltered ? "" : chosenDue;
  const list = useDoseList(filters, due, today);
  const first = useLivePage(list, 1, view === "cards");
  const showAll = () => changeDue({ due: "" });
  const add = () => open("dose", NEW, { for: filters.dogId });
  return (
    <DoseActionsProvider>
      <div className="flex flex-col gap-4">
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 sm:max-lg:gap-x-2">
          <p role="status" className="text-sm text-muted-foreground max-sm:order-1">
            {view === "cards" ? countText(first.page, "immunization") : null}
          </p>
          {isFiltered ? null : (
            <DueChoice due={due} today={today} onDue={(next) => changeDue({ due: next })} />
          )}
          <div className="ml-auto">
            <ViewSwitch view={view} onView={setView} />
          </div>
          {canWrite ? (
            <div className="flex gap-2 *:flex-1 max-sm:-order-1 max-sm:flex-1 max-sm:*:px-2 sm:*:flex-none sm:max-lg:*:px-3 max-lg:[&_svg]:hidden">
              <Button variant="outline" onClick={() => open("batch", NEW)}>
                <Users aria-hidden />
                Several Dogs
              </Button>
              <Button onClick={add}>
                <Plus aria-hidden />
                Add Immunization
              </Button>
            </div>
          ) : null}
        </div>
        {view === "matrix" ? (
          <VaccineMatrix
            search={filters.search}
            dogId={filters.dogId}
            due={due}
            today={today}
            canWrite={canWrite}
          />
        ) : (
          <DoseList
            list={list}
            first={first}
            filters={{ ...filters, due }}
            today={today}
            canWrite={canWrite}
            onAdd={add}
            onClear={due === "" ? clear : showAll}
          />
        )}
      </div>
      <DoseDetailDialog
        doseId={place.tab === "immunizations" ? place.recordId : undefined}
        today={today}
        canWrite={canWrite}
        onClose={place.closeRecord}
      />
    </DoseActionsProvider>
  );
}

const DUE = {
  overdue: { query: api.health.healthAlerts.overdue, empty: "No vaccination is overdue" },
  soon: { query: api.health.healthAlerts.upcoming, empty: "None due in the next 30 days" },
} as const;

const ADDRESS = { due: { ...oneOf(["overdue", "soon"], ""), as: "doses" } };

/** An empty text means all doses. */
type Due = keyof typeof DUE | "";

type DueChoiceProps = { due: Due; today: string; onDue: (due: Due) => void };

/** Pressing a number shows only those doses. Renders nothing if no dose is due. */
function DueChoice({ due, today, onDue }: DueChoiceProps) {
  const { kennelId } = useKennel();
  const summary = useLiveQuery(api.health.healthAlerts.summary, { kennelId, today }).data;
  const choices = [
    {
      name: "overdue",
      count: summary?.overdueVaccines ?? 0,
      words: "overdue",
      icon: CircleAlert,
      tone: "text-error hover:text-error",
      pressed: "border-error/50 bg-error-soft hover:bg-error-soft",
    },
    {
      name: "soon",
      count: summary?.dueSoon ?? 0,
      words: "due soon",
      icon: Clock,
      tone: "text-warning hover:text-warning",
      pressed: "border-warning/50 bg-warning-soft hover:bg-warning-soft",
    },
  ] as const;
  return (
    <div role="group" aria-label="Due" className="flex flex-wrap gap-2 max-sm:order-1">
      {choices.map(({ name, count, words, icon: Icon, tone, pressed }) =>
        count > 0 || due === name ? (
          <Button
            key={name}
            size="sm"
            variant="outline"
            aria-pressed={due === name}
            data-listed={due === name ? "" : undefined}
            className={cn(tone, due === name && pressed)}
            onClick={() => onDue(due === name ? "" : name)}
          >
            <Icon aria-hidden />
            {count} {words}
            {due === name ? <X aria-hidden /> : null}
          </Button>
        ) : null,
      )}
    </div>
  );
}

/** The user's choice applies to all devices. */
function useImmunizationsView(): [ImmunizationsView, (view: ImmunizationsView) => void] {
  const stored = useLiveQuery(api.accounts.userSettings.get, {}).data?.immunizationsView;
  const update = useMutation(api.accounts.userSettings.update);
  // A choice is shown immediately. It stays during this visit even if the server could not store it.
  const [chosen, setChosen] = useState<ImmunizationsView | null>(null);
  const choose = (view: ImmunizationsView) => {
    setChosen(view);
    void update({ immunizationsView: view }).catch(() => undefined);
  };
  return [chosen ?? stored ?? "cards", choose];
}

const VIEWS: readonly { name: ImmunizationsView; label: string; icon: LucideIcon }[] = [
  { name: "cards", label: "Cards", icon: LayoutGrid },
  { name: "matrix", label: "Matrix", icon: Grid3x3 },
];

function ViewSwitch({
  view,
  onView,
}: {
  view: ImmunizationsView;
  onView: (view: ImmunizationsView) => void;
}) {
  return (
    <div role="group" aria-label="View" className="flex gap-1 print:hidden">
      {VIEWS.map(({ name, label, icon: Icon }) => (
        <Button
          key={name}
          size="icon"
          variant={view === name ? "secondary" : "ghost"}
          aria-label={label}
          aria-pressed={view === name}
          onClick={() => onView(name)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  );
}

type DoseListProps = {
  list: PagedQuery<DosePage>;
  /** The first page also has the total number for the screen. */
  first: LivePage<DosePage>;
  filters: HealthFilters & { due: Due };
  today: string;
  canWrite: boolean;
  onAdd: () => void;
  onClear: () => void;
};

/** Further pages are appended on request. */
function DoseList({ filters, today, canWrite, onAdd, onClear, ...pages }: DoseListProps) {
  const due = useDueFirst(filters.due === "" && countFilters(filters) === 0, today);
  const dueIds = new Set(due.map(({ _id }) => _id));
  return (
    <GrowingList
      {...pages}
      filter={filters}
      label="Immunizations"
      things="immunizations"
      className="grid gap-4 md:grid-cols-2 xl:grid-cols-3"
      failureText="Failed to load health data. Please try again."
      skeleton={<ListSkeleton />}
      empty={
        filters.due === "" ? (
          <NoDoses
            isFiltered={countFilters(filters) > 0}
            canWrite={canWrite}
            onAdd={onAdd}
            onClear={onClear}
          />
        ) : (
          <EmptyState
            icon={<Syringe aria-hidden className="size-9 text-brass" />}
            title={DUE[filters.due].empty}
            text="Later doses are on the Vaccination Schedule"
            action={
              <Button variant="outline" onClick={onClear}>
                Show All
              </Button>
            }
          />
        )
      }
      rows={({ items, before }) =>
        cardsOf(
          [...(before === undefined ? due : []), ...items.filter(({ _id }) => !dueIds.has(_id))],
          today,
        ).map(({ dose, older }) => (
          <li key={dose._id} className="card-place [contain-intrinsic-size:auto_11rem]">
            <DoseCard dose={dose} older={older} today={today} canWrite={canWrite} />
          </li>
        ))
      }
    />
  );
}

/** Overdue doses and doses due soon are shown before all others, at most one page of each. */
function useDueFirst(isAsked: boolean, today: string): readonly Dose[] {
  const { kennelId } = useKennel();
  const args = isAsked ? ({ kennelId, today, page: 1, limit: PAGE_SIZE } as const) : "skip";
  const overdue = useLiveQuery(api.health.healthAlerts.overdue, args).data?.data;
  const soon = useLiveQuery(api.health.healthAlerts.upcoming, args).data?.data;
  return [...(overdue ?? []), ...(soon ?? [])];
}

const RANKS = { overdue: 0, due_soon: 1, current: 2 } as const;

/**
 * First overdue doses, then doses due soon, both by date, then the others in the server's order. Older doses of a
 * vaccine are under the newest dose if the page has both.
 */
function cardsOf(doses: readonly Dose[], today: string): { dose: Dose; older: Dose[] }[] {
  const keyOf = (dose: Dose) => `${keyOfPatient(dose)} ${vaccineKeyOf(dose.vaccineName)}`;
  const newest = new Map(doses.filter(({ isNewest }) => isNewest).map((dose) => [keyOf(dose), dose._id]));
  const over = (dose: Dose) =>
    dose.isNewest || keyOfPatient(dose) === "" ? undefined : newest.get(keyOf(dose));
  const rankOf = (dose: Dose) => RANKS[dueStateOfDose(dose, today)?.state ?? "current"];
  return doses
    .filter((dose) => over(dose) === undefined)
    .toSorted((one, other) => {
      const rank = rankOf(one);
      if (rank !== rankOf(other)) return rank - rankOf(other);
      return rank === RANKS.current ? 0 : (one.dueOn ?? "").localeCompare(other.dueOn ?? "");
    })
    .map((dose) => ({ dose, older: doses.filter((each) => over(each) === dose._id) }));
}

function ListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading immunizations"
      className="grid gap-4 md:grid-cols-2 xl:grid-cols-3"
    >
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex flex-col gap-2.5 rounded-lg border bg-card p-4">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-16" />
        </div>
      ))}
    </div>
  );
}

type NoDosesProps = { isFiltered: boolean; canWrite: boolean; onAdd: () => void; onClear: () => void };

/** Source: decision GAP-HLT-14. */
function NoDoses({ isFiltered, canWrite, onAdd, onClear }: NoDosesProps) {
  if (isFiltered) {
    return <NoMatch title="No immunizations found" text="No dose matches the filters" onClear={onClear} />;
  }
  return (
    <EmptyState
      icon={<Syringe aria-hidden className="size-9 text-brass" />}
      title="No immunizations found"
      text={
        canWrite
          ? "Record the last dose of each vaccine, and Studbook tells you when the next one is due"
          : "Vaccinations will appear here when they are recorded"
      }
      action={canWrite ? <Button onClick={onAdd}>Add Immunization</Button> : undefined}
    />
  );
}

/** Source: document 001 section 9. */
const PAGE_SIZE = 100;

/** Empty values are left out. The filter by record type is ignored, because doses have no record type. */
function toListArgs({ search, dogId, startDate, endDate }: HealthFilters) {
  const filters = { search: search.trim(), dogId, startDate, endDate };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}

function useDoseList(filters: HealthFilters, due: Due, today: string): PagedQuery<DosePage> {
  const { kennelId } = useKennel();
  if (due !== "") return pagedQuery(DUE[due].query, { kennelId, limit: PAGE_SIZE, today });
  return pagedQuery(api.vaccinations.immunizations.list, {
    kennelId,
    limit: PAGE_SIZE,
    ...toListArgs(filters),
  });
}

type DoseCardProps = {
  dose: Dose;
  /** Earlier doses of the vaccine, which the card shows on request. */
  older?: readonly Dose[];
  today: string;
  canWrite: boolean;
};

const NONE_OLDER: readonly Dose[] = [];

/** Renders again only if its doses changed, because a page may have a hundred cards. */
const DoseCard = memo(DoseCardOnce, (last, next) => {
  const { older: lastOlder = NONE_OLDER, ...one } = last;
  const { older: nextOlder = NONE_OLDER, ...other } = next;
  return (
    one.dose === other.dose &&
    one.today === other.today &&
    one.canWrite === other.canWrite &&
    lastOlder.length === nextOlder.length &&
    lastOlder.every((dose, index) => dose === nextOlder[index])
  );
});

function DoseCardOnce({ dose, older = NONE_OLDER, today, canWrite }: DoseCardProps) {
  return (
    <article
      aria-label={`${doseTitle(dose)}, ${formatDay(dose.dateAdministered)}`}
      className={cn(
        "relative flex h-full min-w-0 flex-col gap-2 rounded-lg border bg-card p-4 shadow-page",
        !dose.isNewest && "border-dashed bg-transparent shadow-none",
      )}
    >
      <div className="min-w-0 pr-9">
        <h2 className="text-[1.0625rem] leading-snug font-semibold break-words">
          <DoseLink dose={dose} />
        </h2>
        <p className="mt-0.5 break-words text-muted-foreground">
          <PatientLink patient={dose} className="reach-down" />
        </p>
      </div>
      <DoseBadges dose={dose} today={today} />
      <OverdueNote dose={dose} today={today} />
      <CardFacts dose={dose} />
      {canWrite ? <CardRecordButton dose={dose} today={today} /> : null}
      {older.length > 0 ? <OlderDoses doses={older} today={today} canWrite={canWrite} /> : null}
      {canWrite ? <CardMenu dose={dose} /> : null}
    </article>
  );
}

type OlderDosesProps = { doses: readonly Dose[]; today: string; canWrite: boolean };

function OlderDoses({ doses, ...card }: OlderDosesProps) {
  return (
    <Collapsible className="-mb-2 border-t pt-1">
      <CollapsibleTrigger asChild>
        <Button variant="ghost" size="sm" className="group -ml-3 text-muted-foreground">
          <ChevronDown aria-hidden className="transition-transform group-data-[state=open]:rotate-180" />
          {doses.length === 1 ? "1 Older Dose" : `${doses.length} Older Doses`}
        </Button>
      </CollapsibleTrigger>
      <CollapsibleContent>
        <ul className="flex flex-col gap-2 pb-2">
          {doses.map((dose) => (
            <li key={dose._id}>
              <DoseCard dose={dose} {...card} />
            </li>
          ))}
        </ul>
      </CollapsibleContent>
    </Collapsible>
  );
}

/** For a dose that is overdue or due soon. The button records the next dose. */
function CardRecordButton({ dose, today }: { dose: Dose; today: string }) {
  const state = dueStateOfDose(dose, today)?.state;
  if (keyOfPatient(dose) === "" || (state !== "overdue" && state !== "due_soon")) return null;
  return <RecordButton doses={[dose]} className="mt-auto self-start" />;
}

function DoseLink({ dose }: { dose: Dose }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: healthPath("immunizations", dose._id), search }}
      state={{ fromList: true }}
      className="reach-up decoration-1 underline-offset-4 hover:underline"
    >
      {dose.vaccineName}
    </Link>
  );
}

/**
 * The newest dose of its vaccine says when the next dose is due, in words and color. An older dose is only marked
 * as history. Sources: rules IMM-12 to IMM-16, decision GAP-IMM-07.
 */
function DoseBadges({ dose, today }: { dose: Dose; today: string }) {
  const due = dueStateOfDose(dose, today);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Badge variant={isCoreType(dose.vaccineType) ? "primary" : "neutral"}>{dose.vaccineType}</Badge>
      {dose.isNewest ? null : <Badge variant="outline">Older dose</Badge>}
      {due ? <Badge variant={dueStateVariants[due.state]}>{due.text}</Badge> : null}
    </div>
  );
}

/** Renders nothing unless the dose is overdue. Source: rule IMM-14. */
function OverdueNote({ dose, today }: { dose: Dose; today: string }) {
  if (dueStateOfDose(dose, today)?.state !== "overdue") return null;
  return (
    <Alert variant="warning" role="note" className="px-3 py-2 text-sm">
      This vaccination is overdue! Please schedule a booster appointment.
    </Alert>
  );
}

function CardFacts({ dose }: { dose: Dose }) {
  const { veterinarianName, veterinaryClinic, manufacturer, batchNumber, notes } = dose;
  const vet = [veterinarianName, veterinaryClinic].filter(Boolean).join(", ");
  const vial = [manufacturer, batchNumber && `Batch ${batchNumber}`].filter(Boolean).join(" · ");
  return (
    <div className="flex flex-col gap-0.5 text-sm break-words text-muted-foreground">
      <p className="flex flex-wrap gap-x-3">
        <span>
          Given <time dateTime={dose.dateAdministered}>{formatDay(dose.dateAdministered)}</time>
        </span>
        {vial === "" ? null : <span className="tabular-nums">{vial}</span>}
      </p>
      {vet === "" ? null : <p>{vet}</p>}
      {notes === null ? null : (
        <p className="line-clamp-2">
          <span className="sr-only">Notes: </span>
          {notes}
        </p>
      )}
    </div>
  );
}

function CardMenu({ dose }: { dose: Dose }) {
  return (
    <ActionsMenu name={doseTitle(dose)} className={CARD_CORNER}>
      <DoseMenuItems dose={dose} />
    </ActionsMenu>
  );
}

/** Only for users who may change doses. */
function DoseMenuItems({ dose }: { dose: Dose }) {
  const { open } = useHealthDialog();
  const { showHistory, askToDelete } = useDoseActions();
  return (
    <>
      {dose.isNewest && keyOfPatient(dose) !== "" ? (
        <DropdownMenuItem
          onSelect={() => open("dose", NEW, { for: keyOfPatient(dose), vaccine: dose.vaccineName })}
        >
          <Syringe aria-hidden />
          Record Next Dose
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem onSelect={() => open("dose", dose._id)}>
        <Pencil aria-hidden />
        Edit Immunization
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => showHistory(dose)}>
        <History aria-hidden />
        History
      </DropdownMenuItem>
      <DropdownMenuItem variant="destructive" onSelect={() => askToDelete(dose)}>
        <Trash2 aria-hidden />
        Delete Immunization
      </DropdownMenuItem>
    </>
  );
}

type DetailProps = { today: string; canWrite: boolean };
type DoseDetailDialogProps = DetailProps & { doseId: string | undefined; onClose: () => void };

/** A dialog over the tab with its own address. It is live, and shows a message if the dose was deleted. */
export function DoseDetailDialog({ doseId, onClose, ...props }: DoseDetailDialogProps) {
  return (
    <RecordDialog id={doseId} size="md" onClose={onClose}>
      {(shownId) => <Detail key={shownId} doseId={shownId} {...props} />}
    </RecordDialog>
  );
}

function Detail({ doseId, ...props }: DetailProps & { doseId: string }) {
  const result = useLiveQuery(api.vaccinations.immunizations.get, { immunizationId: doseId });
  return (
    <RecordInDialog
      query={result}
      title="Immunization"
      thing="immunization"
      failureText="Failed to load health data. Please try again."
      skeleton={
        <DialogNotice title="Loading immunization">
          <Skeleton className="h-40" />
        </DialogNotice>
      }
    >
      {(dose) => <DoseDetails dose={dose} {...props} />}
    </RecordInDialog>
  );
}

function DoseDetails({ dose, today, canWrite }: DetailProps & { dose: Dose }) {
  const { dateAdministered, nextDueDate, expirationDate } = dose;
  const facts: readonly [string, string | null][] = [
    ["Given", formatDay(dateAdministered)],
    ["Next due", nextDueDate && formatDay(nextDueDate)],
    ["Expires", expirationDate && expirationDate !== nextDueDate ? formatDay(expirationDate) : null],
    ["Manufacturer", dose.manufacturer],
    ["Batch number", dose.batchNumber],
    ["Veterinarian", dose.veterinarianName],
    ["Clinic", dose.veterinaryClinic],
  ];
  return (
    <>
      <DialogHeader className="gap-3 pb-4">
        <div>
          <DialogTitle className="break-words">{dose.vaccineName}</DialogTitle>
          <p className="mt-0.5 mb-2">
            <PatientLink patient={dose} />
          </p>
          <DoseBadges dose={dose} today={today} />
        </div>
        {canWrite ? <PageActions dose={dose} /> : null}
      </DialogHeader>
      <DialogBody className="flex flex-col gap-4">
        <OverdueNote dose={dose} today={today} />
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {facts.map(([label, value]) =>
            value === null ? null : (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ),
          )}
        </dl>
        {dose.notes === null ? null : (
          <p className="max-w-prose border-t pt-3 break-words whitespace-pre-wrap">{dose.notes}</p>
        )}
      </DialogBody>
    </>
  );
}

function PageActions({ dose }: { dose: Dose }) {
  const { open } = useHealthDialog();
  const { askToDelete } = useDoseActions();
  return (
    <div className="flex flex-wrap gap-2">
      {dose.isNewest && keyOfPatient(dose) !== "" ? (
        <Button onClick={() => open("dose", NEW, { for: keyOfPatient(dose), vaccine: dose.vaccineName })}>
          <Syringe aria-hidden />
          Record Next Dose
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => open("dose", dose._id)}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button variant="outline" onClick={() => askToDelete(dose)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
    </div>
  );
}
