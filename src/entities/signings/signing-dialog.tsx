/** Everything about a document to sign: its events, its mail, its files, and the kennel's steps. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Download, FileText } from "lucide-react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { late } from "@/components/late";
import { Loaded } from "@/components/loaded";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import { TitledDialog } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { STATUS_LOOKS, nextLine, type Signing } from "@/entities/signings/signings";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { useIdentity } from "@/identity/identity";
import { apiUrl } from "@/lib/api-url";
import { failureText } from "@/lib/failure-text";
import { ConvexError } from "convex/values";
import type { FunctionReturnType } from "convex/server";
import { ERRORS, type ErrorCode, type ErrorData } from "@domain/errors";
import { formatMoment } from "@domain/formatting/formatting";
import { INTENT, grouped, statusAfter } from "@domain/signings/rules";
import { actorName, eventText, STATUS_LABELS } from "@domain/signings/words";
import { deviceLabel } from "@domain/text/device-label";
import { NO_CHOICE } from "@/entities/contracts/contract-address";
import { api } from "@convex/_generated/api";

const ContractDialog = late(
  async () => (await import("@/entities/contracts/contract-dialog")).ContractDialog,
);

type SigningProps = { signing: Signing; onClose: () => void };

/** The result looks like an error of a server function. */
function refusalOf(status: number, body: unknown): Error {
  const { message, errors } = (body ?? {}) as { message?: string; errors?: Record<string, string> };
  const code = (Object.keys(ERRORS) as ErrorCode[]).find((each) => ERRORS[each].status === status);
  return new ConvexError<ErrorData>({
    code: errors ? "VALIDATION_FAILED" : (code ?? "INTERNAL"),
    message: message ?? ERRORS.INTERNAL.message,
    details: errors ? { fields: errors } : {},
  });
}

