"use node";
/**
 * Exports the dashboard to a file. The export reads the same data as the screen, with the same rights. Runs in Node
 * because of the fonts.
 */
import { v } from "convex/values";
import { CERTIFICATE_PAPERS } from "../../../domain/pedigree/rules";
import { DASHBOARD_CARD_LABELS } from "../../../domain/dashboard/rules";
import {
  DASHBOARD_EXPORT_FORMATS,
  makeSummary,
  summaryRows,
  type DashboardSummary,
} from "../../../domain/dashboard/summary";
import { dueText } from "../../../domain/dashboard/words";
import { dayIn } from "../../../domain/dates/zones";
import { reminderPriorityLabels } from "../../../domain/reminders/words";
import { toCsv } from "../../../domain/text/csv";
import { api } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { signedInAction } from "../../platform/functions";
import { trustedToday } from "../../platform/model/people/today";

const PRINTED_ACTIVITIES = 25;

async function readSummary(ctx: ActionCtx, kennelId: string, today: string): Promise<DashboardSummary> {
  const kennel = await ctx.runQuery(api.kennels.kennels.get, { kennelId });
  const stats = await ctx.runQuery(api.dashboard.dashboard.stats, { kennelId, today });
  const tasks =
    kennel.permissions.reminders === "none"
      ? []
      : await ctx.runQuery(api.dashboard.dashboard.tasks, { kennelId, today });
  const activities = await ctx.runQuery(api.platform.activities.recent, {
    kennelId,
    limit: PRINTED_ACTIVITIES,
  });
  const zone = await ctx.runQuery(api.kennels.kennelTimeZones.get, { kennelId });
  const labels = DASHBOARD_CARD_LABELS;
  return {
    kennelName: kennel.name,
    printedOn: today,
    metrics: [
      { name: labels.total_dogs, value: stats.dogs.total },
      { name: labels.active_breedings, value: stats.breeding.activeMating },
      { name: labels.upcoming_vaccinations, value: stats.health.upcomingVaccinations },
      { name: "Overdue Vaccinations", value: stats.health.overdueVaccinations },
      { name: "Overdue Reminders", value: stats.reminders.overdue },
      { name: labels.pending_reminders, value: stats.reminders.pending },
    ],
    tasks: tasks.map(({ title, dueDate, priority, dog }) => ({
      title,
      dueDate,
      due: dueText(dueDate, today),
      priority: reminderPriorityLabels[priority],
      dogName: dog?.name ?? null,
    })),
    activities: activities.map(({ timestamp, title, description, by }) => ({
      day: dayIn(zone, timestamp),
      title,
      description,
      by,
    })),
  };
}

export const write = signedInAction({
  permission: "member",
  args: {
    kennelId: v.string(),
    format: v.union(...DASHBOARD_EXPORT_FORMATS.map((format) => v.literal(format))),
    paper: v.optional(v.union(...CERTIFICATE_PAPERS.map((paper) => v.literal(paper)))),
    today: v.string(),
  },
  returns: v.object({ fileName: v.string(), content: v.bytes() }),
  handler: async (
    ctx,
    { kennelId, format, paper = "letter", today },
  ): Promise<{ fileName: string; content: ArrayBuffer }> => {
    const summary = await readSummary(ctx, kennelId, trustedToday(today));
    const bytes =
      format === "pdf"
        ? await makeSummary(summary, paper)
        : new TextEncoder().encode(toCsv(summaryRows(summary)));
    // A copy whose buffer contains only the file.
    return { fileName: `dashboard-${summary.printedOn}.${format}`, content: new Uint8Array(bytes).buffer };
  },
});
