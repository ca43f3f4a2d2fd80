/** The REST calls of the dashboard's alerts. Sources: rule DASH-23, decisions GAP-DASH-01, 10 and 12. */
import { ALERT_KINDS, ALERT_SEVERITIES } from "../../../domain/constants/dashboard";
import { api } from "../../_generated/api";
import { kennelOfAlert, type Alert } from "../model/dashboardAlerts";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  REFUSALS,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
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
      .openapi({ description: "The day since which it stands, YYYY-MM-DD", example: "2025-06-15" }),
    dismissedAt: z.null().openapi({ description: "Alerts that are put away are not listed" }),
  })
  .openapi("DashboardAlert");

const toAnswer = ({ since, ...alert }: Alert) => ({ ...alert, createdAt: since, dismissedAt: null });

export const listDashboardAlerts = contract({
  operationId: "listDashboardAlerts",
  method: "get",
  path: "/dashboard/alerts",
  tags,
  summary: "List what stands against the kennel and the caller has not put away, the worst first",
  "x-permission": "member",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(z.array(alertAnswer)), "The alerts"), ...REFUSALS },
});

export const dismissDashboardAlert = contract({
  operationId: "dismissDashboardAlert",
  method: "patch",
  path: "/dashboard/alerts/{id}/dismiss",
  tags,
  summary: "Put an alert away for the caller until its cause goes and comes again",
  "x-permission": "member",
  request: {
    params: z.object({ id: idParam("id", "The alert's id") }),
    query: z.object({ today: todayQuery }),
  },
  responses: { 200: answer(deletedAnswer, "The alert is put away"), ...REFUSALS },
});

export const dismissAllDashboardAlerts = contract({
  operationId: "dismissAllDashboardAlerts",
  method: "post",
  path: "/dashboard/alerts/dismiss-all",
  tags,
  summary: "Put all alerts away for the caller",
  "x-permission": "member",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: {
    201: answer(
      z.object({ success: z.literal(true), dismissed: z.number().int() }),
      "How many alerts are put away",
    ),
    ...REFUSALS,
  },
});

export const dashboardAlertEndpoints: Endpoint[] = [
  endpoint(listDashboardAlerts, async (c) => {
    const { kennelId, today } = c.req.valid("query");
    const alerts = await c.env.runQuery(api.dashboard.dashboardAlerts.list, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.json({ data: alerts.map(toAnswer) }, 200);
  }),
  endpoint(dismissDashboardAlert, async (c) => {
    const alertId = c.req.valid("param").id;
    await c.env.runMutation(api.dashboard.dashboardAlerts.dismiss, {
      kennelId: kennelOfAlert(alertId),
      alertId,
      today: todayForReading(c.req.valid("query").today),
    });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(dismissAllDashboardAlerts, async (c) => {
    const { kennelId, today } = c.req.valid("query");
    const dismissed = await c.env.runMutation(api.dashboard.dashboardAlerts.dismissAll, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.json({ success: true as const, dismissed }, 201);
  }),
];
