/**
 * What can be done with a puppy on its way to a home: reserve, sell, release, undo a sale within the day, offer it to
 * the waiting list, keep it, make it one of the dogs, record its death; and its papers: contract, record, checks.
 */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import {
  ChevronDown,
  Dog,
  FileText,
  Gift,
  HandCoins,
  HeartPulse,
  Home,
  PenLine,
  Star,
  Undo2,
  UserCheck,
  type LucideIcon,
} from "lucide-react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { AddToDogsDialog } from "@/features/litters/add-to-dogs-dialog";
import { PuppyChecksDialog } from "@/features/litters/puppy-checks-dialog";
import { PuppyContract } from "@/features/litters/puppy-contract";
import { PuppyOfferDialog } from "@/features/litters/puppy-offer-dialog";
import { PuppySaleDialog } from "@/features/litters/puppy-sale-dialog";
import type { Puppy } from "@/features/litters/types";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";
import { usualPaper } from "@/lib/usual-paper";
import { getErrorData } from "@domain/errors";
import { puppyName } from "@domain/litters/labels";
import { api } from "@convex/_generated/api";

type DialogName = "reserve" | "sell" | "offer" | "dog" | "death" | "contract" | "checks";

/** Sets a status at once, and says why where it is refused. */
function useStatus(puppy: Puppy, today: string) {
  const setStatus = useMutation(api.litters.puppies.setStatus);
  return async (status: string, done: string) => {
    try {
      await setStatus({ puppyId: puppy._id, status, expectedStatus: puppy.status, today });
      toast.success(done);
    } catch (error) {
      const data = getErrorData(error);
      const isOvertaken = data?.code === "STALE_UPDATE";
      const reason = isOvertaken ? "Somebody else has changed it since" : data?.details.fields?.status;
      const failed = `Failed to change ${puppyName(puppy)}`;
      toast.error(reason === undefined ? failureText(failed, error) : `${failed}. ${reason}.`);
    }
  };
}

type Item = { label: string; icon: LucideIcon; isDestructive?: boolean; run: () => void };

/** The steps that lie before a puppy, the usual ones first. */
function stepsOf(
  puppy: Puppy,
  today: string,
  mayAddDogs: boolean,
  open: (name: DialogName) => void,
  set: (status: string, done: string) => Promise<void>,
): Item[] {
  const name = puppyName(puppy);
  const sell: Item = { label: "Sell", icon: HandCoins, run: () => open("sell") };
  const death: Item = { label: "Record Death", icon: Star, isDestructive: true, run: () => open("death") };
  const dog: Item[] =
    mayAddDogs && puppy.dogId === null
      ? [{ label: "Add to My Dogs", icon: Dog, run: () => open("dog") }]
      : [];
  switch (puppy.status) {
    case "available":
      return [
        { label: "Reserve", icon: UserCheck, run: () => open("reserve") },
        sell,
        { label: "Offer to Waiting List", icon: Gift, run: () => open("offer") },
        { label: "Keep", icon: Home, run: () => void set("kept", `${name} stays in the kennel`) },
        ...dog,
        death,
      ];
    case "reserved":
      return [
        sell,
        { label: "Release", icon: Undo2, run: () => void set("available", `${name} is available again`) },
        death,
      ];
    case "sold": {
      if (puppy.saleRecordedOn !== today) return [];
      const back = puppy.reservedAt === null ? "available" : "reserved";
      return [{ label: "Undo Sale", icon: Undo2, run: () => void set(back, `${name} is ${back} again`) }];
    }
    case "kept":
      return [
        ...dog,
        ...(puppy.dogId === null
          ? [
              {
                label: "Make Available",
                icon: Undo2,
                run: () => void set("available", `${name} is available`),
              },
            ]
          : []),
        death,
      ];
    case "deceased":
      return puppy.isStillborn
        ? []
        : [
            {
              label: "Mark as Alive",
              icon: Undo2,
              run: () => void set("available", `${name} is available again`),
            },
          ];
    default:
      return puppy.status satisfies never;
  }
}

/** Renders the buttons and the dialogs they open; a viewer sees the papers alone. */
export function PuppySaleActions({ puppy }: { puppy: Puppy }) {
  const { can } = useKennel();
  const canWrite = can("breeding", "write");
  const today = useToday();
  const set = useStatus(puppy, today);
  const printRecord = usePrintRecord(puppy, today);
  const [opened, setOpened] = useState<DialogName | null>(null);
  const close = () => setOpened(null);
  const steps = canWrite ? stepsOf(puppy, today, can("dogs", "write"), setOpened, set) : [];
  const [first, ...others] = steps;
  const papers: Item[] = [
    ...(canWrite && puppy.status !== "deceased"
      ? [{ label: "Make Contract", icon: PenLine, run: () => setOpened("contract") }]
      : []),
    { label: "Health Checks", icon: HeartPulse, run: () => setOpened("checks") },
    { label: "Print Record", icon: FileText, run: () => void printRecord() },
  ];
  const name = puppyName(puppy);
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-2">
      {first ? (
        <Button size="sm" variant="outline" onClick={first.run}>
          <first.icon aria-hidden />
          {first.label}
        </Button>
      ) : null}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="ghost" aria-label={`More for ${name}`}>
            More
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          {[...others, ...papers].map(({ label, icon: Icon, isDestructive, run }) => (
            <DropdownMenuItem key={label} variant={isDestructive ? "destructive" : "default"} onSelect={run}>
              <Icon aria-hidden />
              {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {opened === "reserve" || opened === "sell" ? (
        <PuppySaleDialog puppy={puppy} kind={opened} today={today} onClose={close} />
      ) : null}
      {opened === "offer" ? <PuppyOfferDialog puppy={puppy} today={today} onClose={close} /> : null}
      {opened === "dog" ? <AddToDogsDialog puppy={puppy} today={today} onClose={close} /> : null}
      {opened === "contract" ? <PuppyContract puppy={puppy} onClose={close} /> : null}
      {opened === "checks" ? <PuppyChecksDialog puppy={puppy} today={today} onClose={close} /> : null}
      <ConfirmDialog
        isOpen={opened === "death"}
        title={`Record the death of ${name}?`}
        confirmLabel="Record Death"
        busyLabel="Saving..."
        isBusy={false}
        onConfirm={() => {
          close();
          void set("deceased", `The death of ${name} is recorded`);
        }}
        onCancel={close}
      >
        <p>The litter then counts one living puppy less. This can be undone.</p>
      </ConfirmDialog>
    </div>
  );
}

/** Makes the record for the buyer and hands it over as a file. */
function usePrintRecord(puppy: Puppy, today: string) {
  const print = useAction(api.contracts.actions.printedPapers.puppyRecord);
  return async () => {
    const printing = toast.loading("Making the record…");
    try {
      const { fileName, content } = await print({ puppyId: puppy._id, paper: usualPaper(), today });
      saveFile(new Blob([content], { type: "application/pdf" }), fileName);
      toast.success("Record saved", { id: printing });
    } catch (error) {
      toast.error(failureText("Failed to print the record", error), { id: printing });
    }
  };
}
