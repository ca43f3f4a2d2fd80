/**
 * The dashboard's alerts: overdue vaccinations, whelpings within three days, overdue reminders of high or urgent
 * priority, new applications, and a plan that is nearly full. Alerts are calculated from their causes. Dismissals
 * are stored separately. Sources: rule DASH-23, decisions GAP-DASH-01, 10 and 12.
 */
import { v, type Infer } from "convex/values";
import { limitWarningOf, nextTierText, usageText, usagePercentOf } from "../../../domain/billing/dog-limit";
import { LIMIT_ALARM_PERCENT } from "../../../domain/billing/rules";
import {
  ALERT_KINDS,
  ALERT_SEVERITIES,
  MAX_ALERTS_PER_KIND,
  WHELPING_ALERT_DAYS,
  WHELPING_WAITED_DAYS,
} from "../../../domain/dashboard/rules";
import { callNameOf } from "../../../domain/calendar/words";
import { addDays, daysBetween } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";
import { pageOf } from "../../../domain/history/places";
import { readsConfidential } from "../../../domain/permissions/confidential";
import { hasPermission } from "../../../domain/permissions/permissions";
import { dueText } from "../../../domain/dashboard/words";
import { overdueFromOf } from "../../../domain/reminders/due";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  causeOf,
  keepDismissed,
  readDismissed,
  takeBackDismissals,
  type Dismissable,
} from "../../platform/model/people/alertDismissals";
import { readExpecting } from "./dashboardAgenda";
import { describeDogLimit } from "../../billing/model/dogLimit";
import { getCounters } from "../../platform/model/changes/counters";
import { ParentReader } from "../../platform/model/paging/parents";
import { checkToday } from "../../platform/model/people/today";
import type { Access } from "../../platform/model/people/identity";
import { PatientReader } from "../../vaccinations/model/patientShape";
import { dosesDue } from "../../vaccinations/model/vaccinationSchedule";
import { FIRST_DAY } from "../../vaccinations/model/vaccinationMonths";

export const alertShape = v.object({
  /** The kennel, the cause and the occurrence, separated by dots. */
  id: v.string(),
  kind: v.union(...ALERT_KINDS.map((kind) => v.literal(kind))),
  severity: v.union(...ALERT_SEVERITIES.map((severity) => v.literal(severity))),
  title: v.string(),
  message: v.string(),
  /** The alert opens this screen. */
  link: v.string(),
  /** The date of the cause; null if it is unknown. */
  since: v.union(v.string(), v.null()),
  /** An overdue vaccination has the patient's key in forms, and the vaccine of the next dose. */
  dose: v.optional(v.object({ patient: v.string(), vaccineName: v.string() })),
});
export type Alert = Infer<typeof alertShape>;

/** The alert's text is left out, because it needs further reads that are unnecessary for a dismissed alert. */
interface Cause extends Dismissable {
  readonly describe: () => Promise<Omit<Alert, "id">>;
}

/** Causes of one kind that are searched for causes that are not dismissed. */
export const MOST_LOOKED_AT = 5 * MAX_ALERTS_PER_KIND;

/** A vaccination that is overdue for this number of days is more than an oversight. */
const LONG_OVERDUE_DAYS = 30;

async function overdueVaccinations(ctx: QueryCtx, { kennelId }: Access, today: string): Promise<Cause[]> {
  const rows = await dosesDue(ctx, kennelId, { from: FIRST_DAY, to: addDays(today, -1) }).take(
    MOST_LOOKED_AT,
  );
  const patients = new PatientReader(ctx);
  return rows.map((row) => {
    const dueOn = row.dueOn ?? today; // Every row of this range has a due date.
    return {
      cause: causeOf("vaccination", row._id),
      occurrence: dueOn,
      describe: async () => {
        const { dog, puppy } = await patients.read(row);
        const days = daysBetween(dueOn, today);
        const patient = dog ? `dog:${dog._id}` : puppy ? `puppy:${puppy._id}` : null;
        return {
          kind: "vaccination",
          severity: days > LONG_OVERDUE_DAYS ? "error" : "warning",
          title: `${row.vaccineName} overdue`,
          message: `${dog ? callNameOf(dog) : (puppy?.name ?? "A dog")}: ${dueText(dueOn, today)}`,
          link: "/dashboard/health/schedule?due=overdue",
          since: addDays(dueOn, 1),
          ...(patient && { dose: { patient, vaccineName: row.vaccineName } }),
        };
      },
    };
  });
}

