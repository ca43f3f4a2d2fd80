/**
 * The calendar feeds in a dialog, opened from screens with due dates: for the kennel, for all kennels, or for a
 * dog.
 */
import { useState } from "react";
import { CalendarDays } from "lucide-react";
import { CalendarPanel } from "@/entities/calendar/calendar-panel";
import { useCalendars, type WhichCalendar } from "@/entities/calendar/use-calendar";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useKennel } from "@/hooks/use-kennel";

export type NamedCalendar = { which: WhichCalendar; name: string; label: string };

/** Shows the kennel's calendar. Members of several kennels also see the calendar of all their kennels. */
export function KennelCalendarDialog({ onClose }: { onClose: () => void }) {
  const { kennel, kennels } = useKennel();
  const ofKennel = { which: { scope: "kennel" }, name: kennel.name, label: kennel.name } as const;
  const ofAll = { which: { scope: "person" }, name: "all your kennels", label: "All my kennels" } as const;
  return <CalendarDialog choices={kennels.length > 1 ? [ofKennel, ofAll] : [ofKennel]} onClose={onClose} />;
}

export function DogCalendarButton({ dogId, name }: { dogId: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <CalendarDays aria-hidden />
        Calendar Link
      </Button>
      {isOpen ? (
        <CalendarDialog
          choices={[{ which: { scope: "dog", dogId }, name, label: name }]}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

type CalendarDialogProps = { choices: readonly NamedCalendar[]; onClose: () => void };

function CalendarDialog({ choices, onClose }: CalendarDialogProps) {
  return (
    <TitledDialog title="Calendar Link" onClose={onClose} size="md">
      <DialogBody>
        <Choices choices={choices} />
      </DialogBody>
    </TitledDialog>
  );
}

function Choices({ choices }: { choices: readonly NamedCalendar[] }) {
  const calendars = useCalendars();
  const [first] = choices;
  if (calendars.status === "error") {
    return <LoadError message="Failed to load calendars. Please try again." onRetry={calendars.retry} />;
  }
  if (calendars.status === "loading" || !first) return <Skeleton className="h-48" />;
  const panelOf = ({ which, name }: NamedCalendar) => (
    <CalendarPanel calendars={calendars.data} which={which} name={name} />
  );
  if (choices.length === 1) return panelOf(first);
  return (
    <Tabs defaultValue={first.label}>
      <TabsList aria-label="Which calendar">
        {choices.map(({ label }) => (
          <TabsTrigger key={label} value={label}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {choices.map((choice) => (
        <TabsContent key={choice.label} value={choice.label}>
          {panelOf(choice)}
        </TabsContent>
      ))}
    </Tabs>
  );
}
