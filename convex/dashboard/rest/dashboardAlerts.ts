/** The REST calls of the dashboard's alerts. Sources: rule DASH-23, decisions GAP-DASH-01, 10 and 12. */
import { ALERT_KINDS, ALERT_SEVERITIES } from "../../../domain/dashboard/rules";
import { api } from "../../_generated/api";
import { kennelOfAlert, type Alert } from "../model/dashboardAlerts";
import {
  answer,
  get,
  gone,
  idParam,
  listOf,
  patch,
  plain,
  post,
  type Endpoint,
} from "../../platform/rest/calls";
import { kennelDayQuery, readingDayQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Dashboard"];

const alertAnswer = z
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

const alert = answer(alertAnswer, ({ since, dose: _dose, ...rest }: Alert) => ({
  ...rest,
  createdAt: since,
  dismissedAt: null,
}));

export const dashboardAlertEndpoints: Endpoint[] = [
  get("/dashboard/alerts", {
    operationId: "listDashboardAlerts",
    tags,
    permission: "member",
    summary: "List the kennel's alerts that the caller has not dismissed, the most serious first",
    query: kennelDayQuery,
    returns: listOf(alert, "The alerts"),
    run: async ({ env, query }) => await env.runQuery(api.dashboard.dashboardAlerts.list, query),
  }),
  patch("/dashboard/alerts/{id}/dismiss", {
    operationId: "dismissDashboardAlert",
    tags,
    permission: "member",
    summary: "Dismiss an alert for the caller until its cause goes away and comes back",
    params: z.object({ id: idParam("id", "The alert's id") }),
    query: readingDayQuery,
    returns: gone("The alert was dismissed"),
    run: async ({ env, params, query }) => {
      const alertId = params.id;
      await env.runMutation(api.dashboard.dashboardAlerts.dismiss, {
        kennelId: kennelOfAlert(alertId),
        alertId,
        ...query,
      });
    },
  }),
  post("/dashboard/alerts/dismiss-all", {
    operationId: "dismissAllDashboardAlerts",
    tags,
    permission: "member",
    summary: "Dismiss all alerts for the caller",
    query: kennelDayQuery,
    returns: plain(
      z.object({ success: z.literal(true), dismissed: z.number().int() }),
      "How many alerts were dismissed",
    ),
    run: async ({ env, query }) => ({
      success: true as const,
      dismissed: await env.runMutation(api.dashboard.dashboardAlerts.dismissAll, query),
    }),
  }),
];
