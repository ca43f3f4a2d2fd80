/** The state of heats and calendar in the Breeding screen's address. */
import { id, NEW, text, useScreenAddress } from "@/lib/screen-address";
import { isMonth, monthOf } from "@domain/dates/months";

/**
 * The bitch whose log is open, and whether the user is recording a heat, for this bitch or for a bitch to choose.
 */
export function useOpenBitch() {
  const [{ bitchId, heat }, change] = useScreenAddress({ bitchId: { ...id, as: "bitch" }, heat: text });
  return {
    bitchId,
    isRecording: heat === NEW,
    endRecording: () => change({ heat: "" }, { replace: true }),
    // Back closes the log. Closing the log with its button adds no history entry.
    setBitchId: (next: string | null) => change({ bitchId: next, heat: "" }, { replace: next === null }),
  };
}

/** The default is the current month. */
export function useShownMonth(today: string) {
  const read = (written: string) => (isMonth(written) ? written : undefined);
  const [{ month }, change] = useScreenAddress({ month: { initial: monthOf(today), read } });
  // Changing the month adds no history entry.
  return { month, setMonth: (next: string) => change({ month: next }, { replace: true }) };
}
