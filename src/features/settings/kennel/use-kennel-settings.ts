/** The kennel's settings as they are stored now, and who changed them. */
import type { FunctionReturnType } from "convex/server";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

export type KennelSettings = FunctionReturnType<typeof api.kennels.kennelSettings.get>;

const NO_EDITS: readonly Edit[] = [];

/** Returns who changed the settings since a version, the newest first. */
export function useKennelSettingsEdits(since: number): readonly Edit[] {
  const { kennelId } = useKennel();
  return useLiveQuery(api.kennels.kennelSettings.editsSince, { kennelId, since }).data ?? NO_EDITS;
}
