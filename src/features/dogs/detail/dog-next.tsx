/**
 * The top of a dog's overview: what is due next, the progress of a pregnancy, and the most important facts. A
 * deceased or sold dog has no due items; instead, the date of death or sale and the buyer are shown. Areas that the
 * user may not see are left out.
 */
import type { ReactNode } from "react";
import {
  Baby,
  Bell,
  CalendarCheck,
  CalendarClock,
  Stethoscope,
  Syringe,
  type LucideIcon,
} from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { Fact } from "@/components/fact";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { PregnancyBar } from "@/entities/breedings/pregnancy-bar";
import { fullAge, statusLabels } from "@/entities/dogs/dog-labels";
import type { Dog } from "@/entities/dogs/types";
import { useHealthDialog } from "@/entities/health/health-address";
import { useReminderActions } from "@/entities/reminders/use-reminder-actions";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { useWeightUnits } from "@/hooks/use-weight-units";
import { Link } from "@/lib/router";
import { NEW } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { GESTATION_DAYS } from "@domain/breedings/rules";
import { dueText } from "@domain/dashboard/words";
import { daysBetween } from "@domain/dates/calendar-days";
import { isGone } from "@domain/dogs/standing";
import { formatDay, formatHeight, formatPercent, formatWeight } from "@domain/formatting/formatting";
import { DUE_SOON_DAYS } from "@domain/health/rules";
import { describeResult, testTitle } from "@domain/health/test-results";
import { newestTests } from "@domain/health/test-validity";
import { formatGrams } from "@domain/health/weights";
import { pageOf } from "@domain/history/places";

type DueItem = NonNullable<FunctionReturnType<typeof api.dogs.due.ofDog>>[number];
type History = NonNullable<FunctionReturnType<typeof api.breedings.breedings.history>>;

type DogNextProps = { dog: Dog; today: string };

const useHistory = ({ _id: dogId }: Dog) =>
  useLiveQuery(api.breedings.breedings.history, useKennel().can("breeding", "read") ? { dogId } : "skip")
    .data;

export function DogNext({ dog, today }: DogNextProps) {
  return (
    <section
      aria-labelledby="dog-next"
      className="flex min-w-0 flex-col self-start rounded-lg border bg-card px-4 py-3 lg:col-span-2"
    >
      {isGone(dog) ? <Gone dog={dog} /> : <Due dog={dog} today={today} />}
    </section>
  );
}

const Heading = ({ children }: { children: ReactNode }) => (
  <h3 id="dog-next" className="font-title text-lg">
    {children}
  </h3>
);

function Gone({ dog }: { dog: Dog }) {
  const seesContacts = useKennel().hasRight("finances", "read");
  const { status, statusChangedOn, currentOwnerName } = dog;
  return (
    <>
      <Heading>{statusLabels[status]}</Heading>
      <p>
        {statusChangedOn ? `On ${formatDay(statusChangedOn)}` : "The date is not recorded"}
        {status === "sold" && seesContacts && currentOwnerName ? `, to ${currentOwnerName}` : null}
      </p>
    </>
  );
}

/** Further due items are only counted. */
const SHOWN = 6;

function Due({ dog, today }: DogNextProps) {
  const due = useLiveQuery(api.dogs.due.ofDog, { dogId: dog._id, today }).data;
  const pregnancy = useHistory(dog)?.find(isOpenPregnancy);
  const [first, ...rest] = due ?? [];
  const isPhone = usePhoneScreen();
  const isLater = ({ on }: DueItem) => isPhone && daysBetween(today, on) > DUE_SOON_DAYS;
  const others = rest.filter((item) => !isLater(item));
  const later = rest.filter(isLater);
  const more = others.length - (SHOWN - 1);
  return (
    <>
      <Heading>Next</Heading>
      {due === undefined ? <Skeleton className="mt-2 h-12" /> : null}
      <ul aria-labelledby="dog-next" className="divide-y">
        {pregnancy ? <Pregnancy entry={pregnancy} today={today} /> : null}
        {first ? <DueRow item={first} dog={dog} today={today} hasButton={!pregnancy} /> : null}
        {others.slice(0, SHOWN - 1).map((item) => (
          <DueRow key={item.id} item={item} dog={dog} today={today} hasButton={false} />
        ))}
        {later.length > 0 ? <Later items={later} /> : null}
      </ul>
      {more > 0 ? <p className="pt-2 text-sm text-muted-foreground">{more} more later</p> : null}
      {due?.length === 0 && !pregnancy ? <p className="text-muted-foreground">Nothing is due</p> : null}
    </>
  );
}

