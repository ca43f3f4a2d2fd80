/** The actions for a puppy until it has a home, and for its papers. */
import { Suspense, useState, type ReactNode } from "react";
import { useAction, useMutation } from "convex/react";
import {
  Dog,
  Ellipsis,
  FileText,
  Gift,
  HandCoins,
  HeartCrack,
  HeartPulse,
  Home,
  PenLine,
  Pencil,
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
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import {
  AddToDogsDialog,
  FurtherContract,
  PuppyChecksDialog,
  PuppyContract,
  PuppyDeathDialog,
  PuppyOfferDialog,
  PuppySaleDialog,
  SoldPuppyStep,
} from "@/features/litters/late-parts";
import { contractButtonId, useContractAddress } from "@/entities/contracts/contract-address";
import type { Puppy } from "@/features/litters/litter-words";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { useOverlay } from "@/lib/screen-address";
import { saveFile } from "@/lib/save-file";
import { usualPaper } from "@/lib/usual-paper";
import { getErrorData } from "@domain/errors";
import { puppyName } from "@domain/litters/words";
import { api } from "@convex/_generated/api";

type DialogName = "reserve" | "sell" | "correct" | "offer" | "dog" | "checks" | "death" | Question;
type Question = "release" | "undo-sale";

/** If the server refuses the status, shows the server's reason. */
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

type Item = {
  label: string;
  icon: LucideIcon;
  isDestructive?: boolean;
  /** A step that corrects or reverts something is never the main button. */
  isBack?: boolean;
  run: () => void;
};

/** The usual steps come first. */
function stepsOf(
  puppy: Puppy,
  today: string,
  { mayAddDogs, maySell }: { mayAddDogs: boolean; maySell: boolean },
  open: (name: DialogName) => void,
  set: (status: string, done: string) => Promise<void>,
): Item[] {
  const name = puppyName(puppy);
  const sell: Item[] = maySell ? [{ label: "Sell", icon: HandCoins, run: () => open("sell") }] : [];
  const sale: Item[] = maySell
    ? [
        { label: "Reserve", icon: UserCheck, run: () => open("reserve") },
        ...sell,
        { label: "Offer to Waiting List", icon: Gift, run: () => open("offer") },
      ]
    : [];
  const death: Item = {
    label: "Record Death",
    icon: HeartCrack,
    isDestructive: true,
    run: () => open("death"),
  };
  const dog: Item[] =
    mayAddDogs && puppy.dogId === null
      ? [{ label: "Add to My Dogs", icon: Dog, run: () => open("dog") }]
      : [];
  switch (puppy.status) {
    case "available":
      return [
        ...sale,
        { label: "Keep", icon: Home, run: () => void set("kept", `${name} stays in the kennel`) },
        ...dog,
        death,
      ];
    case "reserved":
      return [
        ...sell,
        ...(maySell ? [{ label: "Release", icon: Undo2, isBack: true, run: () => open("release") }] : []),
        death,
      ];
    case "sold":
      return [
        ...(maySell
          ? [{ label: "Correct Sale", icon: Pencil, isBack: true, run: () => open("correct") }]
          : []),
        ...(maySell && puppy.saleRecordedOn === today
          ? [{ label: "Undo Sale", icon: Undo2, isBack: true, run: () => open("undo-sale") }]
          : []),
      ];
    case "kept":
      return [
        ...dog,
        ...(puppy.dogId === null
          ? [
              {
                label: "Make Available",
                icon: Undo2,
                isBack: true,
                run: () => void set("available", `${name} is available`),
              },
            ]
          : []),
        death,
      ];
    case "deceased":
      // Making the puppy available would release the buyer. A user without the right to sell cannot do that.
      return puppy.isStillborn || (puppy.reservedAt !== null && !maySell)
        ? []
        : [
            {
              label: "Mark as Alive",
              icon: Undo2,
              isBack: true,
              run: () => void set("available", `${name} is available again`),
            },
          ];
    default:
      return puppy.status satisfies never;
  }
}

const StepButton = ({ step: { label, icon: Icon, run }, id }: { step: Item; id?: string }) => (
  <Button id={id} size="sm" variant="outline" onClick={run}>
    <Icon aria-hidden className="max-sm:hidden" />
    {label}
  </Button>
);

const Entry = ({ item: { label, icon: Icon, isDestructive, run } }: { item: Item }) => (
  <DropdownMenuItem variant={isDestructive ? "destructive" : "default"} onSelect={run}>
    <Icon aria-hidden />
    {label}
  </DropdownMenuItem>
);

/** The space is reserved while loading, because the menu is beside the buttons. */
function SoldSteps({ puppyId, contract }: { puppyId: string; contract: Item }) {
  const button = <StepButton step={contract} id={contractButtonId(puppyId)} />;
  const placeholder = (
    <div className="invisible">
      <StepButton step={contract} />
    </div>
  );
  return (
    <Suspense fallback={placeholder}>
      <SoldPuppyStep puppyId={puppyId} placeholder={placeholder} contractButton={button} />
    </Suspense>
  );
}

type PuppySaleActionsProps = {
  puppy: Puppy;
  bornOn: string;
  /** Further entries of the menu. */
  entries?: ReactNode;
};

/** A viewer only sees the papers. */
export function PuppySaleActions({ puppy, bornOn, entries }: PuppySaleActionsProps) {
  const { can } = useKennel();
  const canWrite = can("breeding", "write");
  const today = useToday();
  const set = useStatus(puppy, today);
  const printRecord = usePrintRecord(puppy, today);
  const [opened, setOpened] = useState<DialogName | null>(null);
  const close = () => setOpened(null);
  const { contractOf, openContract } = useContractAddress();
  const sale = useOverlay(["sale"], ["field"]);
  const maySell = can("finances", "write");
  const rights = { mayAddDogs: can("dogs", "write"), maySell };
  const steps = canWrite ? stepsOf(puppy, today, rights, setOpened, set) : [];
  const contract: Item = {
    label: "Create Contract",
    icon: PenLine,
    run: () => openContract(puppy._id),
  };
  const mayContract = canWrite && maySell && puppy.status !== "deceased";
  const isSaleOpen = mayContract && puppy.status !== "kept";
  const papers: Item[] = [
    ...(mayContract ? [contract] : []),
    { label: "Health Checks", icon: HeartPulse, run: () => setOpened("checks") },
    { label: "Print Record", icon: FileText, run: () => void printRecord() },
  ];
  // Steps forward come first. Steps that revert or delete something are only in the menu, with deleting steps at
  // its end.
  const isForward = ({ isBack, isDestructive }: Item) => !isBack && !isDestructive;
  const all = [
    ...steps.filter(isForward),
    ...papers,
    ...steps.filter(({ isBack }) => isBack),
    ...steps.filter(({ isDestructive }) => isDestructive),
  ];
  const hasSale = canWrite && maySell && puppy.status === "sold";
  const first = canWrite && !hasSale ? all.find(isForward) : undefined;
  const others = all.filter((item) => item !== first);
  const name = puppyName(puppy);
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-2">
      {first ? <StepButton step={first} /> : null}
      {hasSale ? <SoldSteps puppyId={puppy._id} contract={contract} /> : null}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="ghost" aria-label={`More for ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          {others.map((item) =>
            hasSale && item === contract ? (
              <Suspense key={item.label} fallback={null}>
                <FurtherContract puppyId={puppy._id}>
                  <Entry item={item} />
                </FurtherContract>
              </Suspense>
            ) : (
              <Entry key={item.label} item={item} />
            ),
          )}
          {entries ? (
            <>
              <DropdownMenuSeparator />
              {entries}
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {opened === "reserve" || opened === "sell" || opened === "correct" ? (
        <PuppySaleDialog
          puppy={puppy}
          bornOn={bornOn}
          kind={opened}
          today={today}
          onClose={close}
          onContract={() => {
            close();
            openContract(puppy._id);
          }}
        />
      ) : null}
      {isSaleOpen && sale.valueOf("sale") === puppy._id ? (
        <PuppySaleDialog
          kind={puppy.status === "sold" ? "correct" : "sell"}
          {...{ puppy, bornOn, today }}
          onClose={sale.close}
          // The contract dialog is one step back.
          onContract={sale.close}
        />
      ) : null}
      {opened === "offer" ? <PuppyOfferDialog puppy={puppy} today={today} onClose={close} /> : null}
      {opened === "dog" ? <AddToDogsDialog puppy={puppy} today={today} onClose={close} /> : null}
      {mayContract && contractOf === puppy._id ? <PuppyContract puppy={puppy} /> : null}
      {opened === "checks" ? <PuppyChecksDialog puppy={puppy} today={today} onClose={close} /> : null}
      {opened === "death" ? <PuppyDeathDialog puppy={puppy} today={today} onClose={close} /> : null}
      <StatusQuestion puppy={puppy} question={opened} set={set} onClose={close} />
    </div>
  );
}

type StatusQuestionProps = {
  puppy: Puppy;
  question: DialogName | null;
  set: (status: string, done: string) => Promise<void>;
  onClose: () => void;
};

/** Says what is lost if a reservation or sale is reverted. */
function StatusQuestion({ puppy, question, set, onClose }: StatusQuestionProps) {
  const name = puppyName(puppy);
  const back = puppy.reservedAt === null ? "available" : "reserved";
  const questions = {
    release: {
      title: `Release ${name}?`,
      label: "Release",
      words: `The reservation${puppy.buyer ? ` for ${puppy.buyer.name}` : ""} is removed, including address and deposit.`,
      run: () => set("available", `${name} is available again`),
    },
    "undo-sale": {
      title: `Undo the sale of ${name}?`,
      label: "Undo Sale",
      words:
        back === "reserved"
          ? "The sale is removed; the reservation stays."
          : "Buyer, price and day of the sale are removed.",
      run: () => set(back, `${name} is ${back} again`),
    },
  } as const;
  const asked = question !== null && question in questions ? questions[question as Question] : null; // the status is a key of the questions, as checked above
  if (!asked) return null;
  return (
    <ConfirmDialog
      isOpen
      title={asked.title}
      confirmLabel={asked.label}
      busyLabel="Saving..."
      isBusy={false}
      onConfirm={() => {
        onClose();
        void asked.run();
      }}
      onCancel={onClose}
    >
      <p>{asked.words}</p>
    </ConfirmDialog>
  );
}

/** Creates the record for the buyer and saves it as a file. */
function usePrintRecord(puppy: Puppy, today: string) {
  const print = useAction(api.contracts.actions.printedPapers.puppyRecord);
  return async () => {
    const printing = toast.loading("Creating the record...");
    try {
      const { fileName, content } = await print({ puppyId: puppy._id, paper: usualPaper(), today });
      saveFile(new Blob([content], { type: "application/pdf" }), fileName);
      toast.success("Record saved", { id: printing });
    } catch (error) {
      toast.error(failureText("Failed to print the record", error), { id: printing });
    }
  };
}
