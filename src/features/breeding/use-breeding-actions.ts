/** What can be done with a breeding anywhere on the screen, and what of it is open at the moment. */
import { useState } from "react";
import { useDetailAddress, useDialogAddress } from "@/features/breeding/breeding-address";
import type { BreedingActions } from "@/features/breeding/breeding-menu";
import type { Breeding } from "@/features/breeding/types";
import { useStatusChange } from "@/features/breeding/use-status-change";
import { useStableCallback } from "@/hooks/use-stable-callback";

/** Returns the actions, the same ones from render to render, and the state of their dialogs. */
export function useBreedingActions(today: string) {
  const detail = useDetailAddress();
  const dialog = useDialogAddress();
  const [deleted, setDeleted] = useState<Breeding | null>(null);
  const status = useStatusChange(today, (breeding) => dialog.open("whelp", breeding._id));
  const actions: BreedingActions = {
    onView: useStableCallback((breeding: Breeding) => detail.open(breeding._id)),
    onStatus: useStableCallback(status.change),
    onEdit: useStableCallback((breeding: Breeding) => dialog.open("edit", breeding._id)),
    onDelete: setDeleted,
  };
  return { actions, plan: () => dialog.open("add", "1"), detail, dialog, status, deleted, setDeleted };
}

export type OpenBreedings = ReturnType<typeof useBreedingActions>;
