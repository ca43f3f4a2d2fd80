/**
 * The kennel's medication of today on one board: each dog with its doses, ticked off by whoever is there, live for all.
 * Folded, it says how many are left; it stays open or folded as it was on this device.
 */
import { useState } from "react";
import { Pill } from "lucide-react";
import { Link } from "@/lib/router";
import type { FunctionReturnType } from "convex/server";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { LoadError } from "@/components/load-error";
import { DoseList, SoonQuestion } from "@/entities/medications/dose-list";
import { timeOf } from "@/entities/medications/medication-words";
import { useDoses, type Doses } from "@/entities/medications/use-doses";
import { Badge } from "@/components/ui/badge";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { useToday } from "@/hooks/use-today";
import { readStored, writeStored } from "@/lib/browser-storage";
import { api } from "@convex/_generated/api";

type DueDog = FunctionReturnType<typeof api.health.medications.due>[number];

const OPEN_KEY = "studbook.medication-board";

/** Renders the board; nothing where no dog is under medication today. */
export function MedicationBoard() {
  const today = useToday();
  const { kennelId, can } = useKennel();
  const due = useLiveQuery(api.health.medications.due, { kennelId, today });
  const doses = useDoses(today);
  const [isOpenAtFirst] = useState(() => readStored(OPEN_KEY) === "open");
  if (due.status === "error") {
    return <LoadError message="Failed to load medication. Please try again." onRetry={due.retry} />;
  }
  if (due.status === "loading" || due.data.length === 0) return null;
  return (
    <details
      open={isOpenAtFirst}
      onToggle={(event) => writeStored(OPEN_KEY, event.currentTarget.open ? "open" : "folded")}
      className="mb-4 rounded-lg border bg-card shadow-page"
    >
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-2 rounded-lg px-4 py-2">
        <Pill aria-hidden className="size-5 text-brass" />
        <h2 className="font-title text-lg">Medication today</h2>
        <Left dogs={due.data} />
      </summary>
      <div className="grid items-start gap-4 border-t p-4 lg:grid-cols-2">
        {due.data.map((entry) => (
          <DogDoses
            key={entry.dog._id}
            entry={entry}
            today={today}
            doses={doses}
            canWrite={can("health", "write")}
          />
        ))}
      </div>
      <SoonQuestion doses={doses} today={today} />
    </details>
  );
}

/** Says how many doses are due now and how many are left. */
function Left({ dogs }: { dogs: readonly DueDog[] }) {
  const now = timeOf(useNow());
  const slots = dogs.flatMap(({ courses }) => courses.flatMap(({ today }) => today));
  const left = slots.filter(({ dose }) => dose === null);
  const isDue = left.filter(({ time }) => time <= now).length;
  return (
    <span role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
      {isDue > 0 ? <Badge variant="warning">{isDue} due now</Badge> : null}
      {slots.length === 0
        ? "as needed"
        : left.length === 0
          ? "all given"
          : `${left.length} of ${slots.length} to give`}
    </span>
  );
}

type DogDosesProps = { entry: DueDog; today: string; doses: Doses; canWrite: boolean };

function DogDoses({ entry: { dog, courses }, today, doses, canWrite }: DogDosesProps) {
  return (
    <section aria-label={dog.name} className="min-w-0">
      <Link
        to={`/dashboard/dogs/${dog._id}`}
        className="mb-2 flex items-center gap-2 font-semibold underline-offset-4 hover:underline"
      >
        <DogPortrait dog={dog} className="size-9" />
        <span className="min-w-0 break-words">{dog.name}</span>
      </Link>
      <DoseList courses={courses} today={today} doses={doses} canWrite={canWrite} />
    </section>
  );
}
