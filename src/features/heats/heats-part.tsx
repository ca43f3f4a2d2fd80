/**
 * The kennel's heats: bitches in heat with their state, the next expected heats, and bitches without a recorded
 * heat.
 */
import { type ReactNode, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { CalendarHeart, Plus } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Loaded } from "@/components/loaded";
import { DialogHead, TitledDialog } from "@/components/titled-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useFold } from "@/components/use-fold";
import { useLeaveQuestion } from "@/components/use-leave-question";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { HeatFormDialog } from "@/entities/heats/heat-form-dialog";
import { HeatLog } from "@/entities/heats/heat-log";
import {
  convertReading,
  describeBasis,
  describeBestDays,
  describeStep,
  formatSpan,
} from "@/entities/heats/heat-words";
import { ReadingDialog } from "@/entities/heats/heat-card";
import type { Bitch, HeatOverview } from "@/features/heats/types";
import { useOpenBitch } from "@/features/heats/use-heats-address";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useRecordTitle } from "@/hooks/use-page-title";
import { useToday } from "@/hooks/use-today";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay, formatShortDay } from "@domain/formatting/formatting";
import { dayOfHeat } from "@domain/heats/prediction";
import { heatStepOf, type HeatStep } from "@domain/heats/cycle";
import { pageOf } from "@domain/history/places";
import { matchesWords, searchWords } from "@domain/text/text";
import { SearchBox } from "@/components/search-box";
import { typed, useOverlay, useScreenAddress } from "@/lib/screen-address";
import { optionOf, useParentChoices } from "@/entities/dogs/parent-choices";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { isInKennel } from "@domain/dogs/standing";

type Chosen = { _id: string; name: string };

/** The user first chooses the bitch, then the date. */
function RecordHeat({ today }: { today: string }) {
  const { bitchId, isRecording, endRecording } = useOpenBitch();
  const [chosen, setChosen] = useState<"nobody" | "who" | Chosen>("nobody");
  const isAsked = isRecording && bitchId === null;
  const step = chosen === "nobody" && isAsked ? "who" : chosen;
  const close = () => {
    setChosen("nobody");
    if (isAsked) endRecording();
  };
  return (
    <>
      <Button onClick={() => setChosen("who")}>
        <Plus aria-hidden />
        Record Heat
      </Button>
      {step === "who" ? <WhoDialog onPick={setChosen} onClose={close} /> : null}
      {typeof step === "object" ? <HeatFormDialog dog={step} today={today} onClose={close} /> : null}
    </>
  );
}

function WhoDialog({ onPick, onClose }: { onPick: (dog: Chosen) => void; onClose: () => void }) {
  const [search, setSearch] = useState<string | null>("");
  const { choices, isLoading, moreText } = useParentChoices("female", undefined, search);
  const own = choices.filter(isInKennel);
  return (
    <TitledDialog title="Record a Heat" onClose={onClose}>
      <DialogBody className="min-h-80">
        <FormField label="Bitch" required>
          {(control) => (
            <Combobox
              {...control}
              autoFocus
              placeholder="Search female dogs"
              text=""
              onSearch={setSearch}
              isLoading={isLoading}
              emptyText="No female dog with that name"
              moreText={moreText}
              options={own.map(optionOf)}
              onSelect={(option) => {
                const dog = own.find(({ _id }) => _id === option.value);
                if (dog) onPick({ _id: dog._id, name: dog.name });
              }}
            />
          )}
        </FormField>
        {search === "" && !isLoading && own.length === 0 ? (
          <p className="mt-3 text-muted-foreground">
            No female dog is in the kennel yet.{" "}
            <Link to="/dashboard/dogs?add=1" className="text-primary underline underline-offset-4">
              Add her first
            </Link>
          </p>
        ) : null}
      </DialogBody>
    </TitledDialog>
  );
}

