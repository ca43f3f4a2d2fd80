/**
 * A person's dashboard preferences: the hidden parts, the order, and the widgets. The first change stores a row
 * with the default widgets and their ids. A reset deletes the row. Source: decision GAP-DASH-01.
 */
import { v, type Infer } from "convex/values";
import { DEFAULT_WIDGETS, MAX_WIDGETS } from "../../../domain/dashboard/rules";
import { checkLimit, fail } from "../../../domain/errors";
import {
  dashboardPreferencesSchema,
  newWidgetSchema,
  widgetChangesSchema,
} from "../../../domain/dashboard/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  dashboardCardValidator,
  widgetKindValidator,
  widgetSettingsValidator,
} from "../tables/dashboardPreferences";
import { getMembership } from "../../platform/model/people/identity";

export const widgetShape = v.object({
  id: v.string(),
  kind: widgetKindValidator,
  /** Null if the widget has the name of its kind. */
  title: v.union(v.string(), v.null()),
  /** Counted from 0. */
  position: v.number(),
  settings: widgetSettingsValidator,
});
export type Widget = Infer<typeof widgetShape>;

export const preferencesShape = v.object({
  hiddenCards: v.array(dashboardCardValidator),
  cardOrder: v.array(dashboardCardValidator),
  defaultKennelId: v.union(v.id("kennels"), v.null()),
});
type Preferences = Infer<typeof preferencesShape>;

/** An omitted preference stays unchanged; null clears a preference. */
export const preferenceArgs = {
  hiddenCards: v.optional(v.array(v.string())),
  cardOrder: v.optional(v.array(v.string())),
  defaultKennelId: v.optional(v.union(v.string(), v.null())),
};

export const newWidgetArgs = {
  kind: v.string(),
  title: v.optional(v.union(v.string(), v.null())),
  position: v.optional(v.number()),
  settings: v.optional(widgetSettingsValidator),
};

export const arrangementArgs = { ...preferenceArgs, widgets: v.array(v.object(newWidgetArgs)) };

const { kind: _kind, ...changeArgs } = newWidgetArgs;
export const widgetChangeArgs = changeArgs;

type Stored = Omit<Doc<"dashboardPreferences">, "_id" | "_creationTime" | "userId">;

const untouched = (): Stored => ({
  hiddenCards: [],
  cardOrder: [],
  widgets: DEFAULT_WIDGETS.map((kind) => ({ id: kind, kind, settings: {} })),
});

