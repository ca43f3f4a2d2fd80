/**
 * Series of recurring reminders. One occurrence is pending at a time. When it is completed or skipped, the rule
 * determines the date of the next occurrence. Sources: decisions GAP-REM-08 and GAP-REM-09.
 */
import { REPEATED_FIELDS } from "../../../domain/reminders/record";
import { nextOccurrence, type Recurrence } from "../../../domain/reminders/recurrence";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { answerOf, storedFields } from "../../platform/tables/recordValidators";
import { removeRow } from "../../platform/model/changes/removing";
import { insertRow, patchRow } from "./reminderRows";

type Row = Doc<"reminders">;
type Series = Doc<"reminderSeries">;

/** An occurrence copies these fields from its series. */
const sharedFields = (row: Series | Row) => ({
  ...storedFields(REPEATED_FIELDS, answerOf(REPEATED_FIELDS, row)),
  notifications: row.notifications,
});

export const seriesOf = async (ctx: QueryCtx, { seriesId }: Row): Promise<Series | null> =>
  seriesId === undefined ? null : await ctx.db.get("reminderSeries", seriesId);

const ruleOf = ({ frequency, interval, endDate }: Series): Recurrence => ({
  frequency,
  interval,
  endDate: endDate ?? null,
});

export async function startSeries(
  ctx: MutationCtx,
  row: Row,
  { frequency, interval, endDate }: Recurrence,
): Promise<Row> {
  const seriesId = await ctx.db.insert("reminderSeries", {
    kennelId: row.kennelId,
    frequency,
    interval,
    endDate: endDate ?? undefined,
    startsOn: row.dueDate,
    isEnded: false,
    ...sharedFields(row),
  });
  return await patchRow(ctx, row, { seriesId, occursOn: row.dueDate });
}

/** The edited occurrence determines the values. A changed recurrence applies from its date on. */
export async function changeSeries(
  ctx: MutationCtx,
  series: Series,
  row: Row,
  recurring: Recurrence | undefined,
): Promise<Row> {
  const rule = recurring ?? ruleOf(series);
  const isMoved = row.dueDate !== row.occursOn;
  const isOther =
    rule.frequency !== series.frequency || rule.interval !== series.interval || series.isEnded || isMoved;
  await ctx.db.patch("reminderSeries", series._id, {
    ...sharedFields(row),
    frequency: rule.frequency,
    interval: rule.interval,
    endDate: rule.endDate ?? undefined,
    isEnded: false,
    ...(isOther && { startsOn: row.dueDate }),
  });
  return isOther ? await patchRow(ctx, row, { occursOn: row.dueDate }) : row;
}

/** No further occurrence is created. */
export const endSeries = async (ctx: MutationCtx, series: Series): Promise<void> => {
  await ctx.db.patch("reminderSeries", series._id, { isEnded: true });
};

const occurrences = (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  seriesId: Id<"reminderSeries">,
  state: Row["state"],
) =>
  ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_series_and_state_and_due", (q) =>
      q.eq("kennelId", kennelId).eq("seriesId", seriesId).eq("state", state),
    );

/** A series has one pending occurrence, and occurrences whose completion was undone. */
const MAX_WAITING = 200;

/** The earliest due occurrence is first. */
export const occurrencesOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Series,
  state: Row["state"],
  most = MAX_WAITING,
): Promise<Row[]> => await occurrences(ctx, kennelId, _id, state).take(most);

/** Returns null if there is no further occurrence. */
export function dayAfter(series: Series, { dueDate, occursOn = dueDate }: Row): string | null {
  if (series.isEnded) return null;
  return nextOccurrence(ruleOf(series), series.startsOn, occursOn > dueDate ? occursOn : dueDate);
}

/** `row` must no longer be pending. If another occurrence is pending or the series has ended, nothing changes. */
export async function makeNext(ctx: MutationCtx, series: Series, row: Row): Promise<void> {
  const day = dayAfter(series, row);
  if (day === null || (await occurrences(ctx, row.kennelId, series._id, "pending").first())) return;
  const next = await insertRow(ctx, {
    kennelId: row.kennelId,
    ...sharedFields(series),
    dueDate: day,
    seriesId: series._id,
    occursOn: day,
  });
  await ctx.db.patch("reminders", row._id, { next: { id: next._id, updatedAt: next.updatedAt } });
}

/** The reminder is pending again. Its next occurrence is removed, unless somebody has changed that occurrence. */
export async function takeBackNext(ctx: MutationCtx, { _id, next }: Row): Promise<void> {
  if (!next) return;
  const made = await ctx.db.get("reminders", next.id);
  if (made?.state === "pending" && made.updatedAt === next.updatedAt) await removeRow(ctx, "reminders", made);
  await ctx.db.patch("reminders", _id, { next: undefined });
}
