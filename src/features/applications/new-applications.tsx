/**
 * New applications above the waiting list: the applicants, their wishes and answers, and the decision. On a wide
 * screen the answers are beside the list, and arrow keys move through the list. The key `L` adds the applicant to
 * the waiting list, and `D` declines.
 */
import { useRef, useState, type KeyboardEvent } from "react";
import { useConvex, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Check, ChevronDown, ChevronUp, Flag, Mail, RotateCcw, X } from "lucide-react";
import { toast } from "sonner";
import { TitledDialog } from "@/components/titled-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Answers } from "@/entities/applications/answers";
import { ContactLink } from "@/entities/contacts/contact-link";
import { useHistoryEntry } from "@/entities/history/record-history";
import { ActionsMenu } from "@/components/actions-menu";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useWideScreen } from "@/hooks/use-wide-screen";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { applicationStatusLabels, doubtLabels } from "@domain/applications/rules";
import { letterWords } from "@domain/applications/letters";
import { localDay } from "@domain/dates/calendar-days";
import { genderLabels } from "@domain/dogs/words";
import { getErrorData } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";

type Inbox = FunctionReturnType<typeof api.applications.applications.inbox>;
type Application = Inbox["received"][number];
type Doubted = Inbox["doubted"][number];
type Decision = "accept" | "decline";

const decidedText = {
  accept: (name: string) => `${name} is on the list`,
  decline: (name: string) => `${name} was declined`,
} as const;

/** Shown if somebody else has already decided. */
const doneText: Record<Application["status"], (name: string) => string> = {
  received: (name) => `took the decision on ${name} back`,
  listed: (name) => `put ${name} on the list`,
  declined: (name) => `declined ${name}`,
  withdrawn: (name) => `withdrew the application of ${name}`,
};

