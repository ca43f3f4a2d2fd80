/** Checking a kept backup: its checksum, every record and every file, and what came of it. */
import { useState } from "react";
import { useAction } from "convex/react";
import { ShieldCheck } from "lucide-react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

/** What is known of a backup on this page: nothing, that it is being looked at, or what is wrong with it. */
type BackupCheck = "none" | "checking" | readonly string[];

/** Returns what is known of a backup, and a way to have it checked. */
export function useBackupCheck(backupId: string): [BackupCheck, () => Promise<void>] {
  const { kennelId } = useKennel();
  const ask = useAction(api.backups.actions.backupChecking.check);
  const [check, setCheck] = useState<BackupCheck>("none");
  const begin = async () => {
    setCheck("checking");
    try {
      setCheck(await ask({ kennelId, backupId }));
    } catch (error) {
      toast.error(failureText("Failed to check the backup", error));
      setCheck("none");
    }
  };
  return [check, begin];
}

type CheckButtonProps = { check: BackupCheck; when: string; isDisabled: boolean; onCheck: () => void };

/** Renders the button. */
export function CheckButton({ check, when, isDisabled, onCheck }: CheckButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      disabled={isDisabled || check === "checking"}
      aria-label={`Check the backup of ${when}`}
      onClick={onCheck}
    >
      <ShieldCheck aria-hidden />
    </Button>
  );
}

/** Renders what came of the check; the place is there before, so that it is read out. */
export function CheckResult({ check }: { check: BackupCheck }) {
  const isSound = Array.isArray(check) && check.length === 0;
  return (
    <div role="status" className="basis-full empty:sr-only">
      {check === "checking" ? (
        <p className="text-sm text-muted-foreground">Checking every record and every file...</p>
      ) : isSound ? (
        <p className="text-sm text-success">Checked: every record and file is intact.</p>
      ) : check === "none" ? null : (
        <Alert variant="error">
          <p className="font-semibold">This backup is damaged. Whatever can be restored from it still is.</p>
          <ul className="list-disc pl-5">
            {check.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
