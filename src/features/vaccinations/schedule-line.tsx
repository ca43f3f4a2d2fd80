/** One line of the schedule: the next dose of a vaccine, or a booked vaccination, with its actions. */
import type { ReactNode } from "react";
import { CalendarCheck2, CalendarClock, CalendarPlus, CalendarX2, Check } from "lucide-react";
import { ActionsMenu } from "@/components/actions-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { scheduleColor } from "@/entities/health/due-colors";
import { useHealthDialog } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { PatientLink } from "@/entities/health/patient-link";
import { keyOfPatient, nameOfPatient } from "@/entities/health/patients";
import type { Fates } from "@/entities/health/recorded-doses";
import { fatesInWords, type Group, PatientLinks, RecordButton } from "@/features/vaccinations/dose-group";
import { useBookingActions } from "@/features/vaccinations/booking-actions";
import type { Booking, ScheduleEntry } from "@/features/vaccinations/types";
import { cn } from "@/lib/utils";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { dueWordsOf } from "@domain/health/due-state";

type ScheduleLineProps = { entry: ScheduleEntry; fates?: Fates; today: string; canWrite: boolean };
type Dose = Extract<ScheduleEntry, { kind: "dose" }>["dose"];

export function ScheduleLine({ entry, fates, today, canWrite }: ScheduleLineProps) {
  if (entry.kind === "booking") {
    const { booking } = entry;
    const isOpen = booking.status === "scheduled";
    return (
      <Line
        vaccineName={booking.vaccineName}
        patient={<PatientLink patient={booking} />}
        about={`Scheduled for ${formatDay(booking.scheduledDate)}${withVet(booking)}`}
        notes={booking.notes}
        badge={
          isOpen ? (
            <DueBadge dueOn={booking.scheduledDate} today={today} isBooked />
          ) : (
            <GivenBadge booking={booking} />
          )
        }
        actions={canWrite && isOpen ? <BookingButtons booking={booking} /> : null}
      />
    );
  }
  const { dose } = entry;
  const fate = fates?.fateOf(dose._id);
  return (
    <Line
      vaccineName={dose.vaccineName}
      patient={<PatientLink patient={dose} />}
      about={`Last given ${formatDay(dose.dateAdministered)}`}
      notes={null}
      fate={fate}
      badge={<DueBadge dueOn={entry.dueOn} today={today} />}
      actions={
        canWrite ? (
          <DoseButtons dose={dose} isDue={entry.dueOn !== null && fate === undefined}>
            <RecordButton doses={[dose]} {...(fates && { fates })} />
          </DoseButtons>
        ) : null
      }
    />
  );
}

type DoseGroupLineProps = {
  doses: Group<Dose>;
  fates: Fates;
  today: string;
  canWrite: boolean;
  children: ReactNode;
};

export function DoseGroupLine({ doses, fates, today, canWrite, children }: DoseGroupLineProps) {
  const [dose] = doses;
  return (
    <Line
      vaccineName={dose.vaccineName}
      patient={<PatientLinks doses={doses} fates={fates} />}
      about={`${doses.length} dogs`}
      notes={null}
      fate={fatesInWords(doses, fates)}
      badge={<DueBadge dueOn={dose.dueOn} today={today} />}
      actions={
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          {children}
          {canWrite ? <RecordButton doses={doses} fates={fates} /> : null}
        </div>
      }
    />
  );
}

const withVet = ({ veterinarianName }: Booking): string =>
  veterinarianName === null ? "" : `, ${veterinarianName}`;

function GivenBadge({ booking: { completedOn } }: { booking: Booking }) {
  return (
    <Badge variant="success">
      <Check aria-hidden />
      {completedOn === null ? "Given" : `Given ${formatDay(completedOn)}`}
    </Badge>
  );
}

/** Source of the colors: rule VAX-06. */
function DueBadge({
  dueOn,
  today,
  isBooked = false,
}: {
  dueOn: string | null;
  today: string;
  isBooked?: boolean;
}) {
  if (dueOn === null) return <Badge variant="outline">No further dose due</Badge>;
  return (
    <Badge variant={scheduleColor(daysBetween(today, dueOn))}>
      {isBooked ? <CalendarClock aria-hidden /> : null}
      {dueWordsOf(dueOn, today)}
    </Badge>
  );
}

type LineProps = {
  vaccineName: string;
  patient: ReactNode;
  about: string;
  notes: string | null;
  /** Why it is no longer due. */
  fate?: string | undefined;
  badge: ReactNode;
  actions: ReactNode;
};

function Line({ vaccineName, patient, about, notes, fate, badge, actions }: LineProps) {
  return (
    <article
      aria-label={vaccineName}
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-3 sm:flex-nowrap sm:px-4",
        fate !== undefined && "bg-muted/60 text-muted-foreground",
      )}
    >
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold break-words">{vaccineName}</span>
          {fate === undefined ? badge : <Badge variant="neutral">{fate}</Badge>}
        </p>
        <p className="mt-0.5 break-words text-muted-foreground">
          {patient}
          <span aria-hidden className="max-sm:hidden">
            {" · "}
          </span>
          <span className="max-sm:block sm:inline-block">{about}</span>
        </p>
        {notes === null ? null : (
          <p className="line-clamp-2 text-sm break-words text-muted-foreground">{notes}</p>
        )}
      </div>
      {actions}
    </article>
  );
}

type DoseButtonsProps = { dose: Dose; isDue: boolean; children: ReactNode };

function DoseButtons({ dose, isDue, children }: DoseButtonsProps) {
  const { open } = useHealthDialog();
  const whose = `${dose.vaccineName} of ${nameOfPatient(dose)}`;
  const given = { for: keyOfPatient(dose), vaccine: dose.vaccineName };
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      {isDue ? (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Schedule ${whose}`}
          onClick={() => open("plan", NEW, given)}
        >
          <CalendarPlus aria-hidden />
          Schedule
        </Button>
      ) : null}
      {children}
    </div>
  );
}

function BookingButtons({ booking }: { booking: Booking }) {
  const { change, cancel } = useBookingActions();
  const { open } = useHealthDialog();
  const whose = `${booking.vaccineName} of ${nameOfPatient(booking)}`;
  return (
    <div className="flex gap-2 max-sm:w-full">
      <Button
        size="sm"
        className="max-sm:flex-1"
        aria-label={`Mark as given: ${whose}`}
        onClick={() => open("give", booking._id)}
      >
        <CalendarCheck2 aria-hidden />
        Mark as Given
      </Button>
      <ActionsMenu name={whose}>
        <DropdownMenuItem onSelect={() => change(booking)}>
          <CalendarClock aria-hidden />
          Edit Appointment
        </DropdownMenuItem>
        <DropdownMenuItem variant="destructive" onSelect={() => cancel(booking)}>
          <CalendarX2 aria-hidden />
          Cancel Vaccination
        </DropdownMenuItem>
      </ActionsMenu>
    </div>
  );
}
