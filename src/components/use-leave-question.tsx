/**
 * Asks before a dialog is closed, or shows something else, over typed text, whoever keeps the values of its fields: each field is remembered as it
 * was when it was first entered. Text that was taken back, and fields that are no longer there, do not count.
 */
import { useRef, useState, type FocusEvent, type ReactNode } from "react";
import { DiscardQuestion } from "@/components/discard-question";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(target.type));

export type LeaveQuestion = {
  /** What the dialog's content takes as `onFocusCapture`. */
  remember: (event: FocusEvent) => void;
  /** Closes the dialog, or asks first. */
  leave: () => void;
  /** Says whether there is typed text to ask about. */
  hasTyped: () => boolean;
  /** Does what takes the place of the dialog's fields, or asks first. */
  leaveFor: (go: () => void) => void;
  /** The question, to be rendered beside the dialog. */
  question: ReactNode;
};

/** Guards a dialog; on a page that has more than one form, what stands in none of them is only looked up. */
export function useLeaveQuestion(onClose: () => void, { inFormsAlone = false } = {}): LeaveQuestion {
  const enteredRef = useRef(new Map<TextField, string>());
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const remember = ({ target, currentTarget }: FocusEvent) => {
    const entered = enteredRef.current;
    // Focus in a dialog over this one is told here too.
    if (!currentTarget.contains(target) || !isTextField(target) || entered.has(target)) return;
    if (!inFormsAlone || target.form !== null) entered.set(target, target.value);
  };
  const goNow = (go: () => void) => {
    enteredRef.current.clear();
    setAsked(null);
    go();
  };
  const hasTyped = () =>
    [...enteredRef.current].some(([field, before]) => field.isConnected && field.value !== before);
  const leaveFor = (go: () => void) => {
    if (hasTyped()) setAsked({ go });
    else goNow(go);
  };
  return {
    remember,
    hasTyped,
    leave: () => leaveFor(onClose),
    leaveFor,
    question: (
      <DiscardQuestion
        isOpen={asked !== null}
        onDiscard={() => (asked ? goNow(asked.go) : undefined)}
        onCancel={() => setAsked(null)}
      />
    ),
  };
}