const findRow = async (ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"dashboardPreferences"> | null> =>
  await ctx.db
    .query("dashboardPreferences")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();

async function read(ctx: QueryCtx, user: Doc<"users"> | null): Promise<Stored> {
  return (user && (await findRow(ctx, user._id))) ?? untouched();
}

const toWidgets = ({ widgets }: Stored): Widget[] =>
  widgets.map(({ id, kind, title = null, settings }, position) => ({ id, kind, title, position, settings }));

const toPreferences = ({ hiddenCards, cardOrder, defaultKennelId }: Stored): Preferences => ({
  hiddenCards,
  cardOrder,
  defaultKennelId: defaultKennelId ?? null,
});

export const getPreferences = async (ctx: QueryCtx, user: Doc<"users"> | null): Promise<Preferences> =>
  toPreferences(await read(ctx, user));

export const listWidgets = async (ctx: QueryCtx, user: Doc<"users"> | null): Promise<Widget[]> =>
  toWidgets(await read(ctx, user));

/** Throws NOT_FOUND. */
export async function requireWidget(ctx: QueryCtx, user: Doc<"users">, widgetId: string): Promise<Widget> {
  const widgets = await listWidgets(ctx, user);
  return widgets.find(({ id }) => id === widgetId) ?? fail("NOT_FOUND");
}

async function store(ctx: MutationCtx, user: Doc<"users">, changes: Partial<Stored>): Promise<Stored> {
  const row = await findRow(ctx, user._id);
  if (row) await ctx.db.patch("dashboardPreferences", row._id, changes);
  else await ctx.db.insert("dashboardPreferences", { userId: user._id, ...untouched(), ...changes });
  return await read(ctx, user);
}

/** The person must be a member of the kennel; throws VALIDATION_FAILED. */
async function requireOwnKennel(ctx: QueryCtx, user: Doc<"users">, kennelId: string): Promise<Id<"kennels">> {
  const id = ctx.db.normalizeId("kennels", kennelId);
  if (id && (await getMembership(ctx, id, user._id))) return id;
  return fail("VALIDATION_FAILED", { fields: { defaultKennelId: "This kennel was not found" } });
}

export async function changePreferences(
  ctx: MutationCtx,
  user: Doc<"users">,
  fields: object,
): Promise<Preferences> {
  const { hiddenCards, cardOrder, defaultKennelId } = parseOrFail(dashboardPreferencesSchema, fields);
  const changes: Partial<Stored> = {
    ...(hiddenCards && { hiddenCards }),
    ...(cardOrder && { cardOrder }),
    ...(defaultKennelId !== undefined && {
      defaultKennelId: defaultKennelId ? await requireOwnKennel(ctx, user, defaultKennelId) : undefined,
    }),
  };
  return toPreferences(await store(ctx, user, changes));
}

/** The widgets are included. */
export async function resetPreferences(ctx: MutationCtx, user: Doc<"users">): Promise<Preferences> {
  const row = await findRow(ctx, user._id);
  if (row) await ctx.db.delete("dashboardPreferences", row._id);
  return toPreferences(untouched());
}

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function restoreArrangement(
  ctx: MutationCtx,
  user: Doc<"users">,
  { widgets, ...preferences }: { widgets: readonly object[] },
): Promise<Preferences> {
  if (widgets.length > MAX_WIDGETS) fail("LIMIT_REACHED", { count: MAX_WIDGETS });
  const stored = widgets.map((each) => {
    const { kind, title = null, settings = {} } = parseOrFail(newWidgetSchema, each);
    return toStored({ id: crypto.randomUUID(), kind, title, settings });
  });
  await store(ctx, user, { widgets: stored });
  return await changePreferences(ctx, user, preferences);
}

type StoredWidget = Stored["widgets"][number];

function insertAt(widgets: readonly StoredWidget[], widget: StoredWidget, position: number): StoredWidget[] {
  return [...widgets.slice(0, position), widget, ...widgets.slice(position)];
}

const toStored = ({ id, kind, title, settings }: Omit<Widget, "position">): StoredWidget => ({
  id,
  kind,
  settings,
  ...(title !== null && { title }),
});

const widgetIn = (stored: Stored, widgetId: string): Widget =>
  toWidgets(stored).find(({ id }) => id === widgetId) ?? fail("NOT_FOUND");

/** The widget is added at the end unless a position is given. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function addWidget(ctx: MutationCtx, user: Doc<"users">, fields: object): Promise<Widget> {
  const { kind, title = null, position, settings = {} } = parseOrFail(newWidgetSchema, fields);
  const { widgets } = await read(ctx, user);
  checkLimit(widgets.length, MAX_WIDGETS);
  const widget = toStored({ id: crypto.randomUUID(), kind, title, settings });
  const saved = await store(ctx, user, { widgets: insertAt(widgets, widget, position ?? widgets.length) });
  return widgetIn(saved, widget.id);
}

/** Throws NOT_FOUND or VALIDATION_FAILED. */
export async function changeWidget(
  ctx: MutationCtx,
  user: Doc<"users">,
  { widgetId, ...fields }: { widgetId: string },
): Promise<Widget> {
  const before = await requireWidget(ctx, user, widgetId);
  const { title, position = before.position, settings } = parseOrFail(widgetChangesSchema, fields);
  const widget = toStored({
    ...before,
    title: title === undefined ? before.title : title,
    settings: { ...before.settings, ...settings },
  });
  const others = (await read(ctx, user)).widgets.filter(({ id }) => id !== widgetId);
  return widgetIn(await store(ctx, user, { widgets: insertAt(others, widget, position) }), widgetId);
}

/** Throws NOT_FOUND. */
export async function removeWidget(ctx: MutationCtx, user: Doc<"users">, widgetId: string): Promise<null> {
  await requireWidget(ctx, user, widgetId);
  const { widgets } = await read(ctx, user);
  await store(ctx, user, { widgets: widgets.filter(({ id }) => id !== widgetId) });
  return null;
}
