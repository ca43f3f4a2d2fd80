/** The REST calls of a person's widgets and dashboard preferences. Source: decision GAP-DASH-01. */
import {
  DASHBOARD_CARDS,
  WIDGET_DESCRIPTIONS,
  WIDGET_KINDS,
  WIDGET_LABELS,
} from "../../../domain/constants/dashboard";
import {
  dashboardPreferencesSchema,
  newWidgetSchema,
  widgetChangesSchema,
} from "../../../domain/schemas/dashboard";
import { api } from "../../_generated/api";
import type { Widget } from "../model/dashboardPreferences";
import type { WidgetData } from "../model/dashboardWidgetData";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { CENTS_PER_DOLLAR } from "../../platform/rest/money";
import { kennelOrDefault, kennelReference, todayForReading, todayQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Dashboard"];
const params = z.object({ id: idParam("id", "The widget's id") });
const count = z.number().int();

const kindsText = WIDGET_KINDS.map((kind) => `${kind}: ${WIDGET_DESCRIPTIONS[kind]}`).join("; ");

export const widgetAnswer = z
  .object({
    id: z.string(),
    kind: z.enum(WIDGET_KINDS).openapi({ description: kindsText }),
    title: z.string(),
    position: count.openapi({ description: "From 0" }),
    settings: z.object({ years: count.optional(), months: count.optional() }),
  })
  .openapi("DashboardWidget");

const toWidget = ({ title, ...widget }: Widget) => ({
  ...widget,
  title: title ?? WIDGET_LABELS[widget.kind],
});

export const widgetDataAnswer = z
  .object({
    kind: z.enum(WIDGET_KINDS).nullable(),
    series: z
      .array(z.record(z.string(), z.union([z.string(), z.number()])))
      .openapi({ description: "A row for each year, month or day of life; money in US dollars" }),
    overdue: count.optional(),
    litterId: z.string().nullable().optional(),
  })
  .openapi("DashboardWidgetData");

/** Lays any widget's figures out as rows. */
function toWidgetData(data: WidgetData | null) {
  switch (data?.kind) {
    case undefined:
      return { kind: null, series: [] };
    case "breedings_per_year":
    case "puppies_per_year":
      return { kind: data.kind, series: data.years };
    case "costs_and_income":
      return {
        kind: data.kind,
        series: data.years.map(({ year, incomeCents, costCents }) => ({
          year,
          income: incomeCents / CENTS_PER_DOLLAR,
          costs: costCents / CENTS_PER_DOLLAR,
        })),
      };
    case "vaccinations_due":
      return { kind: data.kind, series: data.months, overdue: data.overdue };
    case "newest_litter_weight":
      return { kind: data.kind, series: data.points, litterId: data.litter?._id ?? null };
    default:
      return data satisfies never;
  }
}

export const preferencesAnswer = z
  .object({
    hiddenCards: z.array(z.enum(DASHBOARD_CARDS)),
    cardOrder: z
      .array(z.enum(DASHBOARD_CARDS))
      .openapi({ description: "Cards that were moved, in their order" }),
    defaultKennelId: z.string().nullable().openapi({ description: "The kennel that is opened first" }),
  })
  .openapi("DashboardPreferences");

export const listDashboardWidgets = contract({
  operationId: "listDashboardWidgets",
  method: "get",
  path: "/dashboard/widgets",
  tags,
  summary: "List the caller's widgets in their order",
  "x-permission": "signed in",
  responses: { 200: answer(wrapped(z.array(widgetAnswer)), "The widgets"), ...REFUSALS },
});

export const createDashboardWidget = contract({
  operationId: "createDashboardWidget",
  method: "post",
  path: "/dashboard/widgets",
  tags,
  summary: "Add a widget, at the end unless a position is given",
  "x-permission": "signed in",
  request: {
    body: jsonBody(z.object(newWidgetSchema.shape), {
      kind: "breedings_per_year",
      title: "Ten years of breeding",
      settings: { years: 10 },
    }),
  },
  responses: {
    201: answer(wrapped(widgetAnswer), "The stored widget"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const updateDashboardWidget = contract({
  operationId: "updateDashboardWidget",
  method: "put",
  path: "/dashboard/widgets/{id}",
  tags,
  summary: "Change or move a widget; absent fields stay",
  "x-permission": "signed in",
  request: { params, body: jsonBody(z.object(widgetChangesSchema.shape), { position: 0 }) },
  responses: { 200: answer(wrapped(widgetAnswer), "The stored widget"), ...REFUSALS },
});

export const deleteDashboardWidget = contract({
  operationId: "deleteDashboardWidget",
  method: "delete",
  path: "/dashboard/widgets/{id}",
  tags,
  summary: "Remove a widget",
  "x-permission": "signed in",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The widget is gone"), ...REFUSALS },
});

export const getDashboardWidgetData = contract({
  operationId: "getDashboardWidgetData",
  method: "get",
  path: "/dashboard/widgets/{id}/data",
  tags,
  summary: "Get what a widget shows of a kennel; nothing of an area the caller may not read",
  "x-permission": "member",
  request: { params, query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(widgetDataAnswer), "The figures"), ...REFUSALS },
});

export const getDashboardPreferences = contract({
  operationId: "getDashboardPreferences",
  method: "get",
  path: "/dashboard/preferences",
  tags,
  summary: "Get how the caller has arranged the dashboard",
  "x-permission": "signed in",
  responses: { 200: answer(wrapped(preferencesAnswer), "The preferences"), ...REFUSALS },
});

export const updateDashboardPreferences = contract({
  operationId: "updateDashboardPreferences",
  method: "put",
  path: "/dashboard/preferences",
  tags,
  summary:
    "Change what is hidden and in which order, and the kennel that is opened first; absent fields stay",
  "x-permission": "signed in",
  request: {
    body: jsonBody(z.object(dashboardPreferencesSchema.shape), {
      hiddenCards: ["active_breedings"],
      cardOrder: ["pending_reminders", "total_dogs"],
    }),
  },
  responses: { 200: answer(wrapped(preferencesAnswer), "The stored preferences"), ...REFUSALS },
});

export const resetDashboardPreferences = contract({
  operationId: "resetDashboardPreferences",
  method: "post",
  path: "/dashboard/preferences/reset",
  tags,
  summary: "Bring the dashboard back to how it comes, the widgets included",
  "x-permission": "signed in",
  responses: { 201: answer(wrapped(preferencesAnswer), "The preferences as they come"), ...REFUSALS },
});

export const dashboardWidgetEndpoints: Endpoint[] = [
  endpoint(listDashboardWidgets, async (c) => {
    const widgets = await c.env.runQuery(api.dashboard.dashboardWidgets.list, {});
    return c.json({ data: widgets.map(toWidget) }, 200);
  }),
  endpoint(createDashboardWidget, async (c) => {
    const widget = await c.env.runMutation(api.dashboard.dashboardWidgets.add, c.req.valid("json"));
    return c.json({ data: toWidget(widget) }, 201);
  }),
  endpoint(updateDashboardWidget, async (c) => {
    const widget = await c.env.runMutation(api.dashboard.dashboardWidgets.update, {
      ...c.req.valid("json"),
      widgetId: c.req.valid("param").id,
    });
    return c.json({ data: toWidget(widget) }, 200);
  }),
  endpoint(deleteDashboardWidget, async (c) => {
    await c.env.runMutation(api.dashboard.dashboardWidgets.remove, { widgetId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(getDashboardWidgetData, async (c) => {
    const { kennelId, today } = c.req.valid("query");
    const data = await c.env.runQuery(api.dashboard.dashboardWidgets.data, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      widgetId: c.req.valid("param").id,
      today: todayForReading(today),
    });
    return c.json({ data: toWidgetData(data) }, 200);
  }),
  endpoint(getDashboardPreferences, async (c) =>
    c.json({ data: await c.env.runQuery(api.dashboard.dashboardPreferences.get, {}) }, 200),
  ),
  endpoint(updateDashboardPreferences, async (c) => {
    const changes = c.req.valid("json");
    return c.json({ data: await c.env.runMutation(api.dashboard.dashboardPreferences.update, changes) }, 200);
  }),
  endpoint(resetDashboardPreferences, async (c) =>
    c.json({ data: await c.env.runMutation(api.dashboard.dashboardPreferences.reset, {}) }, 201),
  ),
];
