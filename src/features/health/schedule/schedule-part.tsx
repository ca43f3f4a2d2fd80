/**
 * The Vaccination Schedule tab: what is overdue, due within 30 days, due later and done for now, for all or for one;
 * of a young dog or puppy also the puppy schedule.
 */
import { CalendarPlus } from "lucide-react";
import { RefreshButton } from "@/components/growing-list";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import { PatientCombobox } from "@/features/health/patient-combobox";
import { BookingActionsProvider } from "@/features/health/schedule/booking-actions";
import { PuppyScheduleCard } from "@/features/health/schedule/puppy-schedule-card";
import { ScheduleLines } from "@/features/health/schedule/schedule-list";
import { ScheduleTabs } from "@/features/health/schedule/schedule-tabs";
import { useScheduleAddress } from "@/features/health/schedule/use-schedule-address";
import { useSchedulePage } from "@/features/health/schedule/use-schedule-list";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";

/** Renders the tab. */
export function SchedulePart() {
  const canWrite = useKennel().can("health", "write");
  const today = useToday();
  const { open } = useHealthDialog();
  const { chosenTab, patient, setTab, setPatient } = useScheduleAddress();
  const tab = chosenTab ?? "overdue";
  const first = useSchedulePage({ tab, patient, today }, 1);
  return (
    <BookingActionsProvider today={today}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-2 sm:gap-3">
          <FormField label="Dog" className="min-w-0 flex-1 sm:max-w-sm">
            {(props) => (
              <PatientCombobox
                {...props}
                placeholder="All dogs and puppies"
                patientKey={patient}
                onPatient={setPatient}
              />
            )}
          </FormField>
          <RefreshButton list={first} className="sm:ml-auto" />
          {canWrite ? (
            <Button className="max-sm:w-full" onClick={() => open("plan", NEW, { for: patient })}>
              <CalendarPlus aria-hidden />
              Schedule Vaccination
            </Button>
          ) : null}
        </div>
        {patient === "" ? null : (
          <PuppyScheduleCard key={patient} patient={patient} today={today} canWrite={canWrite} />
        )}
        <ScheduleTabs tab={tab} counters={first.counters} onTab={setTab}>
          <ScheduleLines
            key={`${tab} ${patient}`}
            first={first}
            filter={{ tab, patient, today }}
            canWrite={canWrite}
          />
        </ScheduleTabs>
      </div>
    </BookingActionsProvider>
  );
}
