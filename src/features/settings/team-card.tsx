/** The people of the kennel: who they are, what they may do, and adding and removing them. */
import { useState } from "react";
import { UserPlus } from "lucide-react";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { AddMemberDialog } from "@/features/settings/add-member-dialog";
import { EditMemberDialog } from "@/features/settings/edit-member-dialog";
import { InvitationLinkDialog } from "@/features/settings/invitation-link-dialog";
import { MemberRow } from "@/features/settings/member-row";
import { RemoveMemberDialog } from "@/features/settings/remove-member-dialog";
import type { Member } from "@/features/settings/team";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { areasBeyond } from "@domain/permissions/permissions";
import { api } from "@convex/_generated/api";

type OpenDialog = { kind: "add" } | { kind: "edit" | "remove" | "link"; member: Member } | null;

/** Renders the Team part. */
export function TeamCard() {
  const { kennelId, can, role, kennel } = useKennel();
  const members = useLiveQuery(api.kennels.members.list, { kennelId });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const canWrite = can("members", "write");
  const close = () => setDialog(null);

  /** Nobody changes somebody with more rights than their own. */
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
      {dialog?.kind === "link" ? <InvitationLinkDialog member={dialog.member} onClose={close} /> : null}
      {dialog?.kind === "edit" ? <EditMemberDialog member={dialog.member} onClose={close} /> : null}
      {dialog?.kind === "remove" ? <RemoveMemberDialog member={dialog.member} onClose={close} /> : null}
    </Card>
  );
}
