/** Says that a bitch is spayed, from when on no heat is predicted; recorded and taken back here. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { formatDay } from "@domain/formatting/formatting";

type SpayedNoteProps = {
  spayedOn: string | null;
  isAsked: boolean;
  today: string;
  onChange: (day: string | null) => void;
};

/** Renders the note, or the offer to record it. */
export function SpayedNote({ spayedOn, isAsked, today, onChange }: SpayedNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState(today);
  if (spayedOn !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground">
        Spayed on {formatDay(spayedOn)}; no further heats are expected.
        {isAsked ? (
          <Button variant="link" size="sm" className="px-0" onClick={() => onChange(null)}>
            She is not spayed
          </Button>
        ) : null}
      </p>
    );
  }
  if (!isAsked) return null;
  if (!isOpen) {
    return (
      <Button variant="link" size="sm" className="w-fit px-0" onClick={() => setOpen(true)}>
        She is spayed
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField label="Spayed on" autoFocus type="date" max={today} value={day} onText={setDay} />
      <Button
        onClick={() => {
          setOpen(false);
          onChange(day);
        }}
        disabled={day === ""}
      >
        Save
      </Button>
      <Button variant="outline" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </div>
  );
}
