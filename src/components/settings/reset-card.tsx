/** Resets some settings to their defaults after a confirmation. Source: decision GAP-SET-17. */
import { useState } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";

type ResetCardProps = {
  title: string;
  /** Says what is reset, and what is not. */
  text: string;
  failure: string | null;
  /** Returns whether the reset succeeded. */
  onReset: () => Promise<boolean>;
};

export function ResetCard({ title, text, failure, onReset }: ResetCardProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const isDone = await onReset();
    setBusy(false);
    if (isDone) setAsking(false);
  };
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3 pb-5">
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <CardTitle>{title}</CardTitle>
          <CardDescription>{text}</CardDescription>
        </div>
        <Button variant="outline" onClick={() => setAsking(true)}>
          Reset
        </Button>
      </CardHeader>
      <ConfirmDialog
        isOpen={isAsking}
        title={`${title}?`}
        confirmLabel="Reset"
        busyLabel="Resetting..."
        isBusy={isBusy}
        error={isAsking ? failure : null}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {text}
      </ConfirmDialog>
    </Card>
  );
}
