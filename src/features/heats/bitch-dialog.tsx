/** One bitch's heats over the kennel's list, as long as the address names her. */
import { Link } from "@/lib/router";
import { HeatLog } from "@/entities/heats/heat-log";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { DialogHead } from "@/components/titled-dialog";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { useLeaveQuestion } from "@/components/use-leave-question";
import { useOpenBitch } from "@/features/heats/use-heats-address";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useRecordTitle } from "@/hooks/use-page-title";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";

type Dog = NonNullable<FunctionReturnType<typeof api.dogs.dogs.get>>;

/** Renders the dialog while a bitch is open. */
export function BitchDialog({ today }: { today: string }) {
  const { bitchId, setBitchId } = useOpenBitch();
  const { remember, leave, question } = useLeaveQuestion(() => setBitchId(null), { inFormsAlone: true });
  return (
    <>
      <Dialog open={bitchId !== null} onOpenChange={(isOpen) => (isOpen ? undefined : leave())}>
        <DialogContent size="md" aria-describedby={undefined} onFocusCapture={remember}>
          {bitchId === null ? null : <OpenBitch key={bitchId} bitchId={bitchId} today={today} />}
        </DialogContent>
      </Dialog>
      {question}
    </>
  );
}

/** Says why a dog that an address names has no heats; null for one that may have some. */
function whyNoHeats({
  name,
  gender,
  isExternal,
}: Pick<Dog, "name" | "gender" | "isExternal">): string | null {
  if (gender === "male") return `${name} is a male dog. Heats are recorded for bitches only.`;
  return isExternal ? `${name} is an ancestor outside the kennel. Its heats are not recorded.` : null;
}

function OpenBitch({ bitchId, today }: { bitchId: string; today: string }) {
  const { kennelId } = useKennel();
  const { isRecording, endRecording } = useOpenBitch();
  const result = useLiveQuery(api.dogs.dogs.get, { dogId: bitchId });
  const dog = result.data?.kennelId === kennelId ? result.data : null;
  const noHeats = dog && whyNoHeats(dog);
  useRecordTitle(dog && `Heats of ${dog.name}`);
  return (
    <>
      <DialogHead
        title={dog?.name ?? (result.status === "ready" ? "This dog is not in the register" : "Heats")}
      />
      <DialogBody className="min-h-[min(20rem,50dvh)]">
        <Loaded query={result} failureText="Failed to load dogs. Please try again." height="h-40">
          {() =>
            dog && noHeats ? (
              <p role="status">{noHeats}</p>
            ) : dog ? (
              <HeatLog dog={dog} today={today} isRecording={isRecording} onRecorded={endRecording} />
            ) : (
              <p role="status">It may have been deleted, or it belongs to another kennel.</p>
            )
          }
        </Loaded>
      </DialogBody>
      {dog ? (
        <DialogFooter>
          <Button variant="outline" asChild>
            <Link to={`/dashboard/dogs/${dog._id}`}>Open in the Register</Link>
          </Button>
        </DialogFooter>
      ) : null}
    </>
  );
}
