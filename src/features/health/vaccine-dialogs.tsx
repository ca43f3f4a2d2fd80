/** The dialogs about vaccinations that the Health screen's address opens, whichever tab it stands over. */
import { useHealthDialog } from "@/features/health/health-address";
import { DoseDialogs } from "@/features/health/immunizations/dose-dialogs";
import { givenPatients } from "@/features/health/patients";
import { QuickShotDialog } from "@/features/health/quick/quick-shot-dialog";
import { BookingFormDialog } from "@/features/health/schedule/booking-form-dialog";
import { GiveDialog } from "@/features/health/schedule/give-dialog";

/** Renders the open dialog, or nothing; only for who may change health records. */
export function VaccineDialogs({ today }: { today: string }) {
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
