/** Adds changes of dogs and their health records to the activity list. */
import { differencesOf } from "../../../domain/history/differences";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordActivity, recordChange } from "../../platform/model/changes/activities";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The entry contains the new status, or another change. If nothing changed, adds nothing. */
export async function logDogChange(ctx: MutationCtx, before: Doc<"dogs">, saved: Doc<"dogs">): Promise<void> {
  const about = {
    type: "dog_changed" as const,
    dogId: saved._id,
    record: { table: "dogs" as const, id: saved._id },
  };
  if (saved.status !== before.status) {
    await recordActivity(ctx, saved.kennelId, {
      ...about,
      title: "Dog status changed",
      description: `${saved.name}: ${capital(before.status)} → ${capital(saved.status)}`,
    });
  }
  if (differencesOf("dogs", before, saved).some(({ name }) => name !== "status")) {
    await recordChange(ctx, saved.kennelId, {
      ...about,
      title: saved.isExternal ? "Ancestor changed" : "Dog changed",
      description: saved.name,
    });
  }
}

export async function logAncestor(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  await recordActivity(ctx, dog.kennelId, {
    type: "dog_changed",
    title: "Ancestor added",
    description: `${dog.name} (${dog.breed})`,
    dogId: dog._id,
    record: { table: "dogs", id: dog._id },
  });
}

export async function logDogDeletion(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  await recordActivity(ctx, dog.kennelId, {
    type: "dog_changed",
    title: dog.isExternal ? "Ancestor deleted" : "Dog deleted",
    description: `${dog.name} (${dog.breed})`,
  });
}

/** Changes within a short time become one entry. */
export async function logPhotosActivity(
  ctx: MutationCtx,
  { _id, kennelId, name }: Doc<"dogs">,
  title: "Photos added" | "Photos changed" | "Photos deleted",
): Promise<void> {
  const about = { dogId: _id, record: { table: "dogs" as const, id: _id } };
  await recordChange(ctx, kennelId, { type: "dog_changed", title, description: name, ...about });
}
