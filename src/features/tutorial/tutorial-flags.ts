/**
 * The tour's two flags in browser storage, kept per person: several may share a kennel's computer. Each flag holds
 * the ids of those it is set for.
 */
import { readStored, writeStored } from "@/lib/browser-storage";

const KEYS = {
  isCompleted: "studbook.tutorial.completed",
  isPromptShown: "studbook.tutorial.promptShown",
} as const;
export type TutorialFlag = keyof typeof KEYS;

function peopleWith(flag: TutorialFlag): string[] {
  return (readStored(KEYS[flag]) ?? "").split(" ").filter((id) => id !== "");
}

/** Whether a flag is set for a person in this browser. */
export function hasFlag(userId: string, flag: TutorialFlag): boolean {
  return peopleWith(flag).includes(userId);
}

/** Sets a flag for a person in this browser. */
export function setFlag(userId: string, flag: TutorialFlag): void {
  if (!hasFlag(userId, flag)) writeStored(KEYS[flag], [...peopleWith(flag), userId].join(" "));
}
