/** Creates reminders of the team's kennel. */
import { api } from "../../convex/_generated/api";
import { TODAY, type Team } from "./backend";

/** The reminder is due on the tests' day. With `recurring`, it repeats. */
export const addReminder = async (team: Team, recurring?: { frequency: string }) =>
  await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: "Worming",
    dueDate: TODAY,
    recurring,
  });