const isOpenPregnancy = ({ role, breeding: { status }, litters }: History[number]): boolean =>
  role === "dam" && (status === "bred" || status === "confirmed") && litters.length === 0;

const ROW = "flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2";

function Pregnancy({ entry: { breeding, partner }, today }: { entry: History[number]; today: string }) {
  const { _id, breedingDate, expectedDueDate, sireName, status } = breeding;
  const day = daysBetween(breedingDate, today);
  const sire = partner?.name ?? sireName;
  return (
    <li className={ROW}>
      <Baby aria-hidden className="size-5 shrink-0 text-brass" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{sire ? `Bred to ${sire}` : "Bred"}</span>
          {day >= 0 ? (
            <Badge variant="brass">
              Day {day} of {GESTATION_DAYS}
            </Badge>
          ) : null}
          {expectedDueDate ? (
            <span className="text-sm text-muted-foreground">
              Due {formatDay(expectedDueDate)}, {dueText(expectedDueDate, today).toLowerCase()}
            </span>
          ) : null}
        </p>
        <PregnancyBar breeding={breeding} today={today} />
        {status === "bred" ? <p className="text-sm text-muted-foreground">Not confirmed yet</p> : null}
      </div>
      <Button asChild variant="outline">
        <Link to={pageOf("breedings", _id)}>Open Breeding</Link>
      </Button>
    </li>
  );
}

const ICONS = {
  dose: Syringe,
  booking: CalendarCheck,
  followUp: Stethoscope,
  reminder: Bell,
} as const satisfies Record<DueItem["kind"], LucideIcon>;

type DueRowProps = { item: DueItem; dog: Dog; today: string; hasButton: boolean };

function DueRow({ item, dog, today, hasButton }: DueRowProps) {
  const { kind, on, title } = item;
  const Icon = ICONS[kind];
  const isSoon = daysBetween(today, on) <= DUE_SOON_DAYS;
  return (
    <li className={ROW}>
      <Icon aria-hidden className="size-5 shrink-0 text-brass" />
      <div className="min-w-0 flex-1 basis-52 sm:flex sm:items-baseline sm:gap-3">
        <p className={cn("shrink-0 text-sm sm:w-28", on < today ? "font-semibold text-destructive" : "")}>
          {isSoon ? dueText(on, today) : formatDay(on)}
        </p>
        <p className="min-w-0 break-words">
          <span className="font-semibold">{title}</span>{" "}
          {on > today ? (
            <span className="text-sm text-muted-foreground">
              {isSoon ? formatDay(on) : dueText(on, today).toLowerCase()}
            </span>
          ) : null}
        </p>
      </div>
      {hasButton ? <DueButton item={item} dog={dog} today={today} /> : null}
    </li>
  );
}

/** On a phone, these items share one row, because they are due in more than a month. */
function Later({ items }: { items: readonly DueItem[] }) {
  const days = [...new Set(items.map(({ on }) => on))];
  return (
    <li className={ROW}>
      <CalendarClock aria-hidden className="size-5 shrink-0 text-brass" />
      <div className="min-w-0 flex-1 text-sm">
        <p>Later</p>
        {days.map((day) => (
          <p key={day} className="break-words">
            <span className="font-semibold">
              {items
                .filter(({ on }) => on === day)
                .map(({ title }) => title)
                .join(", ")}
            </span>{" "}
            <span className="text-muted-foreground">{formatDay(day)}</span>
          </p>
        ))}
      </div>
    </li>
  );
}

/** Renders nothing for users who may not take the step. */
function DueButton({ item: { kind, id, title }, dog, today }: Omit<DueRowProps, "hasButton">) {
  const { can } = useKennel();
  const { linkTo } = useHealthDialog();
  const { complete } = useReminderActions(today);
  if (!can(kind === "reminder" ? "reminders" : "health", "write")) return null;
  if (kind === "reminder") {
    return (
      <Button
        variant="outline"
        onClick={() => void complete({ _id: id as Parameters<typeof complete>[0]["_id"], bookingId: null })}
      >
        Mark as Completed
      </Button>
    );
  }
  const link = {
    dose: () => linkTo("dose", NEW, { for: dog._id, vaccine: title }),
    booking: () => linkTo("give", id),
    followUp: () => linkTo("record", id),
  }[kind]();
  return (
    <Button asChild variant="outline">
      <Link {...link}>{kind === "followUp" ? "Open Record" : "Record Dose"}</Link>
    </Button>
  );
}

/** The generations of ancestors whose known dogs are counted: 2 + 4 + 8. */
const KNOWN_GENERATIONS = 3;