/** Signs by the REST API, because there the server sees the signer's network address. */
function useCounterSign() {
  const { fetchToken } = useIdentity();
  return async (signingId: string, signature: { name: string; password?: string }) => {
    const token = await fetchToken?.();
    const response = await fetch(apiUrl(`/signings/${signingId}/sign`), {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token ?? ""}` },
      body: JSON.stringify(signature),
    });
    if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => null));
  };
}

/** The name is filled in. The password is asked for only if the user entered it long ago. */
export function CounterSignDialog({ signing, onClose }: SigningProps) {
  const { user } = useIdentity();
  const sign = useCounterSign();
  const [name, setName] = useState(user?.name ?? "");
  const [password, setPassword] = useState<string | null>(null);
  const { errors, failure, isSaving, save } = useSaving();
  const needsPassword = password !== null || errors.password !== undefined;
  const store = async () =>
    await save(async () => {
      await sign(signing._id, { name, ...(password === null ? {} : { password }) });
      toast.success(signing.signedBy.length === 0 ? "Signed" : "Signed by both sides");
      onClose();
    }, unlessAtField("Failed to sign"));
  return (
    <SaveDialog
      title={signing.signedBy.length === 0 ? "Sign" : "Counter-Sign"}
      description={signing.title}
      size="sm"
      isSaving={isSaving}
      isSaveDisabled={name.trim() === ""}
      failure={failure}
      saveLabel="I Sign"
      busyLabel="Signing..."
      onSave={store}
      onClose={onClose}
    >
      <p>{INTENT}</p>
      <a
        className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
        href={`${apiUrl(signing.filePath)}&show=true`}
        target="_blank"
        rel="noreferrer"
      >
        <FileText aria-hidden className="size-4" />
        Read the document
      </a>
      <TextField
        label="Your full name"
        value={name}
        error={errors.name}
        autoComplete="name"
        onText={setName}
      />
      {needsPassword ? (
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password ?? ""}
          error={errors.password}
          onText={setPassword}
        />
      ) : null}
    </SaveDialog>
  );
}

type Events = FunctionReturnType<typeof api.signings.signings.events>;

const MAIL_LABELS: Record<Events["mails"][number]["kind"], string> = {
  sign: "to sign",
  reminder: "reminder",
  your_turn: "signed by the family",
  complete: "signed by both sides",
  declined: "declined",
  withdrawn: "withdrawn",
  expired: "expired",
};

const MAIL_STATES: Record<Events["mails"][number]["state"], string> = {
  waiting: "is being sent",
  sent: "sent",
  failed: "could not be sent",
  not_set_up: "not sent, because email is not set up",
};

function EventList({ events, signing }: { events: Events; signing: Signing }) {
  return (
    <>
      {events.brokenAt === null ? null : (
        <Alert variant="error">
          Event {events.brokenAt} was changed after it was recorded. Do not rely on this document.
        </Alert>
      )}
      <ol aria-label="What happened" className="divide-y">
        {events.events.map((event) => (
          <li key={event.number} className="py-2 text-sm">
            <p className="font-semibold">
              {eventText(event)}, {actorName(event, signing.parties)}
            </p>
            <p className="break-words text-muted-foreground">
              {[
                formatMoment(event.at),
                event.from,
                event.device === undefined ? null : deviceLabel(event.device),
                event.typedName === undefined ? null : `as “${event.typedName}”`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {event.reason === undefined ? null : (
              <p className="break-words whitespace-pre-wrap">{event.reason}</p>
            )}
          </li>
        ))}
      </ol>
      {events.mails.length === 0 ? null : (
        <ul aria-label="Mail" className="flex flex-col gap-1 text-sm">
          {events.mails.map(({ kind, to, at, state, answer }) => (
            <li key={`${kind} ${to} ${at}`} className="break-words">
              Mail to {to}, {MAIL_LABELS[kind]}: {MAIL_STATES[state]}
              {state === "failed" && answer ? ` (${answer})` : ""}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** For a family that the mail did not reach. */
function FamilyAddress({ signing: { placementId, parties } }: { signing: Signing }) {
  const { kennelId, can } = useKennel();
  const mayRead = can("breeding", "write") && can("finances", "write");
  const link = useLiveQuery(api.families.links.get, mayRead ? { kennelId, placementId } : "skip");
  const address = link.data?.address;
  if (!address) return null;
  return (
    <TextField
      label={`Address of the page of ${parties.family}`}
      helper="Send it to nobody else. Whoever signs also needs a code."
      readOnly
      value={address}
      onFocus={({ target }) => target.select()}
    />
  );
}

export function SigningDialog({ signing, onClose }: SigningProps) {
  const { can } = useKennel();
  const events = useLiveQuery(api.signings.signings.events, { signingId: signing._id });
  const placement = useLiveQuery(api.placements.placements.get, { placementId: signing.placementId });
  const [isReplacing, setReplacing] = useState(false);
  const [choice, setChoice] = useState(NO_CHOICE);
  /**
   * Set while the user is asked whether to withdraw the document. `seen` is the document's state at that moment.
   */
  const [asked, setAsked] = useState<{ seen: Signing["status"] } | null>(null);
  const mutations = {
    send: useMutation(api.signings.signings.send),
    remind: useMutation(api.signings.signings.remind),
    withdraw: useMutation(api.signings.signings.withdraw),
  };
  const { failure, isSaving, save } = useSaving({ staysOpen: true });
  const { title, status, sha256, finalSha256, parties, familyEmail } = signing;
  const mayWrite = can("breeding", "write") && can("finances", "write");
  const may = (step: "send" | "remind" | "withdraw") =>
    mayWrite && statusAfter(signing, step, "kennel") !== null;
  const run = async (step: "send" | "remind" | "withdraw", done: string) =>
    await save(
      async () => {
        if (step === "withdraw") await mutations.withdraw({ signingId: signing._id, seen: asked?.seen });
        else await mutations[step]({ signingId: signing._id });
        toast.success(done);
        setAsked(null);
      },
      (error) => failureText("This was not possible", error),
    );
  const line = nextLine(signing);
  const found = placement.data;
  const isTold = (events.data?.mails ?? []).some(({ side, state }) => side === "family" && state === "sent");
  if (isReplacing && found?.breedingId && found.puppyId) {
    return (
      <ContractDialog
        breedingId={found.breedingId}
        puppyId={found.puppyId}
        about={`${found.name ?? "This puppy"} for ${parties.family}, in place of ${title}`}
        kinds={["sale", "coown"]}
        replacesId={signing._id}
        choice={choice}
        onChoice={setChoice}
        onClose={onClose}
      />
    );
  }
  return (
    <TitledDialog
      title={title}
      description={`${parties.kennel} and ${parties.family}`}
      size="md"
      onClose={onClose}
    >
      <DialogBody
        className="flex flex-col gap-4"
        tabIndex={0}
        role="region"
        aria-label={`Details of ${title}`}
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge variant={STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
          {line}
        </p>
        {may("remind") && (familyEmail === null || !isTold) ? <FamilyAddress signing={signing} /> : null}
        <dl className="text-sm">
          <dt className="font-semibold">Fingerprint of the document (SHA-256)</dt>
          <dd className="font-mono break-words">{grouped(sha256)}</dd>
          {finalSha256 === null ? null : (
            <>
              <dt className="mt-2 font-semibold">Fingerprint of the PDF with the signatures</dt>
              <dd className="font-mono break-words">{grouped(finalSha256)}</dd>
            </>
          )}
        </dl>
        <Loaded query={events} failureText="Failed to load what happened. Please try again." height="h-40">
          {(data) => <EventList events={data} signing={signing} />}
        </Loaded>
        {failure && asked === null ? <Alert variant="error">{failure}</Alert> : null}
      </DialogBody>
      <DialogFooter className="flex-wrap">
        {may("withdraw") ? (
          <Button variant="outline" disabled={isSaving} onClick={() => setAsked({ seen: status })}>
            Withdraw
          </Button>
        ) : null}
        {mayWrite && status !== "draft" && found?.endedAt === null ? (
          <Button variant="outline" disabled={isSaving} onClick={() => setReplacing(true)}>
            Replace
          </Button>
        ) : null}
        {may("remind") ? (
          <Button variant="outline" disabled={isSaving} onClick={() => void run("remind", "Reminder sent")}>
            Remind
          </Button>
        ) : null}
        <Button variant="outline" asChild>
          <a href={apiUrl(signing.finalPath ?? signing.filePath)} download>
            <Download aria-hidden />
            Download
          </a>
        </Button>
        {may("send") ? (
          <Button disabled={isSaving} onClick={() => void run("send", `Sent to ${parties.family}`)}>
            Send
          </Button>
        ) : null}
      </DialogFooter>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Withdraw this document?"
        confirmLabel="Withdraw"
        busyLabel="Withdrawing..."
        isBusy={isSaving}
        error={failure}
        onConfirm={() => void run("withdraw", "Withdrawn")}
        onCancel={() => setAsked(null)}
      >
        <p>It can no longer be signed. It stays in the list, and you can send a new one.</p>
      </ConfirmDialog>
    </TitledDialog>
  );
}
