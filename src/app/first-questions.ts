/**
 * The first queries of the opened page, sent in the same message that signs the client in. Their results arrive one
 * round trip earlier than if the page's code had to load first. The page then runs the same queries and finds the
 * results.
 */
import type { ConvexReactClient } from "convex/react";
import { matchPath } from "react-router-dom";
import { paths } from "@/app/paths";
import { dashboardQuestions } from "@/features/dashboard/dashboard-questions";
import { firstListArgs } from "@/features/dogs/list/first-dogs";
import { localDay } from "@domain/dates/calendar-days";
import { kennelPath } from "@domain/kennels/kennel-path";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";

/** Long enough for a page whose code loads late. */
const KEPT_MS = 15_000;

type Question = Parameters<ConvexReactClient["prewarmQuery"]>[0];

/** Maps paths within a kennel to the first queries that depend only on the address. */
const PAGES: Readonly<Record<string, (kennelId: Id<"kennels">, id: string) => Question[]>> = {
  [paths.dashboard]: (kennelId) => Object.values(dashboardQuestions(kennelId, localDay(new Date()))),
  [paths.dogs]: (kennelId) => {
    const args = firstListArgs(kennelId);
    return args === null ? [] : [{ query: api.dogs.dogs.list, args }];
  },
  [`${paths.litters}/:id`]: (_, litterId) => [
    { query: api.litters.litters.get, args: { litterId } },
    { query: api.litters.puppyWeights.list, args: { litterId } },
  ],
  [paths.health]: (kennelId) => {
    const args = { kennelId, today: localDay(new Date()) };
    return [
      { query: api.health.healthDashboard.get, args },
      { query: api.health.medications.due, args },
    ];
  },
};

function questionsOf({ pathname, search }: Location): Question[] {
  // A list's filters are in the query string.
  if (search !== "") return [];
  for (const [path, questions] of Object.entries(PAGES)) {
    const found = matchPath(kennelPath(":kennelId", path), pathname);
    if (found) return questions(found.params["kennelId"] as Id<"kennels">, found.params["id"] ?? "");
  }
  return [];
}

export function askFirst(client: ConvexReactClient): void {
  const questions = [
    { query: api.accounts.users.me, args: {} },
    { query: api.kennels.kennels.list, args: {} },
    ...questionsOf(window.location),
  ];
  for (const question of questions) client.prewarmQuery({ ...question, extendSubscriptionFor: KEPT_MS });
}
