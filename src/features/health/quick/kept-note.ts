/**
 * A quick note that was typed and not sent: it survives the sheet, a reload and another page, in this tab and for the
 * person who typed it, as the drafts of the big forms do.
 */
import { useState } from "react";
import { z } from "zod";
import { useKennel } from "@/hooks/use-kennel";
import { useIdentity } from "@/identity/identity";
import { attempt } from "@/lib/attempt";

const noteSchema = z.object({ dogId: z.string(), text: z.string() });
export type Note = z.infer<typeof noteSchema>;

const EMPTY: Note = { dogId: "", text: "" };

const read = (key: string): Note =>
  attempt(() => noteSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? "null")), EMPTY);

/** Holds the note; `dogId` names the dog that the sheet was opened for. */
export function useKeptNote(dogId: string): {
  note: Note;
  change: (changes: Partial<Note>) => void;
  forget: () => void;
} {
  const { kennelId } = useKennel();
  const email = useIdentity().user?.email ?? "";
  const key = `studbook.draft.${email}.quick-note.${kennelId}`;
  const [note, setNote] = useState<Note>(() => {
    const kept = read(key);
    return { ...kept, dogId: dogId || kept.dogId };
  });
  return {
    note,
    change: (changes) => {
      const next = { ...note, ...changes };
      attempt(() => sessionStorage.setItem(key, JSON.stringify(next)), undefined);
      setNote(next);
    },
    forget: () => attempt(() => sessionStorage.removeItem(key), undefined),
  };
}
