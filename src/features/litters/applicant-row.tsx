/** One applicant of the waiting list. */
import { useState } from "react";
import { useMutation } from "convex/react";
import {
  ArrowDown,
  ArrowUp,
  Check,
  Gift,
  PanelTop,
  Pencil,
  RotateCcw,
  Trash2,
  Undo2,
  UserMinus,
  X,
} from "lucide-react";
import { toast } from "sonner";
import { ActionsMenu } from "@/components/actions-menu";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { ApplicationDialog, ApplicationEntry, type Application } from "@/entities/applications/answers";
import { ContactLink } from "@/entities/contacts/contact-link";
import { ReachButtons } from "@/entities/contacts/reach";
import { TheirPageDialog, useMayShare } from "@/entities/families/their-page";
import { useHistoryEntry } from "@/entities/history/record-history";
import { useUndoNewest } from "@/entities/history/use-remedies";
import { stateOf, wishesText, type Applicant } from "@/features/litters/waiting-list-words";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { localDay } from "@domain/dates/calendar-days";
import { getErrorData } from "@domain/errors";
import { callAddress, formatCents, formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** If the change fails, a message appears. */
function useChange() {
  const [isBusy, setBusy] = useState(false);
  const run = async (
    work: () => Promise<unknown>,
    done: string | null,
    failed: string,
    undo?: () => void,
  ) => {
    setBusy(true);
    try {
      await work();
      if (done !== null) {
        toast.success(done, undo && { action: { label: "Undo", onClick: undo } });
      }
    } catch (error) {
      const reason = getErrorData(error)?.details.fields?.status;
      toast.error(reason === undefined ? failureText(failed, error) : `${failed}. ${reason}.`);
    }
    setBusy(false);
  };
  return { isBusy, run };
}

type ApplicantRowProps = {
  applicant: Applicant;
  place: number;
  isLast: boolean;
  today: string;
  canWrite: boolean;
  /** Names of the available puppies that match the applicant's wishes. */
  suiting: readonly string[];
  onEdit: () => void;
  onOffer: () => void;
};

/** More puppies than this are only counted. */
const NAMED_PUPPIES = 2;

export function ApplicantRow(props: ApplicantRowProps) {
  const { applicant, place, today, canWrite, suiting } = props;
  const { name, status, depositCents, notes, pausedUntil } = applicant;
  const state = stateOf(applicant, today);
  const isPhone = usePhoneScreen();
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 px-4 py-3">
      <span
        aria-label={`Place ${place}`}
        className="font-title flex size-9 items-center justify-center rounded-full bg-brass-soft text-lg text-brass"
      >
        {place}
      </span>
      <div className="min-w-0">
        <p className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-title text-lg leading-snug break-words">
            <ContactLink contactId={applicant.contactId} name={name} />
          </span>
          {status === "waiting" ? null : <Badge variant={state.variant}>{state.label}</Badge>}
          {depositCents ? <Badge variant="success">Deposit {formatCents(depositCents)}</Badge> : null}
          {pausedUntil === null ? null : (
            <Badge variant="outline">No offers until {formatDay(pausedUntil)}</Badge>
          )}
        </p>
        <p className="break-words">
          {wishesText(applicant)}
          {suiting.length > 0 ? (
            <span className="font-semibold text-success">
              {" · "}
              {suiting.length > NAMED_PUPPIES ? `${suiting.length} puppies` : suiting.join(", ")}
              {suiting.length === 1 ? " suits" : " suit"}
            </span>
          ) : null}
        </p>
        <OfferLine applicant={applicant} />
        <Contact applicant={applicant} hasButtons={isPhone && canWrite} />
        {notes ? <p className="mt-1 max-w-prose text-sm break-words whitespace-pre-wrap">{notes}</p> : null}
      </div>
      {canWrite ? <RowActions {...props} /> : null}
    </li>
  );
}

/** Links are high enough for a thumb. */
const CONTACT_LINK = "inline-flex min-h-7 items-center underline underline-offset-4";

/** With `hasButtons`, there are buttons for calling and writing instead of links. */
function Contact({ applicant, hasButtons }: { applicant: Applicant; hasButtons: boolean }) {
  const { email, phone, address, createdAt, offersDeclined } = applicant;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
      {phone && !hasButtons ? (
        <a href={callAddress(phone)} className={CONTACT_LINK}>
          {phone}
        </a>
      ) : null}
      {email && !hasButtons ? (
        <a href={`mailto:${email}`} className={cn(CONTACT_LINK, "break-all")}>
          {email}
        </a>
      ) : null}
      {address ? <span className="break-words">{address}</span> : null}
      <span>Since {formatDay(localDay(new Date(createdAt)))}</span>
      {offersDeclined > 0 ? (
        <span>{offersDeclined === 1 ? "1 offer declined" : `${offersDeclined} offers declined`}</span>
      ) : null}
    </p>
  );
}

function OfferLine({ applicant: { status, puppy, offerUntil } }: { applicant: Applicant }) {
  if (status !== "offered") return null;
  return (
    <p className="mt-1 font-semibold">
      {puppy?.name ?? "A puppy that was deleted"}
      {offerUntil ? `, to be answered by ${formatDay(offerUntil)}` : ""}
    </p>
  );
}

