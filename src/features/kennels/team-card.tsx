/** The people of the kennel: names and rights, adding and removing. */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Pencil, Send, UserMinus, UserPlus } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { ActionsMenu } from "@/components/actions-menu";
import { Loaded } from "@/components/loaded";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import { TitledDialog } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import { avatarUrl } from "@/entities/people/avatar-url";
import { type Rights, RightsFields } from "@/features/kennels/rights-fields";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { always, useSaving } from "@/hooks/use-saving";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { INVITATION_DAYS } from "@domain/kennels/rules";
import { AREAS } from "@domain/permissions/rules";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { areaLabels, levelLabels, roleLabels } from "@domain/permissions/words";
import { areasBeyond } from "@domain/permissions/permissions";
import { newMemberSchema } from "@domain/kennels/schemas";
import { fieldErrorsOf } from "@domain/records/parse";

type OpenDialog = { kind: "add" } | { kind: "edit" | "remove" | "link"; member: Member } | null;

export function TeamCard() {
  const { kennelId, can, role, kennel } = useKennel();
  const members = useLiveQuery(api.kennels.members.list, { kennelId });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const canWrite = can("members", "write");
  const close = () => setDialog(null);

  /** Nobody can change a member who has more rights than they do. */
  const canManage = (member: Member): boolean =>
    canWrite &&
    !member.isSelf &&
    (member.role !== "owner" || role === "owner") &&
    areasBeyond(member.effectivePermissions, kennel.permissions).length === 0;

  return (
    <Card id="team">
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-3">
        <div>
          <CardTitle>Team</CardTitle>
          <CardDescription>Everyone here works in the same kennel and sees changes at once.</CardDescription>
        </div>
        {canWrite ? (
          <Button variant="outline" onClick={() => setDialog({ kind: "add" })}>
            <UserPlus aria-hidden />
            Add Person
          </Button>
        ) : null}
      </CardHeader>
      <CardContent>
        <Loaded query={members} failureText="Failed to load kennels" height="h-24">
          {(data) => (
            <ul aria-label="Team" className="flex flex-col divide-y">
              {data.map((member) => (
                <MemberRow
                  key={member.userId ?? member.invitationId}
                  member={member}
                  canManage={canManage(member)}
                  isBesideMenus={canWrite}
                  onEdit={() => setDialog({ kind: "edit", member })}
                  onLink={() => setDialog({ kind: "link", member })}
                  onRemove={() => setDialog({ kind: "remove", member })}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </CardContent>
      {dialog?.kind === "add" ? (
        <AddMemberDialog onClose={close} onInvited={(member) => setDialog({ kind: "link", member })} />
      ) : null}
      {dialog?.kind === "link" ? (
        <InvitationLinkDialog member={dialog.member} team={members.data ?? []} onClose={close} />
      ) : null}
      {dialog?.kind === "edit" ? <EditMemberDialog member={dialog.member} onClose={close} /> : null}
      {dialog?.kind === "remove" ? <RemoveMemberDialog member={dialog.member} onClose={close} /> : null}
    </Card>
  );
}

type MemberRowProps = {
  member: Member;
  canManage: boolean;
  /** If another row may have a menu, this row reserves the menu's space. */
  isBesideMenus: boolean;
  onEdit: () => void;
  onLink: () => void;
  onRemove: () => void;
};

/** Null if there is no pending invitation or offer. */
function waitingText({ isInvited, waiting }: Member, now: number): string | null {
  if (waiting === null) return null;
  if (!waiting.isVouchedFor) return "The person who sent it can no longer invite; send it again";
  const { expiresAt } = waiting;
  if (expiresAt === null) return isInvited ? "Not accepted yet" : "Asked to become an owner";
  if (expiresAt <= now) return "Not accepted in time; send it again";
  const until = formatDay(localDay(new Date(expiresAt)));
  return isInvited
    ? `Not accepted yet; valid until ${until}`
    : `Asked to become an owner; valid until ${until}`;
}

/** Lists the rights that differ from the role's rights, for example 'Health: View'. */
function overridesText({ permissions }: Member): string {
  return AREAS.flatMap((area) => {
    const level = permissions[area];
    return level ? [`${areaLabels[area]}: ${levelLabels[level]}`] : [];
  }).join(", ");
}

/** Users with the right see a menu. */
function MemberRow({ member, canManage, isBesideMenus, onEdit, onLink, onRemove }: MemberRowProps) {
  const waiting = waitingText(member, useNow());
  const differences = overridesText(member);
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <Avatar name={member.name || member.email} imageUrl={avatarUrl(member.avatarPath)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 sm:flex-row sm:items-center sm:gap-3">
        <div className="min-w-0 sm:flex-1">
          <p className="font-semibold wrap-anywhere">
            {member.isInvited ? member.email : member.name}
            {member.isSelf ? <span className="font-normal text-muted-foreground"> (you)</span> : null}
          </p>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {member.isInvited ? waiting : member.email}
          </p>
          {!member.isInvited && waiting ? <p className="text-sm text-muted-foreground">{waiting}</p> : null}
          {differences ? <p className="text-sm text-muted-foreground">{differences}</p> : null}
        </div>
        <div className="flex shrink-0 items-center gap-1.5">
          {member.isInvited ? <Badge variant="warning">Invited</Badge> : null}
          <Badge variant={member.role === "owner" ? "brass" : "neutral"}>{roleLabels[member.role]}</Badge>
        </div>
      </div>
      {canManage ? (
        <ActionsMenu name={member.email}>
          {member.waiting === null ? null : (
            <DropdownMenuItem onSelect={onLink}>
              <Send aria-hidden />
              {member.isInvited ? "Send or Copy Invitation" : "Offer of Ownership"}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={onEdit}>
            <Pencil aria-hidden />
            Change Role
          </DropdownMenuItem>
          <DropdownMenuItem variant="destructive" onSelect={onRemove}>
            <UserMinus aria-hidden />
            {member.isInvited ? "Withdraw Invitation" : "Remove"}
          </DropdownMenuItem>
        </ActionsMenu>
      ) : isBesideMenus ? (
        <span className="w-9 shrink-0" />
      ) : null}
    </li>
  );
}

function EditMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { kennelId, kennel, role } = useKennel();
  const update = useMutation(api.kennels.members.update);
  const [rights, setRights] = useState<Rights>({ role: member.role, permissions: member.permissions });
  const { failure, isSaving, save } = useSaving();

  const store = async () =>
    await save(async () => {
      await update({ kennelId, ...personOf(member), ...rights });
      toast.success(
        rights.role === "owner" && member.role !== "owner" && !member.isInvited
          ? `${member.name} is asked to become an owner`
          : "Role changed",
      );
      onClose();
    }, always("Failed to save user"));

  return (
    <TitledDialog title="Change Role" description={member.email} onClose={onClose}>
      <DialogBody className="flex flex-col gap-4">
        <RightsFields rights={rights} ownRole={role} own={kennel.permissions} onChange={setRights} />
        {failure ? <Alert variant="error">{failure}</Alert> : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void store()} disabled={isSaving}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </DialogFooter>
    </TitledDialog>
  );
}

function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { kennelId } = useKennel();
  const remove = useMutation(api.kennels.members.remove);
  const name = member.isInvited ? member.email : member.name;
  const act = async () => {
    await remove({ kennelId, ...personOf(member) });
    toast.success(member.isInvited ? "Invitation withdrawn" : `${name} was removed`);
    onClose();
  };
  return (
    <ActionQuestion
      title={member.isInvited ? `Withdraw the invitation of ${name}?` : `Remove ${name} from the kennel?`}
      confirmLabel={member.isInvited ? "Withdraw" : "Remove"}
      busyLabel={member.isInvited ? "Withdrawing..." : "Removing..."}
      act={act}
      failureOf={(error) => failureText("Failed to remove user", error)}
      onCancel={onClose}
    >
      <p>
        {member.isInvited
          ? "Its link stops working at once."
          : "They lose access at once, also on pages they have open. What they recorded stays."}
      </p>
    </ActionQuestion>
  );
}

type AddMemberDialogProps = { onClose: () => void; onInvited: (member: Member) => void };

/** Rights for single areas may differ from the role's rights. */
function AddMemberDialog({ onClose, onInvited }: AddMemberDialogProps) {
  const { kennelId, kennel, role } = useKennel();
  const add = useMutation(api.kennels.members.add);
  const [email, setEmail] = useState("");
  const [rights, setRights] = useState<Rights>({ role: "viewer", permissions: {} });
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();

  const store = async () => {
    const parsed = newMemberSchema.safeParse({ email, ...rights });
    check(parsed.success ? {} : fieldErrorsOf(parsed.error));
    if (!parsed.success) return;
    await save(async () => {
      const member = await add({ kennelId, ...parsed.data });
      toast.success(`${member.email} is invited`);
      onInvited(member);
    }, always("Failed to add user"));
  };

  return (
    <SaveDialog
      title="Add a Person"
      description="They are invited, and join when they accept, with their own account or by creating one."
      isSaving={isSaving}
      onClose={onClose}
      failure={failure}
      saveLabel="Add Person"
      onSave={store}
    >
      <TextField
        label="Email"
        required
        error={errors.email}
        type="email"
        autoComplete="off"
        value={email}
        onText={(text) => {
          setEmail(text);
          setErrors({});
        }}
      />
      <RightsFields rights={rights} ownRole={role} own={kennel.permissions} onChange={setRights} />
    </SaveDialog>
  );
}

type InvitationLinkDialogProps = {
  member: Member;
  /** The current team, because the invited person may join while the dialog is open. */
  team: readonly Member[];
  onClose: () => void;
};

/** For an invitation that is no longer pending. */
function settledText({ email, isInvited }: Member, team: readonly Member[]): string {
  const joined = team.find((one) => one.email === email && !one.isInvited);
  if (joined && isInvited) return `${joined.name} has joined the kennel.`;
  if (joined?.role === "owner") return `${joined.name} is an owner of the kennel now.`;
  return isInvited
    ? "This invitation is no longer open: it was accepted or withdrawn."
    : "This offer is no longer open: it was declined or withdrawn.";
}

/** Copying the link, sending the invitation again, and withdrawing an offer of ownership. */
function InvitationLinkDialog({ member, team, onClose }: InvitationLinkDialogProps) {
  const isWaiting = team.some((one) => one.waiting?.invitationId === member.waiting?.invitationId);
  const [wasWaiting, setWaiting] = useState(isWaiting);
  if (isWaiting && !wasWaiting) setWaiting(true);
  const title = member.isInvited ? "Invitation" : "Offer of Ownership";
  return isWaiting || !wasWaiting ? (
    <WaitingInvitation title={title} member={member} onClose={onClose} />
  ) : (
    <TitledDialog title={title} description={settledText(member, team)} onClose={onClose}>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </TitledDialog>
  );
}

type WaitingInvitationProps = { title: string; member: Member; onClose: () => void };

function WaitingInvitation({ title, member, onClose }: WaitingInvitationProps) {
  const { kennelId } = useKennel();
  const invitationId = member.waiting?.invitationId ?? "";
  const link = useLiveQuery(api.kennels.invitations.link, { kennelId, invitationId });
  const isMailed = useLiveQuery(api.mail.accountMails.isDelivered, {}).data === true;
  const renew = useMutation(api.kennels.invitations.renew);
  const withdraw = useMutation(api.kennels.members.remove);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      toast.success(done);
      onClose();
    } catch (error) {
      setFailure(failureText("Failed to save user", error));
      setBusy(false);
    }
  };
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Link copied");
    } catch {
      setFailure("The link could not be copied. Select it and copy it yourself.");
    }
  };

  return (
    <TitledDialog
      title={title}
      description={
        isMailed
          ? `A message with the link was sent to ${member.email}.`
          : `This server cannot send email. Send the link to ${member.email} yourself.`
      }
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        {link.status === "loading" ? (
          <Skeleton className="h-11" />
        ) : link.data ? (
          <TextField
            label="Link"
            helper={
              member.isInvited
                ? `Send this link only to ${member.name || member.email}. Anybody who opens it in the next ${INVITATION_DAYS} days can join.`
                : `Only ${member.name} can accept, for ${INVITATION_DAYS} days, with this link or in Studbook.`
            }
            readOnly
            value={link.data ?? ""}
            onFocus={(event) => event.target.select()}
          />
        ) : (
          <Alert variant="info">
            This server cannot create links. The invitation appears in Studbook when {member.email} signs in.
          </Alert>
        )}
        {failure ? <Alert variant="error">{failure}</Alert> : null}
      </DialogBody>
      <DialogFooter>
        {member.isInvited ? null : (
          <Button
            variant="outline"
            disabled={isBusy}
            onClick={() => void run(() => withdraw({ kennelId, invitationId }), "Offer withdrawn")}
          >
            Withdraw
          </Button>
        )}
        <Button
          variant="outline"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => renew({ kennelId, invitationId }),
              isMailed
                ? "Invitation sent again"
                : `The invitation is valid for another ${INVITATION_DAYS} days`,
            )
          }
        >
          {isMailed ? "Send Again" : "Renew"}
        </Button>
        {link.data ? (
          <Button disabled={isBusy} onClick={() => void copy(link.data ?? "")}>
            Copy Link
          </Button>
        ) : null}
      </DialogFooter>
    </TitledDialog>
  );
}

type Member = FunctionReturnType<typeof api.kennels.members.list>[number];

function personOf(member: Member): { userId: string } | { invitationId: string } {
  return member.userId === null ? { invitationId: member.invitationId ?? "" } : { userId: member.userId };
}
