/** Says on every screen, while the person's account waits to be deleted, when it goes, and lets them keep it. */
import { UserX } from "lucide-react";
import { KeepAccountButton } from "@/features/accounts/keep-account-button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders the line, or nothing while the account stays. */
export function AccountLeavingNote() {
  const deletion = useLiveQuery(api.accounts.accountDeletions.get, {}).data;
  if (!deletion) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-warning-soft px-3 py-2 text-sm font-medium text-warning sm:px-6 print:hidden">
      <UserX aria-hidden className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-48 text-pretty">
        Your account will be deleted on {formatDay(localDay(new Date(deletion.dueAt)))}.
      </p>
      <KeepAccountButton confirmationId={deletion.confirmationId} size="sm" />
    </div>
  );
}
