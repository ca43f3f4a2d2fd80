/** Which of the dashboard's cards stand where, by what a person has hidden and moved. Pure. */
import type { Preferences } from "@/features/dashboard/use-dashboard";
import type { DashboardCard } from "@domain/dashboard/rules";

type Arranged = Pick<Preferences, "hiddenCards" | "cardOrder">;

/** Puts cards into a person's order; those that were never moved follow as they come. */
export function inOrder<Card extends DashboardCard>(cards: readonly Card[], { cardOrder }: Arranged): Card[] {
  const moved = cardOrder.flatMap((name) => cards.filter((card) => card === name));
  return [...moved, ...cards.filter((card) => !moved.includes(card))];
}

/** Leaves out what a person has hidden, and puts the rest into their order. */
export function shownCards<Card extends DashboardCard>(
  cards: readonly Card[],
  preferences: Arranged | undefined,
): Card[] {
  if (!preferences) return [...cards];
  return inOrder(cards, preferences).filter((card) => !preferences.hiddenCards.includes(card));
}

/** Moves one of the cards by a place, up with -1; returns the new order of all of them. */
export function moveCard<Card extends DashboardCard>(cards: readonly Card[], card: Card, by: 1 | -1): Card[] {
  const from = cards.indexOf(card);
  const to = from + by;
  if (from < 0 || to < 0 || to >= cards.length) return [...cards];
  const rest = cards.filter((each) => each !== card);
  return [...rest.slice(0, to), card, ...rest.slice(to)];
}
