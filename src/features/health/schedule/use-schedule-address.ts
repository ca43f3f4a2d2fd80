/** Which of the four lists the schedule shows, and whose vaccinations only; kept in the address. */
import { useSearchParams } from "@/lib/router";
import { SCHEDULE_TABS, type ScheduleTab } from "@domain/constants/vaccines";

/** Reads and changes both. */
export function useScheduleAddress() {
  const [params, setParams] = useSearchParams();
  const change = (name: "due" | "patient", value: string) =>
    setParams((last) => {
      const next = new URLSearchParams(last);
      if (value === "") next.delete(name);
      else next.set(name, value);
      return next;
    });
  return {
    /** The list that was chosen; null as long as none was. */
    chosenTab: SCHEDULE_TABS.find((tab) => tab === params.get("due")) ?? null,
    /** A patient's key, or empty for all of them. */
    patient: params.get("patient") ?? "",
    setTab: (tab: ScheduleTab) => change("due", tab),
    setPatient: (key: string) => change("patient", key),
  };
}