/** The log of one bitch opens over the list. */
export function HeatsPart() {
  const { kennelId, can } = useKennel();
  const today = useToday();
  const [{ find }, change] = useScreenAddress(ADDRESS);
  const result = useLiveQuery(api.heats.heats.overview, { kennelId, today });
  const canWrite = can("breeding", "write");
  const first = useFirstBitches();
  const isLong = Object.values(result.data ?? {}).some(({ length }) => length > first);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-center justify-end gap-3 empty:hidden">
        {isLong || find !== "" ? (
          <SearchBox
            label="Find a bitch"
            placeholder="Find a bitch"
            search={find}
            onSearch={(text) => change({ find: text })}
          />
        ) : null}
        {canWrite ? <RecordHeat today={today} /> : null}
      </div>
      {result.status === "error" ? (
        <LoadError message="Failed to load heats. Please try again." onRetry={result.retry} />
      ) : result.data ? (
        <Overview overview={result.data} find={find} today={today} canWrite={canWrite} />
      ) : (
        <div role="status" aria-label="Loading heats" className="flex flex-col gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      )}
      <BitchDialog today={today} />
    </div>
  );
}

/** The groups are searched by these words. */
const ADDRESS = { find: typed };

type OverviewProps = { overview: HeatOverview; find: string; today: string; canWrite: boolean };

function Overview({ overview: { inHeat, next, unrecorded }, find, today, canWrite }: OverviewProps) {
  const [measured, setMeasured] = useState<{ heatId: string; dogName: string } | null>(null);
  if (inHeat.length + next.length + unrecorded.length === 0) {
    return (
      <EmptyState
        icon={<CalendarHeart aria-hidden className="size-9 text-brass" />}
        title="No heats to show"
        text="The heats of your bitches appear here, with who is in heat now and who is next."
      />
    );
  }
  return (
    <>
      <Group title="In heat" empty="No bitch is in heat." find={find} items={inHeat} dogOf={ofEntry}>
        {(entry) => (
          <InHeat
            key={entry.dog._id}
            entry={entry}
            today={today}
            canWrite={canWrite}
            onMeasure={() =>
              setMeasured({ heatId: entry.heat._id, dogName: entry.dog.callName ?? entry.dog.name })
            }
          />
        )}
      </Group>
      <Group
        title="Coming next"
        empty="Once a heat is recorded, the next one is predicted here."
        find={find}
        items={next}
        dogOf={ofEntry}
      >
        {(entry) => <ComingNext key={entry.dog._id} entry={entry} today={today} canWrite={canWrite} />}
      </Group>
      {unrecorded.length > 0 ? (
        <Group title="No heat recorded" empty="" find={find} items={unrecorded} dogOf={(dog) => dog}>
          {(dog) => (
            <Row key={dog._id} dog={dog} action={canWrite ? <RecordOf dog={dog} today={today} /> : null}>
              <p className="text-sm text-muted-foreground">{dog.breed}</p>
            </Row>
          )}
        </Group>
      ) : null}
      {measured ? <ReadingDialog {...measured} today={today} onDone={() => setMeasured(null)} /> : null}
    </>
  );
}

const ofEntry = ({ dog }: { dog: Bitch }): Bitch => dog;

type GroupProps<Item> = {
  title: string;
  empty: string;
  find: string;
  items: readonly Item[];
  dogOf: (item: Item) => Bitch;
  children: (item: Item) => ReactNode;
};

/** A group shows this many bitches at first. Longer groups can be searched. */
const useFirstBitches = () => (usePhoneScreen() ? 6 : 12);

function Group<Item>({ title, empty, find, items, dogOf, children }: GroupProps<Item>) {
  const words = searchWords(find);
  const found = items.filter((item) => {
    const { name, callName, breed } = dogOf(item);
    return matchesWords(words, [name, callName, breed]);
  });
  const { shown, more } = useFold(found, useFirstBitches());
  return (
    <section aria-label={title}>
      <h2 className="font-title mb-3 flex items-baseline gap-2 border-b pb-1 text-xl">
        {title}
        <span className="font-sans text-sm font-normal text-muted-foreground tabular-nums">
          {words.length === 0 ? items.length : `${found.length} of ${items.length}`}
        </span>
      </h2>
      {items.length === 0 ? (
        <p className="text-muted-foreground">{empty}</p>
      ) : found.length === 0 ? (
        <p role="status" className="text-muted-foreground">
          Nothing here matches “{find}”
        </p>
      ) : (
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">{shown.map(children)}</ul>
      )}
      {more}
    </section>
  );
}

type RowProps = { dog: Bitch; action?: ReactNode; steps?: ReactNode; children: ReactNode };

/** Pressing the row opens the bitch's log. Buttons are below, where a phone has room for two. */
function Row({ dog, action, steps, children }: RowProps) {
  const { setBitchId } = useOpenBitch();
  return (
    <li className="relative flex flex-wrap content-start items-start gap-3 rounded-lg border bg-card p-3 shadow-page hover:border-input">
      <DogPortrait dog={dog} className="size-14" />
      <div className="min-w-0 flex-1">
        <h3>
          <button
            type="button"
            className="font-title max-w-full rounded-sm text-left text-lg leading-tight break-words after:absolute after:inset-0"
            onClick={() => setBitchId(dog._id)}
          >
            {dog.name}
          </button>
        </h3>
        {children}
      </div>
      {action ? <div className="relative">{action}</div> : null}
      {steps ? <div className="flex basis-full flex-wrap gap-2 *:relative">{steps}</div> : null}
    </li>
  );
}

type InHeatProps = {
  entry: HeatOverview["inHeat"][number];
  today: string;
  canWrite: boolean;
  onMeasure: () => void;
};

function InHeat({ entry, today, canWrite, onMeasure }: InHeatProps) {
  const { dog, heat, estimate, breeding } = entry;
  const { bestFrom, bestTo, lastReading } = estimate;
  const isBestNow = bestFrom !== null && bestTo !== null && bestFrom <= today && today <= bestTo;
  const isOpen = breeding === null || breeding.status === "planned";
  const state = { startOn: heat.startOn, ...estimate };
  const bestDays = describeBestDays(estimate, today);
  const next = isOpen ? describeStep(state, today) : null;
  return (
    <Row
      dog={dog}
      steps={
        canWrite && isOpen ? (
          <Steps step={heatStepOf(state, today)} entry={entry} onMeasure={onMeasure} />
        ) : null
      }
    >
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <Badge variant="brass">Day {dayOfHeat(heat.startOn, today)}</Badge>
        {isBestNow ? <Badge variant="success">Best days now</Badge> : null}
        <span className="text-sm text-muted-foreground">Since {formatDay(heat.startOn)}</span>
      </p>
      {lastReading ? (
        <p className="mt-1 text-sm text-muted-foreground">
          Progesterone {convertReading(lastReading.value, lastReading.unit, lastReading.unit)} on{" "}
          {formatShortDay(lastReading.takenOn)}
        </p>
      ) : null}
      {bestDays ? <p className="mt-1 text-sm font-semibold">{bestDays}</p> : null}
      {next ? <p className="mt-1 text-sm text-muted-foreground">{next}</p> : null}
      {breeding ? <Mating breeding={breeding} estimate={estimate} today={today} /> : null}
    </Row>
  );
}

type MatingProps = {
  breeding: NonNullable<HeatOverview["inHeat"][number]["breeding"]>;
  estimate: HeatOverview["inHeat"][number]["estimate"];
  today: string;
};

function Mating({ breeding, estimate: { bestFrom, bestTo }, today }: MatingProps) {
  const { _id, status, breedingDate, expectedDueDate } = breeding;
  const sire = breeding.sireName ?? "an unknown sire";
  const isPlanned = status === "planned";
  const isPast = breedingDate < today;
  const isOffBest =
    bestFrom !== null && bestTo !== null && (breedingDate < bestFrom || bestTo < breedingDate);
  const due = expectedDueDate === null || isPlanned ? "" : `, due ${formatShortDay(expectedDueDate)}`;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm font-semibold">
      <Link to={pageOf("breedings", _id)} className="relative underline underline-offset-4">
        {status === "confirmed"
          ? `Pregnant by ${sire}${due}`
          : `${isPlanned ? "Planned" : "Bred"} ${formatShortDay(breedingDate)} with ${sire}${due}`}
      </Link>
      {isPlanned && (isPast || isOffBest) ? (
        <Badge variant="warning">{isPast ? "Not recorded?" : "Outside the best days"}</Badge>
      ) : null}
    </p>
  );
}

