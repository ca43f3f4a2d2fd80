/**
 * The dialogs that the Health screen's address can open over any tab, including the quick note and the page of a
 * record.
 */
import { useHealthDialog, useHealthPlace, type DialogName } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { DoseDialogs } from "@/features/vaccinations/dose-form-dialog";
import { givenPatients, keyOfPatient, nameOfPatient } from "@/entities/health/patients";
import { QuickShotDialog } from "@/features/vaccinations/quick-shot-dialog";
import { HealthRecordDialog } from "@/features/health/records/record-form-dialog";
import { BookingFormDialog } from "@/features/vaccinations/booking-form-dialog";
import { VetDialog } from "@/features/health/veterinarians/vet-form-dialog";
import { visitOf } from "@/features/vaccinations/visit";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { Pencil, Printer, Trash2, ClipboardPlus, type LucideIcon, Syringe } from "lucide-react";
import { Link } from "@/lib/router";
import { toast } from "sonner";
import { RecordTypeBadge } from "@/entities/health/record-type";
import { Fact } from "@/components/fact";
import { RecordDialog, RecordInDialog, EditLoader } from "@/components/record-dialog";
import { Button } from "@/components/ui/button";
import { DialogNotice, TitledDialog } from "@/components/titled-dialog";
import { DialogBody, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import {
  FileDrop,
  tellFailures,
  useAttachmentUpload,
  useChosenFiles,
} from "@/features/health/records/file-drop";
import { SendingNote } from "@/components/sending-note";
import { useRecordActions } from "@/features/health/records/record-actions";
import { RecordParts } from "@/features/health/records/record-parts";
import type { HealthRecord } from "@/features/health/records/record-queries";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";
import { useId, useState } from "react";
import { useMutation } from "convex/react";
import { z } from "zod";
import { DialogForm } from "@/components/dialog-form";
import { LongTextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { DogCombobox, useDogChoices } from "@/entities/dogs/dog-combobox";
import { distinctCallName } from "@/entities/dogs/dog-labels";
import { useSaving } from "@/hooks/use-saving";
import { useIdentity } from "@/identity/identity";
import { attempt, serverTextOr } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { RecordField } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { PlannedDogControl } from "@/entities/dogs/dog-control";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { pageOf } from "@domain/history/places";
import { neededDay, neededText } from "@domain/records/fields";
import { REMINDER_FIELDS } from "@domain/reminders/record";
import { DEFAULT_ADVANCE_DAYS, DEFAULT_NOTIFICATIONS, HEALTH_REMINDER_TYPES } from "@domain/reminders/rules";
import { reminderTypeLabels } from "@domain/reminders/words";
import { GivenDoseFields } from "@/features/vaccinations/dose-form-fields";
import { doseForm, givenDose, toDoseFields } from "@/features/vaccinations/dose-form-values";
import type { Booking } from "@/features/vaccinations/types";

/** This many dogs have buttons. Other dogs are found by typing. */
const DOG_CHIPS = 8;

type QuickNoteDialogProps = { dogId: string; today: string; onClose: () => void };

/**
 * The first line of the note becomes the title. If the user wants more fields, the whole form opens with the typed
 * text.
 */
function QuickNoteDialog({ dogId: givenDogId, today, onClose }: QuickNoteDialogProps) {
  const { open } = useHealthDialog();
  const create = useMutation(api.health.healthRecords.create);
  const { note, change: keep, forget } = useKeptNote(givenDogId);
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();
  const change = (changes: Partial<Note>) => {
    setErrors({});
    keep(changes);
  };
  const store = async () => {
    const description = note.text.trim();
    const found = {
      ...(note.dogId === "" && { dogId: "Please select a dog." }),
      ...(description === "" && { description: "Please enter a description." }),
    };
    if (!check(found)) return;
    await save(
      async () => {
        const fields = { title: titleOfNote(description), description, dateRecorded: today };
        await create({ today, dogId: note.dogId, recordType: "other", ...fields });
        forget();
        toast.success("Health record saved");
        onClose();
      },
      (error) => serverTextOr("Failed to save health record. Please try again.", error),
    );
  };
  return (
    <TitledDialog title="Quick Note" isBusy={isSaving} onClose={onClose} size="sm">
      <DialogForm
        isSaving={isSaving}
        failure={failure}
        saveLabel="Save Note"
        onSave={store}
        onCancel={onClose}
      >
        <div className="flex flex-wrap gap-2">
          {QUICK_ADDS.map(({ label, icon: Icon, dialog }) => (
            <Button
              key={dialog}
              variant="outline"
              className="h-11 flex-1"
              onClick={() => open(dialog, NEW, { for: note.dogId })}
            >
              <Icon aria-hidden />
              {label}
            </Button>
          ))}
        </div>
        <DogChoice dogId={note.dogId} error={errors.dogId} onDogId={(dogId) => change({ dogId })} />
        <LongTextField
          label="What happened?"
          required
          error={errors.description}
          rows={4}
          value={note.text}
          onText={(text) => change({ text })}
        />
      </DialogForm>
    </TitledDialog>
  );
}

type DogChoiceProps = { dogId: string; error: string | undefined; onDogId: (dogId: string) => void };

/** In a kennel with few dogs, every dog has a button. In a bigger kennel, the user can also type. */
function DogChoice({ dogId, error, onDogId }: DogChoiceProps) {
  const { dogs } = useDogChoices("");
  const groupId = useId();
  const living = dogs.filter(({ status }) => status === "active" || status === "retired");
  const chips = living.slice(0, DOG_CHIPS);
  return (
    <div className="flex flex-col gap-2.5">
      {chips.length === 0 ? null : (
        <div role="group" aria-labelledby={groupId} className="flex flex-wrap gap-2">
          <span id={groupId} className="sr-only">
            Choose a dog
          </span>
          {chips.map((dog) => (
            <button
              key={dog._id}
              type="button"
              aria-pressed={dog._id === dogId}
              onClick={() => onDogId(dog._id)}
              className={cn(
                "min-h-11 max-w-full truncate rounded-full border px-4 font-semibold",
                dog._id === dogId
                  ? "border-primary bg-primary text-primary-foreground"
                  : "border-input bg-card hover:bg-accent",
              )}
            >
              {distinctCallName(dog) ?? dog.name}
            </button>
          ))}
        </div>
      )}
      <FormField label="Dog" required error={error}>
        {(control) => <DogCombobox {...control} dogId={dogId} onDog={(dog) => onDogId(dog?._id ?? "")} />}
      </FormField>
    </div>
  );
}

const noteSchema = z.object({ dogId: z.string(), text: z.string() });
type Note = z.infer<typeof noteSchema>;

const EMPTY: Note = { dogId: "", text: "" };

const read = (key: string): Note =>
  attempt(() => noteSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? "null")), EMPTY);

