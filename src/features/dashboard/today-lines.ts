/** What the panel of today says, line by line, the most pressing first. Pure. */
import { dueText } from "@domain/dashboard/texts";
import { formatShortDay } from "@domain/formatting/formatting";
import { dayOfHeat } from "@domain/heats/prediction";
import type { BreedingAgenda, HealthAgenda, HeatsAhead } from "@/features/dashboard/use-dashboard";

export type TodayKind = "whelping" | "doses" | "weighing" | "vaccination" | "follow_up" | "heat" | "leaving";

export interface TodayLine {
  readonly key: string;
  readonly kind: TodayKind;
  readonly title: string;
  readonly detail: string;
  readonly to: string;
  /** What stands in a chip, and whether it presses. */
  readonly mark: string | null;
  readonly isPressing: boolean;
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Names the first few and counts the others. */
function namesText(names: readonly string[], count: number): string {
  const rest = count - names.length;
  return rest > 0 && names.length > 0 ? `${names.join(", ")} and ${rest} more` : names.join(", ");
}

function whelpingLines({ whelpings }: BreedingAgenda, today: string): TodayLine[] {
  return whelpings.map(({ breedingId, damName, sireName, dueOn, isConfirmed }) => ({
    key: `whelping ${breedingId}`,
    kind: "whelping",
    title: `${damName} ${dueOn < today ? "should have whelped" : "is due to whelp"}`,
    detail: `By ${sireName}, ${formatShortDay(dueOn)}${isConfirmed ? "" : ", not confirmed"}`,
    to: `/dashboard/breeding/${breedingId}`,
    mark: dueText(dueOn, today),
    isPressing: dueOn <= today,
  }));
}

function litterLines({ litters }: BreedingAgenda, today: string): TodayLine[] {
  return litters.flatMap(({ litterId, damName, puppies, toWeigh, leavingOn }): TodayLine[] => [
    ...(toWeigh > 0
      ? [
          {
            key: `weighing ${litterId}`,
            kind: "weighing" as const,
            title: `Weigh ${damName}'s puppies`,
            detail:
              toWeigh === puppies
                ? `${counted(puppies, "puppy", "puppies")} in the box`
                : `${toWeigh} of ${puppies} still to weigh`,
            to: `/dashboard/litters/${litterId}/weigh`,
            mark: null,
            isPressing: false,
          },
        ]
      : []),
    ...(leavingOn === null
      ? []
      : [
          {
            key: `leaving ${litterId}`,
            kind: "leaving" as const,
            title: `${damName}'s puppies may leave`,
            detail: `${counted(puppies, "puppy", "puppies")}, eight weeks old on ${formatShortDay(leavingOn)}`,
            to: `/dashboard/litters/${litterId}`,
            mark: leavingOn < today ? null : dueText(leavingOn, today),
            isPressing: false,
          },
        ]),
  ]);
}

function heatLines({ heats }: BreedingAgenda, today: string): TodayLine[] {
  return heats.map(({ dogId, name, startOn, bestFrom, bestTo }) => {
    const isBest = bestFrom !== null && bestTo !== null && bestFrom <= today && today <= bestTo;
    const best =
      bestFrom === null || bestTo === null
        ? ""
        : `, best ${formatShortDay(bestFrom)} to ${formatShortDay(bestTo)}`;
    return {
      key: `heat ${dogId}`,
      kind: "heat" as const,
      title: `${name} is in heat`,
      detail: `Day ${dayOfHeat(startOn, today)}${best}`,
      to: `/dashboard/breeding?tab=heats&bitch=${dogId}`,
      mark: isBest ? "Mate now" : null,
      isPressing: isBest,
    };
  });
}

function aheadLines(heats: HeatsAhead, today: string): TodayLine[] {
  return heats.map(({ dogId, name, expectedOn }) => ({
    key: `heat ahead ${dogId}`,
    kind: "heat",
    title: `${name}'s heat is expected`,
    detail: `About ${formatShortDay(expectedOn)}`,
    to: `/dashboard/breeding?tab=heats&bitch=${dogId}`,
    mark: dueText(expectedOn, today),
    isPressing: false,
  }));
}

function healthLines({ doses, booked, due, followUps }: HealthAgenda): TodayLine[] {
  const lines: TodayLine[] = [];
  const left = doses.due - doses.given;
  if (left > 0) {
    lines.push({
      key: "doses",
      kind: "doses",
      title: "Give medication",
      detail: namesText(doses.names, doses.names.length),
      to: "/dashboard/health",
      mark: `${left} of ${counted(doses.due, "dose")} left`,
      isPressing: false,
    });
  }
  if (booked.count > 0) {
    lines.push({
      key: "booked",
      kind: "vaccination",
      title: booked.count === 1 ? "A vaccination is scheduled" : `${booked.count} vaccinations are scheduled`,
      detail: namesText(booked.names, booked.count),
      to: "/dashboard/health/schedule?due=due_this_month",
      mark: "Today",
      isPressing: true,
    });
  }
  if (due.count > 0) {
    lines.push({
      key: "due",
      kind: "vaccination",
      title: due.count === 1 ? "A vaccination is due" : `${due.count} vaccinations are due`,
      detail: namesText(due.names, due.count),
      to: "/dashboard/health/schedule?due=due_this_month",
      mark: "Today",
      isPressing: false,
    });
  }
  if (followUps.count > 0) {
    lines.push({
      key: "follow-ups",
      kind: "follow_up",
      title: followUps.count === 1 ? "A follow-up is open" : `${followUps.count} follow-ups are open`,
      detail: namesText(followUps.names, followUps.count),
      to: "/dashboard/health",
      mark: null,
      isPressing: false,
    });
  }
  return lines;
}

interface Agendas {
  readonly breeding: BreedingAgenda | undefined;
  readonly heats: HeatsAhead | undefined;
  readonly health: HealthAgenda | undefined;
}

/** Writes the lines of a day. */
export function todayLines({ breeding, heats, health }: Agendas, today: string): TodayLine[] {
  const lines = [
    ...(breeding ? whelpingLines(breeding, today) : []),
    ...(health ? healthLines(health) : []),
    ...(breeding ? [...litterLines(breeding, today), ...heatLines(breeding, today)] : []),
    ...(heats ? aheadLines(heats, today) : []),
  ];
  return [...lines.filter(({ isPressing }) => isPressing), ...lines.filter(({ isPressing }) => !isPressing)];
}