type StepsProps = { step: HeatStep } & Pick<InHeatProps, "entry" | "onMeasure">;

/** The next step is the first button. */
function Steps({ step, entry: { dog, breeding }, onMeasure }: StepsProps) {
  const { linkTo } = useOverlay(["add"]);
  const reading =
    step === "early" || step === "read" ? (
      <Button
        key="reading"
        variant="outline"
        size="sm"
        aria-label={`Add Progesterone of ${dog.name}`}
        onClick={onMeasure}
      >
        Add Progesterone
      </Button>
    ) : null;
  const plan = breeding ? null : (
    <Button key="plan" variant="outline" size="sm" asChild>
      <Link {...linkTo("add", "1", { dam: dog._id })} aria-label={`Plan a Breeding of ${dog.name}`}>
        Plan Breeding
      </Link>
    </Button>
  );
  return step === "early" ? [plan, reading] : [reading, plan];
}

/** The distance is in days or months. */
function describeDistance(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return "today";
  const count = Math.abs(days);
  const words = count === 1 ? "1 day" : count < 61 ? `${count} days` : `${Math.round(count / 30.4)} months`;
  return days > 0 ? `in ${words}` : `${words} ago`;
}

type ComingNextProps = { entry: HeatOverview["next"][number]; today: string; canWrite: boolean };