async function nearWhelpings(ctx: QueryCtx, { kennelId }: Access, today: string): Promise<Cause[]> {
  const rows = await readExpecting(ctx, kennelId, {
    from: addDays(today, -WHELPING_WAITED_DAYS),
    to: addDays(today, WHELPING_ALERT_DAYS),
  });
  const parents = new ParentReader(ctx);
  return rows.map((row) => ({
    cause: causeOf("whelping", row._id),
    occurrence: row.expectedDueDate,
    describe: async () => {
      const dam = await parents.read(row.damId);
      const sire = await parents.read(row.sireId);
      return {
        kind: "whelping",
        severity: row.expectedDueDate < today ? "error" : "warning",
        title: `${dam?.name ?? row.damName ?? "A bitch"} is due to whelp`,
        message: `${dueText(row.expectedDueDate, today)}, by ${sire?.name ?? row.sireName ?? "an unknown sire"}`,
        link: pageOf("breedings", row._id),
        since: addDays(row.expectedDueDate, -WHELPING_ALERT_DAYS),
      };
    },
  }));
}

/** Only pressing reminders become alerts when they are overdue. */
export const isPressing = ({ priority }: Doc<"reminders">): boolean =>
  priority === "high" || priority === "urgent";

/** Identifies a dismissed alert of a reminder. */
export const occurrenceOf = ({ _id, dueDate }: Doc<"reminders">): Dismissable => ({
  cause: causeOf("reminder", _id),
  occurrence: dueDate,
});

async function overdueReminders(ctx: QueryCtx, { kennelId }: Access, today: string): Promise<Cause[]> {
  const rows = ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) =>
      q.eq("kennelId", kennelId).eq("state", "pending").lt("dueDate", today),
    );
  const found: Cause[] = [];
  for (const row of await rows.take(MOST_LOOKED_AT)) {
    const since = overdueFromOf({ dueDate: row.dueDate, snoozedUntil: row.snoozedUntil ?? null });
    if (!isPressing(row) || since > today) continue;
    found.push({
      ...occurrenceOf(row),
      describe: async () => {
        const dog = row.dogId && (await ctx.db.get("dogs", row.dogId));
        return {
          kind: "reminder",
          severity: row.priority === "urgent" ? "error" : "warning",
          title: row.title,
          message: `${dog ? `${callNameOf(dog)}: ` : ""}${dueText(row.dueDate, today)}`,
          link: "/dashboard/reminders?tab=overdue",
          since,
        };
      },
    });
  }
  return found;
}

/**
 * All new applications share one alert. After a dismissal, the alert appears again when another application
 * arrives.
 */
async function newApplications(ctx: QueryCtx, { kennelId }: Access): Promise<Cause[]> {
  const newest = await ctx.db
    .query("applications")
    .withIndex("by_kennel_and_status_and_sent", (q) => q.eq("kennelId", kennelId).eq("status", "received"))
    .order("desc")
    .first();
  if (!newest) return [];
  const count = (await getCounters(ctx, kennelId)).applications ?? 1;
  return [
    {
      cause: causeOf("application"),
      occurrence: newest._id,
      describe: () =>
        Promise.resolve({
          kind: "application",
          severity: "info",
          title: count === 1 ? "1 new application" : `${count} new applications`,
          message: "Somebody hopes for one of your puppies",
          link: "/dashboard/breeding?tab=waiting-list",
          since: null,
        }),
    },
  ];
}

