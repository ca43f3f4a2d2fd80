/** Creates reminders of the team's kennel. */
import { api } from "../../convex/_generated/api";
import { TODAY, type Team } from "./backend";

/** Creates a reminder that is due on the tests' day. With `recurring`, the reminder repeats. */
export const addReminder = async (team: Team, recurring?: { frequency: string }) =>
  await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: "Worming",
    dueDate: TODAY,
    recurring,
  });