/** A heat that may have begun can be recorded here. */
function ComingNext({ entry, today, canWrite }: ComingNextProps) {
  const { dog, prediction, lastStartOn } = entry;
  const { expectedOn, fromOn, toOn } = prediction;
  const isOverdue = toOn < today;
  const isDue = !isOverdue && fromOn <= today;
  return (
    <Row dog={dog} action={canWrite && fromOn <= today ? <RecordOf dog={dog} today={today} /> : null}>
      <p className="mt-1 flex flex-wrap items-center gap-x-2">
        <span className="font-semibold">{formatDay(expectedOn)}</span>
        <span className="text-sm text-muted-foreground">{describeDistance(expectedOn, today)}</span>
        {isOverdue ? (
          <Badge variant="warning">Not recorded?</Badge>
        ) : isDue ? (
          <Badge variant="brass">Any day</Badge>
        ) : null}
      </p>
      <p className="mt-1 text-sm text-muted-foreground">
        {formatSpan({ from: fromOn, to: toOn })} · last {formatDay(lastStartOn)}
      </p>
      <p className="text-sm text-muted-foreground">{describeBasis(prediction)}</p>
    </Row>
  );
}

function RecordOf({ dog, today }: { dog: Bitch; today: string }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="icon"
        aria-label={`Record a Heat of ${dog.name}`}
        onClick={() => setAdding(true)}
      >
        <Plus aria-hidden />
      </Button>
      {isAdding ? <HeatFormDialog dog={dog} today={today} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

type Dog = NonNullable<FunctionReturnType<typeof api.dogs.dogs.get>>;

function BitchDialog({ today }: { today: string }) {
  const { bitchId, setBitchId } = useOpenBitch();
  const { remember, leave, question } = useLeaveQuestion(() => setBitchId(null), { inFormsAlone: true });
  return (
    <>
      <Dialog open={bitchId !== null} onOpenChange={(isOpen) => (isOpen ? undefined : leave())}>
        <DialogContent size="md" aria-describedby={undefined} onFocusCapture={remember}>
          {bitchId === null ? null : <OpenBitch key={bitchId} bitchId={bitchId} today={today} />}
        </DialogContent>
      </Dialog>
      {question}
    </>
  );
}

/** Null if the dog in the address can have heats. */
function whyNoHeats({
  name,
  gender,
  isExternal,
}: Pick<Dog, "name" | "gender" | "isExternal">): string | null {
  if (gender === "male") return `${name} is a male dog. Heats are recorded for bitches only.`;
  return isExternal ? `${name} is an ancestor outside the kennel. Its heats are not recorded.` : null;
}

function OpenBitch({ bitchId, today }: { bitchId: string; today: string }) {
  const { kennelId } = useKennel();
  const { isRecording, endRecording } = useOpenBitch();
  const result = useLiveQuery(api.dogs.dogs.get, { dogId: bitchId });
  const dog = result.data?.kennelId === kennelId ? result.data : null;
  const noHeats = dog && whyNoHeats(dog);
  useRecordTitle(dog && `Heats of ${dog.name}`);
  return (
    <>
      <DialogHead
        title={dog?.name ?? (result.status === "ready" ? "This dog is not in the register" : "Heats")}
      />
      <DialogBody className="min-h-[min(20rem,50dvh)]">
        <Loaded query={result} failureText="Failed to load dogs. Please try again." height="h-40">
          {() =>
            dog && noHeats ? (
              <p role="status">{noHeats}</p>
            ) : dog ? (
              <HeatLog dog={dog} today={today} isRecording={isRecording} onRecorded={endRecording} />
            ) : (
              <p role="status">It may have been deleted, or it belongs to another kennel.</p>
            )
          }
        </Loaded>
      </DialogBody>
      {dog ? (
        <DialogFooter>
          <Button variant="outline" asChild>
            <Link to={pageOf("dogs", dog._id)}>Open in the Register</Link>
          </Button>
        </DialogFooter>
      ) : null}
    </>
  );
}
