/** Creates reminders of the team's kennel. */
import { api } from "../../convex/_generated/api";
import { TODAY, type Team } from "./backend";

/** Makes a reminder that is due on the tests' day; with `recurring`, a recurring one. */
export const addReminder = async (team: Team, recurring?: { frequency: string }) =>
  await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: "Worming",
    dueDate: TODAY,
    recurring,
  });
