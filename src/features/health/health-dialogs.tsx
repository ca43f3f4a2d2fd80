/** Every dialog that the Health screen's address opens, whichever tab it stands over. */
import { ReminderDialog } from "@/features/health/alerts/reminder-dialog";
import { useHealthDialog, useHealthPlace } from "@/entities/health/health-address";
import { DoseDialogs } from "@/features/vaccinations/dose-form-dialog";
import { givenPatients } from "@/entities/health/patients";
import { QuickNoteDialog } from "@/features/health/quick/quick-note-dialog";
import { QuickShotDialog } from "@/features/vaccinations/quick-shot-dialog";
import { RecordDetailDialog } from "@/features/health/records/record-detail-dialog";
import { RecordDialog } from "@/features/health/records/record-form-dialog";
import { BookingFormDialog } from "@/features/vaccinations/booking-form-dialog";
import { GiveDialog } from "@/features/vaccinations/give-dialog";
import { VetDialog } from "@/features/health/veterinarians/vet-form-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";

/** Renders the dialogs; those that change something only for who may. */
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

/** Renders the one dialog that the address opens, on whichever page of the app. */
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
    return <RecordDialog key={recordId} recordId={recordId} dogId={dogId} today={today} onClose={close} />;
  }
  const vetId = valueOf("vet");
  if (vetId !== null) {
    return <VetDialog key={vetId} veterinarianId={vetId} dogId={dogId} onClose={close} />;
  }
  return <VaccineDialogs today={today} />;
}

/**
 * The dialogs about vaccinations that the Health screen's address opens, whichever tab it stands over. Only for who
 * may change health records.
 */
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
