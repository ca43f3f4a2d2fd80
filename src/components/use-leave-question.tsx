/**
 * Asks before a dialog with typed text is closed or replaced. It works for every kind of field: it remembers a
 * field's value when the field first gets the focus. Fields with their former value, and fields that no longer
 * exist, do not count.
 */
import { useRef, useState, type FocusEvent, type ReactNode } from "react";
import { DiscardQuestion } from "@/components/discard-question";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(target.type));

export type LeaveQuestion = {
  /** For `onFocusCapture` of the dialog's content. */
  remember: (event: FocusEvent) => void;
  /** Asks first if typed text would be lost. */
  leave: () => void;
  /** True if typed text would be lost. */
  hasTyped: () => boolean;
  leaveFor: (go: () => void) => void;
  /** Render the question beside the dialog. */
  question: ReactNode;
};

/** `inFormsAlone` is for a page with several forms. Fields outside its forms are search fields and do not count. */
export function useLeaveQuestion(onClose: () => void, { inFormsAlone = false } = {}): LeaveQuestion {
  const enteredRef = useRef(new Map<TextField, string>());
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const remember = ({ target, currentTarget }: FocusEvent) => {
    const entered = enteredRef.current;
    // Focus events of dialogs above this one also arrive here.
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
