/** An alert and a widget for tests. */
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { TODAY, type Person, type Team } from "./backend";

/** The alert is that of an urgent reminder that is overdue on the tests' day. */
export async function addAlert({ owner, kennelId }: Team): Promise<string> {
  await owner.as.mutation(api.reminders.reminders.create, {
    kennelId,
    title: "Call the vet",
    priority: "urgent",
    dueDate: addDays(TODAY, -1),
  });
  const [alert] = await owner.as.query(api.dashboard.dashboardAlerts.list, { kennelId, today: TODAY });
  if (!alert) throw new Error("An overdue urgent reminder raised no alert");
  return alert.id;
}

export const addWidget = async (person: Person): Promise<string> =>
  (await person.as.mutation(api.dashboard.dashboardWidgets.add, { kind: "breedings_per_year" })).id;
