/**
 * The controls of every connected service: a switch, the last result, and buttons to test, change and disconnect.
 */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { CircleAlert, CircleCheck } from "lucide-react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { SettingRow } from "@/components/settings/setting-row";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { formatMoment } from "@domain/formatting/formatting";

type Connection = FunctionReturnType<typeof api.connections.connections.list>[number];

/** A failure shows a message and returns false. */
async function attempt(failed: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    toast.error(failureText(failed, error));
    return false;
  }
}

type StandingProps = { connection: Connection; works: string };

function Standing({ connection: { problem, testedAt }, works }: StandingProps) {
  const Icon = problem === null ? CircleCheck : CircleAlert;
  return (
    <p
      className={`flex items-start gap-2 text-sm ${problem === null ? "text-success" : "text-error"}`}
      aria-live="polite"
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        {problem ?? works}
        {testedAt === null ? "" : ` · ${formatMoment(testedAt)}`}
      </span>
    </p>
  );
}

type ConnectionControlsProps = {
  connection: Connection;
  label: string;
  text: string;
  /** Within a sentence, such as 'mail server'. */
  noun: string;
  /** Shown after a successful sign-in. */
  works: string;
  /** Says what happens when the user disconnects the service. */
  parting: string;
  onChange: () => void;
};

/** Users who may not change settings see only the state. */
export function ConnectionControls(props: ConnectionControlsProps) {
  const { connection, label, text, noun, works, parting, onChange } = props;
  const { can } = useKennel();
  const update = useMutation(api.connections.connections.update);
  const remove = useMutation(api.connections.connections.remove);
  const test = useAction(api.connections.actions.connecting.test);
  const [busy, setBusy] = useState<"test" | "remove" | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { _id: connectionId, isEnabled } = connection;
  const canWrite = can("settings", "write");
  const runTest = async () => {
    setBusy("test");
    await attempt(`Failed to test the ${noun}`, async () => {
      const { problem } = await test({ connectionId });
      if (problem === null) toast.success(works);
      else toast.error(problem);
    });
    setBusy(null);
  };
  const disconnect = async () => {
    setBusy("remove");
    const isDone = await attempt(`Failed to disconnect the ${noun}`, async () => {
      await remove({ connectionId });
      toast.success(`The ${noun} is disconnected`);
    });
    setBusy(null);
    if (isDone) setAsking(false);
  };
  return (
    <div className="flex flex-col gap-4">
      <SettingRow
        label={label}
        text={text}
        isOn={isEnabled}
        isDisabled={!canWrite}
        onChange={(isOn) =>
          void attempt(`Failed to change the ${noun}`, async () => {
            await update({ connectionId, settings: { isEnabled: isOn } });
          })
        }
      />
      <Standing connection={connection} works={works} />
      {canWrite ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" disabled={busy !== null} onClick={() => void runTest()}>
            {busy === "test" ? "Testing..." : "Test"}
          </Button>
          <Button variant="outline" disabled={busy !== null} onClick={onChange}>
            Change
          </Button>
          <Button variant="ghost" disabled={busy !== null} onClick={() => setAsking(true)}>
            Disconnect
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Disconnect the ${noun}?`}
        confirmLabel="Disconnect"
        busyLabel="Disconnecting..."
        isBusy={busy === "remove"}
        error={null}
        onConfirm={() => void disconnect()}
        onCancel={() => setAsking(false)}
      >
        {parting}
      </ConfirmDialog>
    </div>
  );
}
