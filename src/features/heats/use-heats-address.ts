/**
 * What the heats and the calendar show, kept in the Breeding screen's address: the open bitch, a heat that is being
 * recorded, the month.
 */
import { useSearchParams } from "@/lib/router";
import { isMonth, monthOf } from "@domain/dates/months";

/** Reads and changes whose log is open, and whether a heat is being recorded: hers, or of whoever is chosen. */
export function useOpenBitch() {
  const [params, setParams] = useSearchParams();
  return {
    bitchId: params.get("bitch"),
    isRecording: params.get("heat") === "new",
    endRecording: () =>
      setParams(
        (last) => {
          const next = new URLSearchParams(last);
          next.delete("heat");
          return next;
        },
        { replace: true },
      ),
    setBitchId: (id: string | null) =>
      setParams(
        (last) => {
          const next = new URLSearchParams(last);
          next.delete("heat");
          if (id === null) next.delete("bitch");
          else next.set("bitch", id);
          return next;
        },
        // Back closes her log; what was closed by hand is no place to come back to.
        { replace: id === null },
      ),
  };
}

/** Reads and changes the month that is shown; today's unless the address names one. */
export function useShownMonth(today: string) {
  const [params, setParams] = useSearchParams();
  const named = params.get("month");
  return {
    month: named !== null && isMonth(named) ? named : monthOf(today),
    setMonth: (month: string) =>
      setParams(
        (last) => {
          const next = new URLSearchParams(last);
          if (month === monthOf(today)) next.delete("month");
          else next.set("month", month);
          return next;
        },
        // Turning pages is no place to come back to.
        { replace: true },
      ),
  };
}