async function fullPlan(ctx: QueryCtx, { kennelId, permissions }: Access): Promise<Cause[]> {
  const check = await describeDogLimit(ctx, kennelId);
  const warning = limitWarningOf(check);
  if (warning === null) return [];
  const isAlarm = (usagePercentOf(check) ?? 0) >= LIMIT_ALARM_PERCENT;
  return [
    {
      cause: causeOf("dog-limit"),
      // Reaching the limit and coming close to the limit are two different alerts. Another plan's limit is also a
      // different alert.
      occurrence: `${check.limit}-${isAlarm ? "reached" : "near"}`,
      describe: () =>
        Promise.resolve({
          kind: "dog-limit",
          severity: isAlarm ? "error" : "warning",
          title: warning,
          message: [usageText(check), nextTierText(check.planType)].filter(Boolean).join(". "),
          // Users who may not see the plan can still remove dogs from the list.
          link: hasPermission(permissions, "billing", "read")
            ? "/dashboard/settings?tab=billing"
            : "/dashboard/dogs",
          since: null,
        }),
    },
  ];
}

/** The result contains only kinds that the caller may read, without dismissed causes. */
async function readCauses(ctx: QueryCtx, access: Access, today: string): Promise<Cause[][]> {
  checkToday(today);
  const mayRead = (area: "dogs" | "breeding" | "health" | "reminders") =>
    hasPermission(access.permissions, area, "read");
  const causes = [
    mayRead("breeding") ? await nearWhelpings(ctx, access, today) : [],
    mayRead("health") ? await overdueVaccinations(ctx, access, today) : [],
    mayRead("reminders") ? await overdueReminders(ctx, access, today) : [],
    mayRead("breeding") && readsConfidential(access.permissions) ? await newApplications(ctx, access) : [],
    mayRead("dogs") ? await fullPlan(ctx, access) : [],
  ];
  const dismissed = await readDismissed(ctx, access);
  return causes.map((ofKind) => ofKind.filter((cause) => !dismissed.has(cause)));
}

const idOf = ({ kennelId }: Access, { cause, occurrence }: Dismissable): string =>
  `${kennelId}.${cause}.${occurrence}`;

export const kennelOfAlert = (alertId: string): string => alertId.split(".")[0] ?? "";

/** Causes without a date come after causes with a date. */
const waitingSince = ({ since }: Alert): string => since ?? "9999-99-99";

/** The most serious alerts come first, and then the longest overdue. Throws VALIDATION_FAILED. */
export async function listAlerts(ctx: QueryCtx, access: Access, today: string): Promise<Alert[]> {
  const causes = await readCauses(ctx, access, today);
  const shown = causes.flatMap((ofKind) => ofKind.slice(0, MAX_ALERTS_PER_KIND));
  const alerts = await Promise.all(
    shown.map(async (cause) => ({ id: idOf(access, cause), ...(await cause.describe()) })),
  );
  const rank = ({ severity }: Alert) => ALERT_SEVERITIES.indexOf(severity);
  return alerts.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(waitingSince(a) > waitingSince(b)) - Number(waitingSince(a) < waitingSince(b)),
  );
}

/** Throws NOT_FOUND if there is no such alert. */
export async function dismissAlert(
  ctx: MutationCtx,
  access: Access,
  { alertId, today }: { alertId: string; today: string },
): Promise<null> {
  const causes = await readCauses(ctx, access, today);
  const cause = causes.flat().find((each) => idOf(access, each) === alertId) ?? fail("NOT_FOUND");
  await keepDismissed(ctx, access, [cause]);
  return null;
}

/** Returns how many alerts there were. */
export async function dismissAllAlerts(ctx: MutationCtx, access: Access, today: string): Promise<number> {
  const causes = (await readCauses(ctx, access, today)).flat();
  await keepDismissed(ctx, access, causes);
  return causes.length;
}

/** Returns how many alerts are back. */
export const undismissAlerts = async (ctx: MutationCtx, access: Access, alertId: string): Promise<number> =>
  await takeBackDismissals(ctx, access, (alert) => idOf(access, alert) === alertId);