function RowActions({ applicant, place, isLast, today, onEdit, onOffer }: ApplicantRowProps) {
  const move = useMutation(api.litters.waitingList.move);
  const withdraw = useMutation(api.litters.waitingList.withdraw);
  const answer = useMutation(api.litters.waitingList.answerOffer);
  const revert = useMutation(api.litters.waitingList.revert);
  const undoNewest = useUndoNewest("waitingList");
  const { isBusy, run } = useChange();
  const [isAsking, setAsking] = useState(false);
  const [isPageOpen, setPageOpen] = useState(false);
  const [application, setApplication] = useState<Application | null>(null);
  const mayShare = useMayShare();
  const isPhone = usePhoneScreen();
  const { _id: applicantId, name, status, puppy } = applicant;
  const history = useHistoryEntry({ table: "waitingList", recordId: applicantId, name });
  const leave = () =>
    void run(
      async () => await withdraw({ applicantId }),
      `${name} was removed from the list`,
      `Failed to remove ${name} from the list`,
      () =>
        void run(
          async () => await revert({ applicantId }),
          `${name} is back on the list`,
          `Failed to put ${name} back`,
        ),
    ).then(() => setAsking(false));
  const step = (direction: "up" | "down") =>
    void run(async () => await move({ applicantId, direction }), null, `Failed to move ${name}`);
  const offerAgain = () =>
    void run(
      async () => await undoNewest(applicantId),
      `${puppy?.name ?? "The puppy"} is offered to ${name} again`,
      "Failed to undo",
    );
  const endOffer = () =>
    void run(
      async () => await revert({ applicantId }),
      "Offer withdrawn",
      "Failed to withdraw the offer",
      offerAgain,
    );
  const reply = (isAccepted: boolean) =>
    void run(
      async () => await answer({ applicantId, isAccepted, today }),
      isAccepted ? `${puppy?.name ?? "The puppy"} is reserved for ${name}` : `${name} keeps their place`,
      "Failed to record the answer",
      offerAgain,
    );
  return (
    <>
      <div className="flex items-center gap-1 max-sm:contents">
        <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:col-start-2">
          {status === "offered" ? (
            <>
              <Button size="sm" disabled={isBusy} onClick={() => reply(true)}>
                <Check aria-hidden />
                Accepted
              </Button>
              <Button size="sm" variant="outline" disabled={isBusy} onClick={() => reply(false)}>
                <X aria-hidden />
                Declined
              </Button>
            </>
          ) : (
            <Button size="sm" variant="outline" onClick={onOffer}>
              <Gift aria-hidden />
              Offer Puppy
            </Button>
          )}
          {isPhone ? <ReachButtons contact={applicant} /> : null}
        </div>
        <ActionsMenu name={name}>
          <DropdownMenuItem onSelect={onEdit}>
            <Pencil aria-hidden />
            Edit
          </DropdownMenuItem>
          <DropdownMenuItem disabled={isBusy || place === 1} onSelect={() => step("up")}>
            <ArrowUp aria-hidden />
            Move Up
          </DropdownMenuItem>
          <DropdownMenuItem disabled={isBusy || isLast} onSelect={() => step("down")}>
            <ArrowDown aria-hidden />
            Move Down
          </DropdownMenuItem>
          <ApplicationEntry applicantId={applicantId} onOpen={setApplication} />
          {mayShare ? (
            <DropdownMenuItem onSelect={() => setPageOpen(true)}>
              <PanelTop aria-hidden />
              Their Page
            </DropdownMenuItem>
          ) : null}
          {history.entry}
          {status === "offered" ? (
            <DropdownMenuItem disabled={isBusy} onSelect={endOffer}>
              <Undo2 aria-hidden />
              Withdraw Offer
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem
            variant="destructive"
            disabled={isBusy}
            onSelect={() => (status === "offered" ? setAsking(true) : leave())}
          >
            <UserMinus aria-hidden />
            Remove from List
          </DropdownMenuItem>
        </ActionsMenu>
      </div>
      {history.dialog}
      {application ? (
        <ApplicationDialog application={application} onClose={() => setApplication(null)} />
      ) : null}
      {isPageOpen ? (
        <TheirPageDialog family={{ applicantId }} name={name} onClose={() => setPageOpen(false)} />
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${name} from the list?`}
        confirmLabel="Remove from List"
        busyLabel="Saving..."
        isBusy={isBusy}
        onConfirm={leave}
        onCancel={() => setAsking(false)}
      >
        <p>The offer of {puppy?.name ?? "the puppy"} ends as well and has to be made again.</p>
      </ConfirmDialog>
    </>
  );
}

type FormerRowProps = { applicant: Applicant; today: string; canWrite: boolean };

export function FormerRow({ applicant, today, canWrite }: FormerRowProps) {
  const revert = useMutation(api.litters.waitingList.revert);
  const remove = useMutation(api.litters.waitingList.remove);
  const { isBusy, run } = useChange();
  const [isAsking, setAsking] = useState(false);
  const { _id: applicantId, name, puppy } = applicant;
  const state = stateOf(applicant, today);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-40 break-words">
        {name}
        {puppy ? <span className="text-muted-foreground">, {puppy.name}</span> : null}
      </span>
      <Badge variant={state.variant}>{state.label}</Badge>
      {canWrite ? (
        <span className="flex gap-1">
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Put ${name} back on the list`}
            disabled={isBusy}
            onClick={() =>
              void run(
                async () => await revert({ applicantId }),
                `${name} is back on the list`,
                `Failed to put ${name} back`,
              )
            }
          >
            <RotateCcw aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Delete ${name}`}
            disabled={isBusy}
            onClick={() => setAsking(true)}
          >
            <Trash2 aria-hidden />
          </Button>
        </span>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${name} for good?`}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isBusy={isBusy}
        onConfirm={() =>
          void run(
            async () => await remove({ applicantId }),
            "Applicant deleted",
            "Failed to delete applicant",
          )
        }
        onCancel={() => setAsking(false)}
      >
        <p>Name, address and wishes are deleted for everybody.</p>
      </ConfirmDialog>
    </li>
  );
}
