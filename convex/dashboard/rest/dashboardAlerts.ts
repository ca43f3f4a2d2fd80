/** The REST calls of the dashboard's alerts. Sources: rule DASH-23, decisions GAP-DASH-01, 10 and 12. */
import { ALERT_KINDS, ALERT_SEVERITIES } from "../../../domain/constants/dashboard";
import { api } from "../../_generated/api";
import { kennelOfAlert, type Alert } from "../model/dashboardAlerts";
import { plain, one, gone, idParam, get, post, patch, type Endpoint } from "../../platform/rest/calls";
import { kennelOrDefault, kennelReference, todayForReading, todayQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Dashboard"];

export const alertAnswer = z
  .object({
    id: z.string(),
    kind: z.enum(ALERT_KINDS),
    severity: z.enum(ALERT_SEVERITIES),
    title: z.string(),
    message: z.string(),
    link: z.string().openapi({ description: "Where it leads in the web app" }),
    createdAt: z
      .string()
      .nullable()
      .openapi({ description: "The day since which it has applied, YYYY-MM-DD", example: "2025-06-15" }),
    dismissedAt: z.null().openapi({ description: "Dismissed alerts are not listed" }),
  })
  .openapi("DashboardAlert");

const toAnswer = ({ since, ...alert }: Alert) => ({ ...alert, createdAt: since, dismissedAt: null });

export const dashboardAlertEndpoints: Endpoint[] = [
  get("/dashboard/alerts", {
    operationId: "listDashboardAlerts",
    tags,
    permission: "member",
    summary: "List the kennel's alerts that the caller has not dismissed, the most serious first",
    query: z.object({ kennelId: kennelReference, today: todayQuery }),
    returns: one(z.array(alertAnswer), "The alerts"),
    run: async ({ env, query: { kennelId, today } }) => {
      const alerts = await env.runQuery(api.dashboard.dashboardAlerts.list, {
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
      });
      return alerts.map(toAnswer);
    },
  }),
  patch("/dashboard/alerts/{id}/dismiss", {
    operationId: "dismissDashboardAlert",
    tags,
    permission: "member",
    summary: "Dismiss an alert for the caller until its cause goes away and comes back",
    params: z.object({ id: idParam("id", "The alert's id") }),
    query: z.object({ today: todayQuery }),
    returns: gone("The alert was dismissed"),
    run: async ({ env, params, query }) => {
      const alertId = params.id;
      await env.runMutation(api.dashboard.dashboardAlerts.dismiss, {
        kennelId: kennelOfAlert(alertId),
        alertId,
        today: todayForReading(query.today),
      });
    },
  }),
  post("/dashboard/alerts/dismiss-all", {
    operationId: "dismissAllDashboardAlerts",
    tags,
    permission: "member",
    summary: "Dismiss all alerts for the caller",
    query: z.object({ kennelId: kennelReference, today: todayQuery }),
    returns: plain(
      z.object({ success: z.literal(true), dismissed: z.number().int() }),
      "How many alerts were dismissed",
    ),
    run: async ({ env, query: { kennelId, today } }) => {
      const dismissed = await env.runMutation(api.dashboard.dashboardAlerts.dismissAll, {
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
      });
      return { success: true as const, dismissed };
    },
  }),
];
