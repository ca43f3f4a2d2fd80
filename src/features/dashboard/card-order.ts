/** Sorts the dashboard's cards by a user's preferences. */
import type { Preferences } from "@/features/dashboard/use-dashboard";
import type { DashboardCard } from "@domain/dashboard/rules";

type Arranged = Pick<Preferences, "hiddenCards" | "cardOrder">;

/** Cards without a position in the user's order follow in the default order. */
export function inOrder<Card extends DashboardCard>(cards: readonly Card[], { cardOrder }: Arranged): Card[] {
  const moved = cardOrder.flatMap((name) => cards.filter((card) => card === name));
  return [...moved, ...cards.filter((card) => !moved.includes(card))];
}

export function shownCards<Card extends DashboardCard>(
  cards: readonly Card[],
  preferences: Arranged | undefined,
): Card[] {
  if (!preferences) return [...cards];
  return inOrder(cards, preferences).filter((card) => !preferences.hiddenCards.includes(card));
}

/** Moves a card up (-1) or down (1) by one position. Returns the new order of all cards. */
export function moveCard<Card extends DashboardCard>(cards: readonly Card[], card: Card, by: 1 | -1): Card[] {
  const from = cards.indexOf(card);
  const to = from + by;
  if (from < 0 || to < 0 || to >= cards.length) return [...cards];
  const rest = cards.filter((each) => each !== card);
  return [...rest.slice(0, to), card, ...rest.slice(to)];
}
