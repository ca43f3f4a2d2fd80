/** The REST calls of a person's widgets and dashboard preferences. Source: decision GAP-DASH-01. */
import {
  DASHBOARD_CARDS,
  WIDGET_DESCRIPTIONS,
  WIDGET_KINDS,
  WIDGET_LABELS,
} from "../../../domain/dashboard/rules";
import {
  dashboardPreferencesSchema,
  newWidgetSchema,
  widgetChangesSchema,
} from "../../../domain/dashboard/schemas";
import { api } from "../../_generated/api";
import type { Widget } from "../model/dashboardPreferences";
import type { WidgetData } from "../model/dashboardWidgetData";
import {
  answer,
  get,
  idParam,
  jsonBody,
  listOf,
  one,
  post,
  put,
  type Endpoint,
} from "../../platform/rest/calls";
import { count } from "../../platform/rest/entities";
import { CENTS_PER_DOLLAR } from "../../platform/rest/money";
import { kennelDayQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";

const tags = ["Dashboard"];

const kindsText = WIDGET_KINDS.map((kind) => `${kind}: ${WIDGET_DESCRIPTIONS[kind]}`).join("; ");

const widgetAnswer = z
  .object({
    id: z.string(),
    kind: z.enum(WIDGET_KINDS).openapi({ description: kindsText }),
    title: z.string(),
    position: count.openapi({ description: "From 0" }),
    settings: z.object({ years: count.optional(), months: count.optional() }),
  })
  .openapi("DashboardWidget");

const widget = answer(widgetAnswer, ({ title, ...rest }: Widget) => ({
  ...rest,
  title: title ?? WIDGET_LABELS[rest.kind],
}));

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
      .openapi({ description: "Cards in an order of the caller's own" }),
    defaultKennelId: z.string().nullable().openapi({ description: "The kennel that is opened first" }),
  })
  .openapi("DashboardPreferences");

const widgets = resource({
  path: "/dashboard/widgets",
  tags,
  rights: { read: "signed in", write: "signed in" },
  noun: "widget",
  operation: "DashboardWidget",
  id: "widgetId",
  answer: widget,
});

export const dashboardWidgetEndpoints: Endpoint[] = [
  get("/dashboard/widgets", {
    operationId: "listDashboardWidgets",
    tags,
    permission: "signed in",
    summary: "List the caller's widgets in their order",
    returns: listOf(widget, "The widgets"),
    run: async ({ env }) => await env.runQuery(api.dashboard.dashboardWidgets.list, {}),
  }),
  widgets.create({
    summary: "Add a widget, at the end unless a position is given",
    body: z.object(newWidgetSchema.shape),
    example: { kind: "breedings_per_year", title: "Ten years of breeding", settings: { years: 10 } },
    refusals: ["LIMIT_REACHED"],
    run: async (env, _, body) => await env.runMutation(api.dashboard.dashboardWidgets.add, body),
  }),
  widgets.step("put", "", {
    operationId: "updateDashboardWidget",
    summary: "Change or move a widget; omitted fields stay unchanged",
    body: z.object(widgetChangesSchema.shape),
    example: { position: 0 },
    run: async (env, args, body) =>
      await env.runMutation(api.dashboard.dashboardWidgets.update, { ...body, ...args }),
  }),
  widgets.remove({
    summary: "Remove a widget",
    run: async (env, args) => await env.runMutation(api.dashboard.dashboardWidgets.remove, args),
  }),
  get("/dashboard/widgets/{id}/data", {
    operationId: "getDashboardWidgetData",
    tags,
    permission: "member",
    summary: "Get what a widget shows of a kennel; nothing from areas the caller may not read",
    params: z.object({ id: idParam("id", "The widget's id") }),
    query: kennelDayQuery,
    returns: one(widgetDataAnswer, "The figures"),
    run: async ({ env, params, query }) => {
      const args = { widgetId: params.id, ...query };
      return toWidgetData(await env.runQuery(api.dashboard.dashboardWidgets.data, args));
    },
  }),
  get("/dashboard/preferences", {
    operationId: "getDashboardPreferences",
    tags,
    permission: "signed in",
    summary: "Get the caller's dashboard preferences",
    returns: one(preferencesAnswer, "The preferences"),
    run: async ({ env }) => await env.runQuery(api.dashboard.dashboardPreferences.get, {}),
  }),
  put("/dashboard/preferences", {
    operationId: "updateDashboardPreferences",
    tags,
    permission: "signed in",
    summary:
      "Change which cards are hidden, their order and the kennel that is opened first; omitted fields stay unchanged",
    body: jsonBody(z.object(dashboardPreferencesSchema.shape), {
      hiddenCards: ["active_breedings"],
      cardOrder: ["pending_reminders", "total_dogs"],
    }),
    returns: one(preferencesAnswer, "The stored preferences"),
    run: async ({ env, body: changes }) =>
      await env.runMutation(api.dashboard.dashboardPreferences.update, changes),
  }),
  post("/dashboard/preferences/reset", {
    operationId: "resetDashboardPreferences",
    tags,
    permission: "signed in",
    summary: "Reset the dashboard to its defaults, including the widgets",
    returns: one(preferencesAnswer, "The default preferences"),
    run: async ({ env }) => await env.runMutation(api.dashboard.dashboardPreferences.reset, {}),
  }),
];