const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Facts that are not recorded are left out. */
export function DogFacts({ dog, today }: DogNextProps) {
  const { can } = useKennel();
  const age = fullAge(dog, today);
  return (
    <dl className="grid min-w-0 grid-cols-2 content-start gap-x-4 gap-y-3 self-start rounded-lg border bg-card px-4 py-3">
      {age ? <Fact label="Age">{age}</Fact> : null}
      {dog.dateOfBirth ? <Fact label="Date of Birth">{formatDay(dog.dateOfBirth)}</Fact> : null}
      {dog.weight ? <Weight dog={dog} weight={dog.weight} /> : null}
      {dog.height ? <Fact label="Height">{formatHeight(dog.height)}</Fact> : null}
      <Inbreeding dog={dog} />
      {can("breeding", "read") ? <Litters dog={dog} /> : null}
      {can("health", "read") ? <Tests dog={dog} /> : null}
    </dl>
  );
}

function Weight({ dog, weight }: { dog: Dog; weight: number }) {
  const mayRead = useKennel().can("health", "read");
  const { dog: unit } = useWeightUnits().units;
  const weights = useLiveQuery(api.health.dogWeights.list, mayRead ? { dogId: dog._id } : "skip").data
    ?.weights;
  const [newest, before] = weights ?? [];
  const days = newest && before ? daysBetween(before.weighedOn, newest.weighedOn) : 0;
  const change = newest && before ? newest.grams - before.grams : 0;
  const trend =
    days > 0
      ? `${change < 0 ? "−" : "+"}${formatGrams(Math.abs(change), unit)} in ${days === 1 ? "1 day" : `${days} days`}`
      : null;
  return (
    <Fact label="Weight" addition={trend}>
      {formatWeight(weight)}
    </Fact>
  );
}

function Inbreeding({ dog }: { dog: Dog }) {
  const inbreeding = useLiveQuery(api.pedigree.ancestry.inbreeding, {
    dogId: dog._id,
    generations: null,
  }).data;
  const near = inbreeding?.completeness.filter(({ generation }) => generation <= KNOWN_GENERATIONS) ?? [];
  const known = addUp(near.map((each) => each.known));
  const possible = addUp(near.map((each) => each.possible));
  const knowsBoth = near.some(({ generation, completeness }) => generation === 1 && completeness === 1);
  const coefficient = inbreeding?.coefficient ?? null;
  return (
    <Fact label="Inbreeding (COI)" addition={possible > 0 ? `${known} of ${possible} ancestors known` : null}>
      {!inbreeding || (knowsBoth && coefficient === null)
        ? "..."
        : knowsBoth && coefficient !== null
          ? formatPercent(coefficient, 1)
          : "Unknown"}
    </Fact>
  );
}

function Litters({ dog }: { dog: Dog }) {
  const litters = useHistory(dog)?.flatMap((entry) => entry.litters);
  const born = addUp(litters?.map(({ numberBorn }) => numberBorn ?? 0) ?? []);
  const { offspring } = dog._count;
  // Dogs of an imported pedigree have parents, but no breeding and no litter.
  const isFromDogs = litters?.length === 0 && offspring > 0;
  const alone = offspring === 1 ? "1 offspring is" : `${offspring} offspring are`;
  return (
    <Fact
      label="Litters"
      addition={born > 0 ? `${born} born` : isFromDogs ? `${alone} among your dogs` : null}
    >
      {litters === undefined
        ? "..."
        : isFromDogs
          ? "None with a breeding"
          : litters.length === 0
            ? "None recorded"
            : litters.length}
    </Fact>
  );
}

/** Further tests are only counted. */
const NAMED_TESTS = 4;

function Tests({ dog }: { dog: Dog }) {
  const tests = useLiveQuery(api.health.healthTests.list, { dogId: dog._id }).data;
  const newest = newestTests(tests ?? []);
  const more = newest.length - NAMED_TESTS;
  return (
    <div className="col-span-2 min-w-0">
      <dt className="text-sm text-muted-foreground">Tests</dt>
      <dd className="break-words">
        {tests && newest.length === 0 ? <span className="font-semibold">None recorded</span> : null}
        {newest.slice(0, NAMED_TESTS).map((test) => (
          <span key={test._id} className="block">
            {testTitle(test)}: <span className="font-semibold">{describeResult(test)}</span>
          </span>
        ))}
        {more > 0 ? (
          <span className="text-sm text-muted-foreground">{more} more under Health Records</span>
        ) : null}
      </dd>
    </div>
  );
}
