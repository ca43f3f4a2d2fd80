/** What the Reminders page shows, kept in the address: /dashboard/reminders?tab=…&type=…&search=…&mine=1 */
import { useSearchParams } from "@/lib/router";
import {
  REMINDER_TABS,
  REMINDER_TYPES,
  type ReminderTab,
  type ReminderType,
} from "@domain/constants/reminders";

/** What the list is narrowed by; an empty type means every one. */
export type ReminderFilter = {
  tab: ReminderTab;
  type: ReminderType | "";
  search: string;
  /** Whether only what is for the reader is shown. */
  isMine: boolean;
};

/** Reads and changes the filter. */
export function useReminderAddress() {
  const [params, setParams] = useSearchParams();
  const change = (name: "tab" | "type" | "search" | "mine", value: string) =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      // Typing replaces the entry, so that Back does not go through every letter.
      { replace: name === "search" },
    );
  const filter: ReminderFilter = {
    tab: REMINDER_TABS.find((tab) => tab === params.get("tab")) ?? "pending",
    type: REMINDER_TYPES.find((type) => type === params.get("type")) ?? "",
    search: params.get("search") ?? "",
    isMine: params.has("mine"),
  };
  return {
    filter,
    setTab: (tab: string) => change("tab", tab === "pending" ? "" : tab),
    setType: (type: string) => change("type", type),
    setMine: (isMine: boolean) => change("mine", isMine ? "1" : ""),
    setSearch: (search: string) => change("search", search),
  };
}
