/**
 * The dashboard's query results for component tests: a kennel where nothing is due. Each test changes the results
 * that it needs.
 */
import { api } from "@convex/_generated/api";
import { fakeConvex } from "@/testing/fake-convex";

/** A kennel with seven dogs. */
export const quietStats = {
  dogs: { total: 7, inKennel: 5 },
  breeding: { activeMating: 2, planned: 1, bred: 0, confirmed: 1 },
  health: { upcomingVaccinations: 4, overdueVaccinations: 0 },
  reminders: { overdue: 2, pending: 5 },
};

export function answerDashboard(): void {
  fakeConvex.query(api.dashboard.dashboard.stats, () => quietStats);
  fakeConvex.query(api.dashboard.dashboardAlerts.list, () => []);
  fakeConvex.query(api.dashboard.dashboard.tasks, () => []);
  fakeConvex.query(api.dashboard.dashboard.remindersOfToday, () => []);
  fakeConvex.query(api.platform.activities.recent, () => []);
  fakeConvex.query(api.dashboard.dashboard.breedingAgenda, () => ({
    pregnancies: [],
    heats: [],
    litters: [],
  }));
  fakeConvex.query(api.dashboard.dashboard.heatsAhead, () => []);
  fakeConvex.query(api.dashboard.dashboard.healthAgenda, () => ({
    booked: { count: 0, names: [] },
    due: { count: 0, names: [] },
    followUps: { count: 0, names: [] },
  }));
  fakeConvex.query(api.health.medications.due, () => []);
  fakeConvex.query(api.dashboard.dashboardWidgets.board, () => []);
  fakeConvex.query(api.dashboard.dashboardPreferences.get, () => ({
    hiddenCards: [],
    cardOrder: [],
    defaultKennelId: null,
  }));
}
