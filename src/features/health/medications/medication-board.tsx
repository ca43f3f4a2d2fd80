/** The kennel's medication of today on one board: each dog with its doses, ticked off by whoever is there, live for all. */
import { Pill } from "lucide-react";
import { Link } from "react-router-dom";
import type { FunctionReturnType } from "convex/server";
import { paths } from "@/app/paths";
import { DogPortrait } from "@/components/dogs/dog-portrait";
import { LoadError } from "@/components/load-error";
import { DoseList, SoonQuestion } from "@/components/medications/dose-list";
import { useDoses, type Doses } from "@/components/medications/use-doses";
import { Skeleton } from "@/components/ui/skeleton";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "../../../../convex/_generated/api";

type DueDog = FunctionReturnType<typeof api.medications.due>[number];

/** Renders the board; nothing where no dog is under medication today. */
export function MedicationBoard({ today }: { today: string }) {
  const { kennelId, can } = useKennel();
  const due = useLiveQuery(api.medications.due, { kennelId, today });
  const doses = useDoses(today);
  if (due.status === "loading") return <Skeleton className="h-24" />;
  if (due.status === "ready" && due.data.length === 0) return null;
  return (
    <section aria-labelledby="medication-today" className="flex flex-col gap-3">
      <h2 id="medication-today" className="font-title flex items-center gap-2 text-xl">
        <Pill aria-hidden className="size-5 text-brass" />
        Medication today
        {due.status === "ready" ? <Left dogs={due.data} /> : null}
      </h2>
      {due.status === "error" ? (
        <LoadError message="Failed to load medication. Please try again." onRetry={due.retry} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
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
      )}
      <SoonQuestion doses={doses} today={today} />
    </section>
  );
}

function Left({ dogs }: { dogs: readonly DueDog[] }) {
  const slots = dogs.flatMap(({ courses }) => courses.flatMap(({ today }) => today));
  const left = slots.filter(({ dose }) => dose === null).length;
  if (slots.length === 0) return null;
  return (
    <span role="status" className="font-sans text-sm font-normal text-muted-foreground">
      {left === 0 ? "all given" : `${left} of ${slots.length} to give`}
    </span>
  );
}

type DogDosesProps = { entry: DueDog; today: string; doses: Doses; canWrite: boolean };

function DogDoses({ entry: { dog, courses }, today, doses, canWrite }: DogDosesProps) {
  return (
    <section aria-label={dog.name} className="min-w-0">
      <Link
        to={`${paths.dogs}/${dog._id}`}
        className="mb-2 flex items-center gap-2 font-semibold underline-offset-4 hover:underline"
      >
        <DogPortrait dog={dog} className="size-9" />
        <span className="min-w-0 break-words">{dog.name}</span>
      </Link>
      <DoseList courses={courses} today={today} doses={doses} canWrite={canWrite} />
    </section>
  );
}
