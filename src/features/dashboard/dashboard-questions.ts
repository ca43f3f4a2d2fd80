/** The dashboard's queries. Their only arguments are the kennel and the date. */
import { RECENT_ACTIVITY_COUNT } from "@domain/dashboard/rules";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";

export function dashboardQuestions(kennelId: Id<"kennels">, today: string) {
  const args = { kennelId, today };
  const dayStartsAt = new Date(`${today}T00:00:00`).getTime();
  const { dashboard, dashboardAlerts, dashboardPreferences, dashboardWidgets } = api.dashboard;
  return {
    stats: { query: dashboard.stats, args },
    alerts: { query: dashboardAlerts.list, args },
    tasks: { query: dashboard.tasks, args },
    reminders: { query: dashboard.remindersOfToday, args },
    activities: { query: api.platform.activities.recent, args: { kennelId, limit: RECENT_ACTIVITY_COUNT } },
    breeding: { query: dashboard.breedingAgenda, args: { ...args, dayStartsAt } },
    heats: { query: dashboard.heatsAhead, args },
    health: { query: dashboard.healthAgenda, args },
    medication: { query: api.health.medications.due, args },
    board: { query: dashboardWidgets.board, args },
    preferences: { query: dashboardPreferences.get, args: {} },
  };
}