/**
 * Stores a quick note that the user has typed but not saved, like the drafts of other forms. The text survives
 * closing the sheet, a reload or another page, in this browser tab and for this user. `dogId` is the dog for which
 * the sheet was opened.
 */
function useKeptNote(dogId: string): {
  note: Note;
  change: (changes: Partial<Note>) => void;
  forget: () => void;
} {
  const { kennelId } = useKennel();
  const email = useIdentity().user?.email ?? "";
  const key = `studbook.draft.${email}.quick-note.${kennelId}`;
  const [note, setNote] = useState<Note>(() => {
    const kept = read(key);
    return { ...kept, dogId: dogId || kept.dogId };
  });
  return {
    note,
    change: (changes) => {
      const next = { ...note, ...changes };
      attempt(() => sessionStorage.setItem(key, JSON.stringify(next)), undefined);
      setNote(next);
    },
    forget: () => attempt(() => sessionStorage.removeItem(key), undefined),
  };
}

/** The limit of a title that is cut from a longer text. */
const TITLE_LENGTH = 60;

/** The first line, or the beginning of that line up to a whole word. */
function titleOfNote(text: string): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH);
  const end = cut.lastIndexOf(" ");
  return `${(end > 0 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

type QuickAdd = { dialog: DialogName; label: string; icon: LucideIcon };

/** The other records that can be started from the quick-add sheet, each in its own dialog. */
const QUICK_ADDS: readonly QuickAdd[] = [
  { dialog: "shot", label: "Shot", icon: Syringe },
  { dialog: "record", label: "Whole Record", icon: ClipboardPlus },
];

type DetailProps = { today: string; canWrite: boolean };

type RecordDetailDialogProps = DetailProps & { recordId: string | undefined; onClose: () => void };

/** The page is live, and shows a message if the record was deleted. */
function RecordDetailDialog({ recordId, onClose, ...props }: RecordDetailDialogProps) {
  return (
    <RecordDialog id={recordId} size="md" onClose={onClose}>
      {(shownId) => <Detail key={shownId} recordId={shownId} {...props} />}
    </RecordDialog>
  );
}

function Detail({ recordId, ...props }: DetailProps & { recordId: string }) {
  const result = useLiveQuery(api.health.healthRecords.get, { recordId });
  return (
    <RecordInDialog
      query={result}
      title="Health Record"
      thing="health record"
      failureText="Failed to load health data. Please try again."
      skeleton={
        <DialogNotice title="Loading health record">
          <Skeleton className="h-48" />
        </DialogNotice>
      }
    >
      {(record) => <RecordPage record={record} {...props} />}
    </RecordInDialog>
  );
}

function RecordPage({ record, today, canWrite }: DetailProps & { record: HealthRecord }) {
  return (
    <>
      <DialogHeader className="gap-3 pb-4">
        <div>
          <DialogTitle className="break-words">{record.title}</DialogTitle>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
            <RecordTypeBadge type={record.recordType} />
            <Link
              to={pageOf("dogs", record.dogId)}
              className="font-title text-foreground underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {record.dog.name}
            </Link>
            <time dateTime={record.dateRecorded}>{formatDay(record.dateRecorded)}</time>
          </p>
        </div>
        <PageActions record={record} canWrite={canWrite} />
      </DialogHeader>
      <DialogBody className="flex flex-col gap-5">
        <p className="max-w-prose break-words whitespace-pre-wrap">{record.description}</p>
        <Facts record={record} />
        <RecordParts record={record} today={today} canWrite={canWrite} />
        {canWrite ? <AddAttachments recordId={record._id} /> : null}
      </DialogBody>
    </>
  );
}

function PageActions({ record, canWrite }: { record: HealthRecord; canWrite: boolean }) {
  const { open } = useHealthDialog();
  const { print, askToDelete } = useRecordActions();
  return (
    <div className="flex flex-wrap gap-2">
      {canWrite ? (
        <Button variant="outline" onClick={() => open("record", record._id)}>
          <Pencil aria-hidden />
          Edit
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => print(record)}>
        <Printer aria-hidden />
        Print
      </Button>
      {canWrite ? (
        <Button variant="outline" onClick={() => askToDelete(record)}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      ) : null}
    </div>
  );
}

function Facts({ record }: { record: HealthRecord }) {
  const { veterinarian, vetClinic, costCents } = record;
  if (veterinarian === null && vetClinic === null && costCents === null) return null;
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-md bg-muted px-4 py-3 sm:grid-cols-3">
      {veterinarian === null ? null : <Fact label="Veterinarian">{veterinarian}</Fact>}
      {vetClinic === null ? null : <Fact label="Clinic">{vetClinic}</Fact>}
      {costCents === null ? null : <Fact label="Cost">{formatCents(costCents)}</Fact>}
    </dl>
  );
}

/** For files after the visit. Each valid file is uploaded as soon as the user chooses it. */
function AddAttachments({ recordId }: { recordId: string }) {
  const { chosen, add, remove, keepRefused } = useChosenFiles();
  const { sending, send } = useAttachmentUpload();
  const take = async (files: File[]) => {
    const accepted = await add(files);
    keepRefused();
    const failed = await send(recordId, accepted);
    const count = accepted.length - failed.length;
    if (count > 0) toast.success(count === 1 ? "Attachment added" : `${count} attachments added`);
    tellFailures(recordId, failed, send);
  };
  return (
    <section aria-label="Add attachments" className="flex flex-col gap-2">
      <FileDrop
        chosen={chosen}
        onAdd={(files) => void take(files)}
        onRemove={remove}
        isDisabled={sending !== null}
      />
      <SendingNote sending={sending} />
    </section>
  );
}

/** The dialogs that change records are only for users who may change them. */
export function HealthDialogs() {
  const canWrite = useKennel().can("health", "write");
  const today = useToday();
  const place = useHealthPlace();
  return (
    <>
      <RecordDetailDialog
        recordId={place.tab === "records" ? place.recordId : undefined}
        today={today}
        canWrite={canWrite}
        onClose={place.closeRecord}
      />
      <HealthWritingDialogs />
    </>
  );
}

export function HealthWritingDialogs() {
  const { can } = useKennel();
  const today = useToday();
  const { valueOf, dogId, close } = useHealthDialog();
  const recordId = valueOf("record");
  if (valueOf("reminder") !== null && can("reminders", "write")) {
    return <ReminderDialog dogId={dogId} today={today} onClose={close} />;
  }
  if (!can("health", "write")) return null;
  if (valueOf("note") !== null) return <QuickNoteDialog dogId={dogId} today={today} onClose={close} />;
  if (recordId !== null) {
    return (
      <HealthRecordDialog key={recordId} recordId={recordId} dogId={dogId} today={today} onClose={close} />
    );
  }
  const vetId = valueOf("vet");
  if (vetId !== null) {
    return <VetDialog key={vetId} veterinarianId={vetId} dogId={dogId} onClose={close} />;
  }
  return <VaccineDialogs today={today} />;
}

/** Only for users who may change health records. */
function VaccineDialogs({ today }: { today: string }) {
  const { valueOf, dogId, vaccine, close } = useHealthDialog();
  if (valueOf("shot") !== null) return <QuickShotDialog dogId={dogId} today={today} onClose={close} />;
  if (valueOf("plan") !== null) {
    const given = { patient: givenPatients(dogId)[0] ?? "", vaccine };
    return <BookingFormDialog booking={null} given={given} today={today} onClose={close} />;
  }
  const bookingId = valueOf("give");
  if (bookingId !== null) {
    return <GiveDialog key={bookingId} bookingId={bookingId} today={today} onClose={close} />;
  }
  return <DoseDialogs today={today} />;
}

const { reminderType, dogId, priority, description } = REMINDER_FIELDS;

/** In the order of the dialog, with the Health screen's own messages. Source: rule ALR-06. */
const FIELDS = {
  title: neededText("Title", "Please enter a title.", { isWide: true }),
  reminderType,
  dueDate: neededDay("Due date", "Please select the due date.", {
    helper: "You are notified 7 days and 1 day before",
  }),
  ...{ dogId, priority, description },
};

const form = recordForm({
  fields: FIELDS,
  noun: "reminder",
  draftName: "health-reminder",
  nameOf: ({ title }: Reminder) => title,
  functions: api.reminders.reminders,
  id: "reminderId",
  isOfKennel: true,
  incompleteText: "Please fill in the required fields.",
  controls: { dogId: PlannedDogControl },
  // Source: rule ALR-09.
  failureOf: (error) => serverTextOr("Failed to create reminder. Please try again.", error),
});

/** Source: rule ALR-07. */
const TYPES = Object.fromEntries(
  [...HEALTH_REMINDER_TYPES, "other" as const].map((type) => [type, reminderTypeLabels[type]]),
);

/** Source: rule ALR-08. */
const NOTIFICATIONS = { ...DEFAULT_NOTIFICATIONS, daysInAdvance: [...DEFAULT_ADVANCE_DAYS] };

type ReminderDialogProps = { dogId: string; today: string; onClose: () => void };

function ReminderDialog({ dogId: given, today, onClose }: ReminderDialogProps) {
  return (
    <form.FormDialog
      record={null}
      given={{ dogId: given }}
      args={{ notifications: NOTIFICATIONS }}
      savedText="Reminder created successfully"
      onClose={onClose}
    >
      {Object.keys(FIELDS).map((name) => (
        <RecordField
          key={name}
          name={name}
          {...(name === "reminderType" && { choices: TYPES })}
          {...(name === "dueDate" && { min: today })}
        />
      ))}
    </form.FormDialog>
  );
}

const TITLE = "Mark as Given";

type GiveDialogProps = { bookingId: string; today: string; onClose: () => void };

type GiveFormProps = { booking: Booking; today: string; onClose: () => void };

function GiveDialog({ bookingId, today, onClose }: GiveDialogProps) {
  const result = useLiveQuery(api.vaccinations.vaccinationSchedule.get, {
    scheduledVaccinationId: bookingId,
  });
  return (
    <EditLoader
      result={result}
      title={TITLE}
      thing="booking"
      failureText="Failed to load health data. Please try again."
      onClose={onClose}
    >
      {(booking) =>
        booking.status === "scheduled" ? (
          <GiveForm booking={booking} today={today} onClose={onClose} />
        ) : (
          <ClosedBooking booking={booking} onClose={onClose} />
        )
      }
    </EditLoader>
  );
}

function ClosedBooking({ booking, onClose }: Omit<GiveFormProps, "today">) {
  const { vaccineName, completedOn, status } = booking;
  return (
    <TitledDialog title={TITLE} onClose={onClose} size="md">
      <DialogBody>
        <p>
          {vaccineName} of {nameOfPatient(booking)}{" "}
          {status === "completed"
            ? `is recorded already${completedOn === null ? "" : `, given ${formatDay(completedOn)}`}.`
            : "was canceled."}
        </p>
      </DialogBody>
    </TitledDialog>
  );
}

function GiveForm({ booking, today, onClose }: GiveFormProps) {
  const { kennelId } = useKennel();
  const complete = useMutation(api.vaccinations.vaccinationSchedule.complete);
  const visit = visitOf(kennelId, today);
  return (
    <doseForm.FormDialog
      record={null}
      given={{
        ...givenDose({ patients: [keyOfPatient(booking)], vaccine: booking.vaccineName }, today),
        ...visit.valuesFor(booking.vaccineName),
        // The clinic of another veterinarian may be another one.
        ...(booking.veterinarianName !== null &&
          booking.veterinarianName !== visit.veterinarian.veterinarianName && {
            veterinarianName: booking.veterinarianName,
            veterinaryClinic: "",
          }),
        notes: booking.notes ?? "",
      }}
      draftKey={`booking.given.${booking._id}`}
      save={async (values) => {
        const { vaccineName: _booked, expirationDate: _calculated, ...dose } = toDoseFields(values);
        await complete({ scheduledVaccinationId: booking._id, ...dose, today });
        visit.remember(values);
      }}
      title={TITLE}
      submitLabel="Save Immunization"
      savedText="Immunization saved"
      onClose={onClose}
    >
      <div className="sm:col-span-2">
        <p className="font-title text-lg">
          {booking.vaccineName} of {nameOfPatient(booking)}
        </p>
        <p className="text-muted-foreground">Scheduled for {formatDay(booking.scheduledDate)}</p>
      </div>
      <GivenDoseFields today={today} />
    </doseForm.FormDialog>
  );
}
