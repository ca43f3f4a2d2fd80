/**
 * Whether the tour is offered or open. It is offered once, on the dashboard, after a short delay and if no dialog
 * is open. The help button opens it at any time. Its two flags are stored in this browser and, for other devices,
 * on the server.
 */
import { useEffect, useState } from "react";
import { useMutation } from "convex/react";
import { useLocation } from "@/lib/router";
import { useLiveQuery } from "@/hooks/use-live-query";
import { TUTORIAL_PROMPT_DELAY_MS } from "@domain/accounts/rules";
import { api } from "@convex/_generated/api";
import { readStored, writeStored } from "@/lib/browser-storage";

/** Several users may share a kennel's computer, so each flag stores the ids of the users for whom it is set. */
const KEYS = {
  isCompleted: "studbook.tutorial.completed",
  isPromptShown: "studbook.tutorial.promptShown",
} as const;
type TutorialFlag = keyof typeof KEYS;

function peopleWith(flag: TutorialFlag): string[] {
  return (readStored(KEYS[flag]) ?? "").split(" ").filter((id) => id !== "");
}

function hasFlag(userId: string, flag: TutorialFlag): boolean {
  return peopleWith(flag).includes(userId);
}

function setFlag(userId: string, flag: TutorialFlag): void {
  if (!hasFlag(userId, flag)) writeStored(KEYS[flag], [...peopleWith(flag), userId].join(" "));
}

const HOME = "/dashboard";
const OPEN_DIALOG = '[role="dialog"], [role="alertdialog"]';

/** True once the dashboard has been open for the delay of the offer. */
function useIsTimeUp(isHome: boolean): boolean {
  const [isTimeUp, setTimeUp] = useState(false);
  useEffect(() => {
    if (!isHome) return;
    const timer = setTimeout(() => setTimeUp(true), TUTORIAL_PROMPT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setTimeUp(false);
    };
  }, [isHome]);
  return isTimeUp;
}

/** The server's copy is only for other devices, so a failure on the server is ignored. */
function useMark(userId: string | null): (...flags: TutorialFlag[]) => void {
  const mark = useMutation(api.accounts.tutorials.mark);
  return (...flags) => {
    if (userId === null) return;
    for (const flag of flags) setFlag(userId, flag);
    void mark(Object.fromEntries(flags.map((flag) => [flag, true]))).catch(() => undefined);
  };
}

export function useTutorial() {
  const { pathname, key } = useLocation();
  const isHome = pathname.replace(/\/$/u, "") === HOME;
  const userId = useLiveQuery(api.accounts.users.me, {}).data?._id ?? null;
  const isKnownHere = userId !== null && (hasFlag(userId, "isCompleted") || hasFlag(userId, "isPromptShown"));
  const stored = useLiveQuery(api.accounts.tutorials.get, userId === null || isKnownHere ? "skip" : {}).data;
  const mark = useMark(userId);
  const isTimeUp = useIsTimeUp(isHome);
  const [isOpen, setOpen] = useState(false);
  /** The visit during which the tour is offered. Leaving the page declines the offer. */
  const [offeredAt, setOfferedAt] = useState<string | null>(null);

  const isNew = !isKnownHere && stored !== undefined && !stored.isCompleted && !stored.isPromptShown;
  const isDue = isHome && isTimeUp && isNew && !isOpen && offeredAt === null;
  useEffect(() => {
    if (!isDue) return;
    const offer = () => {
      if (document.querySelector(OPEN_DIALOG)) return;
      observer.disconnect();
      setOfferedAt(key);
      mark("isPromptShown");
    };
    // Dialogs are added and removed as children of the body.
    const observer = new MutationObserver(offer);
    observer.observe(document.body, { childList: true });
    offer();
    return () => observer.disconnect();
    // The offer is made once, but its callbacks change with every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue]);

  return {
    isOffered: isHome && !isOpen && offeredAt === key,
    isOpen,
    start: () => {
      setOpen(true);
      mark("isPromptShown");
    },
    dismiss: () => setOfferedAt(""),
    skip: () => setOpen(false),
    complete: () => {
      setOpen(false);
      mark("isCompleted", "isPromptShown");
    },
  };
}
