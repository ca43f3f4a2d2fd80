/** The registered functions of a person's widgets: their arrangement, and the kennel's data in them. */
import { v } from "convex/values";
import { kennelQuery, signedInQuery, userMutation } from "../platform/functions";
import {
  addWidget,
  changeWidget,
  listWidgets,
  newWidgetArgs,
  removeWidget,
  requireWidget,
  widgetChangeArgs,
  widgetShape,
} from "./model/dashboardPreferences";
import { readWidgetData, widgetDataShape } from "./model/dashboardWidgetData";

const dataOrNull = v.union(widgetDataShape, v.null());

export const list = signedInQuery({
  args: {},
  returns: v.array(widgetShape),
  handler: async (ctx) => await listWidgets(ctx, ctx.user),
});

export const board = kennelQuery({
  permission: "member",
  args: { today: v.string() },
  returns: v.array(widgetShape.extend({ data: dataOrNull })),
  handler: async (ctx, { today }) => {
    const widgets = await listWidgets(ctx, ctx.access.user);
    return await Promise.all(
      widgets.map(async (widget) => ({
        ...widget,
        data: await readWidgetData(ctx, ctx.access, widget, today),
      })),
    );
  },
});

/** Throws NOT_FOUND. */
export const data = kennelQuery({
  permission: "kennel",
  args: { widgetId: v.string(), today: v.string() },
  returns: dataOrNull,
  handler: async (ctx, { widgetId, today }) =>
    await readWidgetData(ctx, ctx.access, await requireWidget(ctx, ctx.access.user, widgetId), today),
});

/** The widget is added at the end unless a position is given. */
export const add = userMutation({
  args: newWidgetArgs,
  returns: widgetShape,
  handler: async (ctx, args) => await addWidget(ctx, ctx.user, args),
});

/** Omitted fields stay unchanged. */
export const update = userMutation({
  args: { widgetId: v.string(), ...widgetChangeArgs },
  returns: widgetShape,
  handler: async (ctx, args) => await changeWidget(ctx, ctx.user, args),
});

export const remove = userMutation({
  args: { widgetId: v.string() },
  returns: v.null(),
  handler: async (ctx, { widgetId }) => await removeWidget(ctx, ctx.user, widgetId),
});
