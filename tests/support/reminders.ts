/** Reminders of the team's kennel as tests need them. */
import { api } from "../../convex/_generated/api";
import { TODAY, type Team } from "./backend";

/** Makes a reminder that is due on the tests' day, recurring when that is given. */
export const addReminder = async (team: Team, recurring?: { frequency: string }) =>
  await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: "Worming",
    dueDate: TODAY,
    recurring,
  });