/** 'Any puppy' if there are no wishes. */
function wishesOf({ gender, color, breed, wantedFrom }: Application | Doubted): string {
  const parts = [
    gender && genderLabels[gender],
    color,
    breed,
    wantedFrom === null ? null : `from ${formatDay(wantedFrom)}`,
  ].filter((part) => part !== null);
  const text = parts.length === 0 ? "any puppy" : parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The message after a decision has an undo button. */
function useDecision() {
  const convex = useConvex();
  const decisions = {
    accept: useMutation(api.applications.applications.accept),
    decline: useMutation(api.applications.applications.decline),
  };
  const reopen = useMutation(api.applications.applications.reopen);
  const [busyId, setBusyId] = useState<string | null>(null);
  const undo = async ({ _id: applicationId, name }: Application) => {
    try {
      await reopen({ applicationId });
      toast.success(`${name} is a new application again`);
    } catch (error) {
      toast.error(failureText(`Failed to undo the decision on ${name}`, error));
    }
  };
  /** Returns whether somebody had already decided. */
  const tellWhoDecided = async ({ _id: applicationId, name, updatedAt }: Application, error: unknown) => {
    if (getErrorData(error)?.code !== "STALE_UPDATE") return false;
    const { editsSince, get } = api.applications.applications;
    const [edits, now] = await Promise.all([
      convex.query(editsSince, { applicationId, since: updatedAt }),
      convex.query(get, { applicationId }),
    ]);
    const [last] = edits;
    const who = last?.isSelf ? "You" : (last?.name ?? "Somebody else");
    toast.info(`${who} ${doneText[now.status](name)}`);
    return true;
  };
  const decide = async (application: Application, decision: Decision, withLetter = false) => {
    const { _id: applicationId, name } = application;
    setBusyId(applicationId);
    try {
      await decisions[decision]({ applicationId, withLetter });
      toast.success(decidedText[decision](name), {
        action: { label: "Undo", onClick: () => void undo(application) },
      });
    } catch (error) {
      const wasTold = await tellWhoDecided(application, error).catch(() => false);
      if (!wasTold) toast.error(failureText(`Failed to decide on ${name}`, error));
    }
    setBusyId(null);
  };
  return { decide, undo, busyId };
}

/** Renders nothing if there are no new applications, or if the user may not see contacts. */
export function NewApplications() {
  const { kennelId, hasRight } = useKennel();
  const inbox = useLiveQuery(
    api.applications.applications.inbox,
    hasRight("finances", "read") && hasRight("breeding", "read") ? { kennelId } : "skip",
  ).data;
  if (!inbox || inbox.received.length + inbox.doubted.length + inbox.ended.length === 0) return null;
  return <Applications inbox={inbox} />;
}

function Applications({ inbox: { received, doubted, ended } }: { inbox: Inbox }) {
  const { can } = useKennel();
  const canWrite = can("breeding", "write") && can("finances", "write");
  const isWide = useWideScreen();
  const { decide, undo, busyId } = useDecision();
  const [openId, setOpenId] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ application: Application; decision: Decision } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const isNone = received.length === 0;
  const open = received.find(({ _id }) => _id === openId) ?? (isWide ? received[0] : undefined);
  const walk = (by: number) => {
    const index = received.findIndex(({ _id }) => _id === open?._id);
    const next = received[Math.min(Math.max(index + by, 0), received.length - 1)];
    if (!next) return;
    setOpenId(next._id);
    list.current?.querySelector<HTMLElement>(`[data-id="${next._id}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !open) return;
    const key = event.key.toLowerCase();
    if (key === "arrowdown") walk(1);
    else if (key === "arrowup") walk(-1);
    else if (key === "l" && canWrite && busyId === null) void decide(open, "accept");
    else if (key === "d" && canWrite && busyId === null) void decide(open, "decline");
    else return;
    event.preventDefault();
  };
  return (
    <section aria-labelledby="new-applications" className="mb-6 rounded-lg border bg-card p-4 shadow-page">
      <h2 id="new-applications" className="font-title flex items-center gap-2 text-lg">
        <Flag aria-hidden className="size-5 text-brass" />
        {isNone
          ? "No new applications"
          : received.length === 1
            ? "1 new application"
            : `${received.length} new applications`}
      </h2>
      {isNone ? null : (
        <div className={cn("mt-3 grid gap-4", isWide && "grid-cols-[minmax(0,1fr)_minmax(0,1fr)]")}>
          <ul ref={list} aria-label="New applications" className="divide-y" onKeyDown={onKey}>
            {received.map((application) => (
              <ApplicationRow
                key={application._id}
                application={application}
                isOpen={application._id === open?._id}
                isBeside={isWide}
                isBusy={busyId === application._id}
                canWrite={canWrite}
                onOpen={() => setOpenId(!isWide && application._id === open?._id ? null : application._id)}
                onDecide={(decision) => setAsked({ application, decision })}
              />
            ))}
          </ul>
          {isWide && open ? (
            <div className="sticky top-20 max-h-[calc(100dvh-6rem)] self-start overflow-y-auto rounded-md border bg-background p-4">
              <h3 className="font-title mb-2 text-lg break-words">{open.name}</h3>
              <Answers application={open} />
              {canWrite ? (
                <p className="mt-3 text-sm text-muted-foreground">
                  In the list: arrow keys to walk, L to put on the list, D to decline.
                </p>
              ) : null}
            </div>
          ) : null}
        </div>
      )}
      <DoubtedList doubted={doubted} canWrite={canWrite} />
      <EndedList ended={ended} canWrite={canWrite} onReopen={(application) => void undo(application)} />
      {asked ? (
        <DecisionDialog
          {...asked}
          onDecide={(withLetter) => {
            setAsked(null);
            void decide(asked.application, asked.decision, withLetter);
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </section>
  );
}

type ApplicationRowProps = {
  application: Application;
  isOpen: boolean;
  /** Whether the answers are beside the list instead of inside the list. */
  isBeside: boolean;
  isBusy: boolean;
  canWrite: boolean;
  onOpen: () => void;
  onDecide: (decision: Decision) => void;
};

function ApplicationRow(props: ApplicationRowProps) {
  const { application, isOpen, isBeside, isBusy, canWrite, onOpen, onDecide } = props;
  const { _id, name, sentAt, isConfirmed, isRepeated, twins } = application;
  const history = useHistoryEntry({ table: "applications", recordId: _id, name });
  return (
    <li className={cn("py-3", isBeside && isOpen && "-mx-2 rounded-md bg-accent/50 px-2")}>
      <button
        type="button"
        data-id={_id}
        aria-expanded={isOpen}
        onClick={onOpen}
        className="flex min-h-11 w-full items-center gap-2 text-left"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-title min-w-0 text-lg break-words">{name}</span>
          {isConfirmed ? null : <Badge variant="warning">Email not confirmed</Badge>}
          {isRepeated ? <Badge variant="outline">Applied before</Badge> : null}
          <span className="text-sm text-muted-foreground">{formatDay(localDay(new Date(sentAt)))}</span>
        </span>
        {isBeside ? null : (
          <span aria-hidden>
            {isOpen ? <ChevronUp className="size-5" /> : <ChevronDown className="size-5" />}
          </span>
        )}
      </button>
      <p className="break-words">{wishesOf(application)}</p>
      {twins.length > 0 ? (
        <p className="text-sm text-muted-foreground">
          {twins.some(({ by }) => by !== "name") ? "In your contacts: " : "Same name in your contacts: "}
          {twins.map(({ contactId, name: twin, by }, index) => (
            <span key={contactId}>
              {index > 0 ? ", " : ""}
              <ContactLink contactId={contactId} name={twin} />
              {by === "name" ? "" : ` (same ${by})`}
            </span>
          ))}
        </p>
      ) : null}
      {isOpen && !isBeside ? (
        <div className="mt-2">
          <Answers application={application} />
        </div>
      ) : null}
      {canWrite ? (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            disabled={isBusy}
            aria-label={`Put ${name} on the list`}
            onClick={() => onDecide("accept")}
          >
            <Check aria-hidden />
            Put on List
          </Button>
          <Button
            size="sm"
            variant="outline"
            disabled={isBusy}
            aria-label={`Decline ${name}`}
            onClick={() => onDecide("decline")}
          >
            <X aria-hidden />
            Decline
          </Button>
          <ActionsMenu name={name}>{history.entry}</ActionsMenu>
        </div>
      ) : null}
      {history.dialog}
    </li>
  );
}

type DecisionDialogProps = {
  application: Application;
  decision: Decision;
  onDecide: (withLetter: boolean) => void;
  onClose: () => void;
};

/** Asks whether to notify the applicant, and shows the letter. */
function DecisionDialog({
  application: { name, email, isConfirmed },
  decision,
  onDecide,
  onClose,
}: DecisionDialogProps) {
  const { kennel } = useKennel();
  const { subject, lines } = letterWords(decision === "accept" ? "listed" : "declined", kennel.name);
  const isAccept = decision === "accept";
  return (
    <TitledDialog
      title={isAccept ? `Put ${name} on the list?` : `Decline ${name}?`}
      description={
        isAccept
          ? "They are added at the end of your waiting list, with their wishes."
          : "The application is deleted after 90 days. Until then you can take this back."
      }
      onClose={onClose}
    >
      <DialogBody>
        <div className="rounded-md border bg-background p-4">
          <p className="mb-2 flex items-center gap-2 text-sm text-muted-foreground">
            <Mail aria-hidden className="size-4" />
            The letter to {email}
            {isConfirmed ? "" : ", which was not confirmed"}
          </p>
          <p className="font-semibold">{subject}</p>
          {["Hello,", ...lines].map((line) => (
            <p key={line} className="mt-2">
              {line}
            </p>
          ))}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={() => onDecide(false)}>
          {isAccept ? "Put on List" : "Decline"}
        </Button>
        <Button onClick={() => onDecide(true)}>
          {isAccept ? "Put on List and Write" : "Decline and Write"}
        </Button>
      </DialogFooter>
    </TitledDialog>
  );
}

function DoubtedList({ doubted, canWrite }: { doubted: readonly Doubted[]; canWrite: boolean }) {
  const { kennelId } = useKennel();
  const keep = useMutation(api.applications.applications.keep);
  if (doubted.length === 0) return null;
  const run = async ({ _id: draftId, name }: Doubted) => {
    try {
      await keep({ kennelId, draftId });
      toast.success(`${name} is a new application`);
    } catch (error) {
      toast.error(failureText(`Failed to keep ${name}`, error));
    }
  };
  return (
    <details className="mt-3 border-t pt-3">
      <summary className="min-h-7 cursor-pointer text-muted-foreground pointer-coarse:leading-11">
        {doubted.length === 1
          ? "1 more looks like the work of a program"
          : `${doubted.length} more look like the work of a program`}
      </summary>
      <p className="my-2 text-sm text-muted-foreground">They got no mail and are deleted after 48 hours.</p>
      <ul className="divide-y">
        {doubted.map((each) => (
          <li key={each._id} className="flex flex-col gap-2 py-3">
            <p className="font-semibold break-words">{each.name}</p>
            <p className="text-sm text-muted-foreground">
              {each.doubts.map((doubt) => doubtLabels[doubt]).join(", ")}
            </p>
            <Answers application={each} />
            {canWrite ? (
              <Button size="sm" variant="outline" className="self-start" onClick={() => void run(each)}>
                Keep
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

type EndedListProps = {
  ended: readonly Application[];
  canWrite: boolean;
  onReopen: (application: Application) => void;
};

function EndedList({ ended, canWrite, onReopen }: EndedListProps) {
  if (ended.length === 0) return null;
  return (
    <details className="mt-3 border-t pt-3">
      <summary className="min-h-7 cursor-pointer text-muted-foreground pointer-coarse:leading-11">
        Declined and withdrawn ({ended.length})
      </summary>
      <ul className="divide-y">
        {ended.map((application) => (
          <li key={application._id} className="flex flex-wrap items-center gap-2 py-2">
            <span className="min-w-0 flex-1 basis-40 break-words">{application.name}</span>
            <Badge variant="outline">{applicationStatusLabels[application.status]}</Badge>
            {canWrite && application.status === "declined" ? (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Look at ${application.name} again`}
                onClick={() => onReopen(application)}
              >
                <RotateCcw aria-hidden />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
