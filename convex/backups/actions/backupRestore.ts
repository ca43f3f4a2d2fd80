"use node";
/**
 * Runs a restore from the check to the final count. If a restore is interrupted, the same action is run again and
 * skips the finished steps. Source: decisions GAP-BAK-04 and 05.
 */
import { v } from "convex/values";
import { isCounted } from "../../../domain/billing/dog-limit";
import { BackupProblem } from "../../../domain/backups/records";
import type { DogStatus } from "../../../domain/dogs/rules";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { internalAction } from "../../platform/functions";
import type { Try } from "../model/restores";
import { makeBackup } from "./backupMaker";
import { examineRecords, readBackup, type BackupSource } from "./backupSource";
import { chunks } from "./restoreMapping";
import { RestoreWriter, Superseded } from "./restoreWriter";

/** After this time another action continues the work, because the platform ends an action after ten minutes. */
const MAX_RUN_MS = 420_000;

/** The shortest time between two heartbeats while the action writes nothing. */
const BEAT_EVERY_MS = 20_000;

const DOGS_AT_ONCE = 500;

/** Thrown between two steps when this action has no time left. */
class TimeOver extends Error {}

/** Returns null if there is room. */
async function findNoRoom(
  ctx: ActionCtx,
  { kennelId, mode }: Doc<"restores">,
  dogIds: readonly string[],
): Promise<string | null> {
  let known = 0;
  for (const some of mode === "exact" ? [] : chunks(dogIds, DOGS_AT_ONCE)) {
    const found: number = await ctx.runQuery(internal.backups.restores.countKnownDogs, {
      kennelId,
      dogIds: some,
      isAdding: mode === "add",
    });
    known += found;
  }
  return await ctx.runQuery(internal.backups.restores.findNoRoom, {
    kennelId,
    dogs: dogIds.length - known,
    isExact: mode === "exact",
  });
}

async function check(ctx: ActionCtx, restore: Doc<"restores">, source: BackupSource): Promise<void> {
  const dogIds: string[] = [];
  const { problems } = await examineRecords(source, source.files, (kind, { _id, isExternal, status }) => {
    // The check above has verified the shape of the record.
    if (kind === "dogs" && isExternal === false && isCounted(status as DogStatus)) dogIds.push(String(_id));
  });
  if (problems.length > 0) throw new BackupProblem(problems.join("\n"));
  const noRoom = await findNoRoom(ctx, restore, dogIds);
  if (noRoom !== null) throw new BackupProblem(noRoom);
}

/** Stores a backup of the present state. */
async function save(ctx: ActionCtx, work: Try): Promise<void> {
  const savedId: Id<"backups"> | null = await ctx.runMutation(internal.backups.restores.savedBackup, work);
  if (savedId === null) throw new Superseded();
  await makeBackup(ctx, savedId, async () => {
    if (!(await ctx.runMutation(internal.backups.restores.keepAlive, work))) throw new Superseded();
  });
  const saved: Doc<"backups"> | null = await ctx.runQuery(internal.backups.backups.read, {
    backupId: savedId,
  });
  if (saved?.state !== "ready") throw new Error("The current state could not be saved");
}

async function advance(
  ctx: ActionCtx,
  work: Try,
  next: { state: "writing" | "counting"; isMadeHere?: boolean },
): Promise<void> {
  if (!(await ctx.runMutation(internal.backups.restores.advance, { ...work, ...next })))
    throw new Superseded();
}

async function drive(ctx: ActionCtx, restore: Doc<"restores">): Promise<void> {
  const endsAt = Date.now() + MAX_RUN_MS;
  const onStep = () => {
    if (Date.now() > endsAt) throw new TimeOver();
  };
  const work: Try = { restoreId: restore._id, attempt: restore.attempt };
  let seenAt = Date.now();
  const beat = async () => {
    if (Date.now() - seenAt < BEAT_EVERY_MS) return;
    seenAt = Date.now();
    if (!(await ctx.runMutation(internal.backups.restores.keepAlive, work))) throw new Superseded();
  };
  let { state } = restore;
  if (state === "saving") {
    const source = await readBackup(ctx, restore.backupId);
    await check(ctx, restore, source);
    await save(ctx, work);
    await advance(ctx, work, { state: (state = "writing"), isMadeHere: source.isMadeHere });
  }
  if (state === "writing") {
    const source = await readBackup(ctx, restore.backupId);
    await new RestoreWriter(ctx, restore, source, { onStep, beat }).write();
    await advance(ctx, work, { state: (state = "counting") });
  }
  for (;;) {
    const isMore: boolean | null = await ctx.runMutation(internal.backups.restores.count, work);
    if (isMore === null) throw new Superseded();
    if (!isMore) break;
    onStep();
  }
  if (!(await ctx.runMutation(internal.backups.restores.finish, work))) throw new Superseded();
}

const NOT_RESTORED = "The backup could not be restored.";

export const run = internalAction({
  args: { restoreId: v.id("restores") },
  returns: v.null(),
  handler: async (ctx, { restoreId }): Promise<null> => {
    const restore: Doc<"restores"> | null = await ctx.runMutation(internal.backups.restores.claim, {
      restoreId,
    });
    if (!restore) return null;
    try {
      await drive(ctx, restore);
    } catch (error) {
      if (error instanceof Superseded) return null;
      if (error instanceof TimeOver) {
        return await ctx.runMutation(internal.backups.restores.handOn, {
          restoreId,
          attempt: restore.attempt,
        });
      }
      const isFinal = error instanceof BackupProblem;
      await ctx.runMutation(internal.backups.restores.trouble, {
        restoreId,
        attempt: restore.attempt,
        problem: isFinal ? error.message : NOT_RESTORED,
        isFinal,
      });
      if (!isFinal) throw error;
    }
    return null;
  },
});
