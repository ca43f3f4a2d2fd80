/** All calendars of the breeder: of this kennel, of all their kennels, and of single dogs. */
import { CalendarPanel } from "@/entities/calendar/calendar-panel";
import { useCalendars, type Calendars } from "@/entities/calendar/use-calendar";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { useKennel } from "@/hooks/use-kennel";

export function CalendarsCard() {
  const calendars = useCalendars();
  return (
    <Card id="calendars">
      <CardHeader>
        <CardTitle>Calendar</CardTitle>
        <CardDescription>
          See what is due in Google, Apple, Outlook and any other calendar that can subscribe to an address.
          The addresses are yours alone; colleagues have their own.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-8">
        <Loaded query={calendars} failureText="Failed to load calendars. Please try again." height="h-48">
          {(data) => <Sections calendars={data} />}
        </Loaded>
      </CardContent>
    </Card>
  );
}

function Sections({ calendars }: { calendars: Calendars }) {
  const { kennel, kennels } = useKennel();
  const dogs = calendars.calendars.flatMap(({ dogId, dogName }) =>
    dogId === null ? [] : [{ dogId, name: dogName ?? "Dog" }],
  );
  return (
    <>
      <DetailSection title={kennel.name}>
        <CalendarPanel calendars={calendars} which={{ scope: "kennel" }} name={kennel.name} />
      </DetailSection>
      {kennels.length > 1 ? (
        <DetailSection title="All my kennels">
          <CalendarPanel calendars={calendars} which={{ scope: "person" }} name="all your kennels" />
        </DetailSection>
      ) : null}
      {dogs.map(({ dogId, name }) => (
        <DetailSection key={dogId} title={name}>
          <CalendarPanel calendars={calendars} which={{ scope: "dog", dogId }} name={name} />
        </DetailSection>
      ))}
      <p className="text-sm text-muted-foreground">
        Turn on the calendar of a single dog with the dog's reminders.
      </p>
    </>
  );
}
