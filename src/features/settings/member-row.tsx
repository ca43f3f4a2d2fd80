/** One person of the team. */
import { Pencil, Send, UserMinus } from "lucide-react";
import { avatarUrl } from "@/entities/people/avatar-url";
import { ActionsMenu } from "@/components/actions-menu";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { areaLabels, levelLabels, roleLabels } from "@domain/permissions/labels";
import type { Member } from "@/features/settings/team";
import { useNow } from "@/hooks/use-now";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { AREAS } from "@domain/constants/roles";

type MemberRowProps = {
  member: Member;
  canManage: boolean;
  /** Whether another row may have a menu, whose place is kept free in this one. */
  isBesideMenus: boolean;
  onEdit: () => void;
  onLink: () => void;
  onRemove: () => void;
};

/** Says what waits for the person; null for whom nothing does. */
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

/** Writes the differences from the role, for example 'Health: View'. */
function overridesText({ permissions }: Member): string {
  return AREAS.flatMap((area) => {
    const level = permissions[area];
    return level ? [`${areaLabels[area]}: ${levelLabels[level]}`] : [];
  }).join(", ");
}

/** Renders name, address, role and, for those who may, the menu. */
export function MemberRow({ member, canManage, isBesideMenus, onEdit, onLink, onRemove }: MemberRowProps) {
  const waiting = waitingText(member, useNow());
  const differences = overridesText(member);
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <Avatar name={member.name || member.email} imageUrl={avatarUrl(member.avatarPath)} />
      <div className="min-w-0 flex-1">
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
      <div className="flex shrink-0 flex-col items-end gap-1.5 sm:flex-row sm:items-center">
        {member.isInvited ? <Badge variant="warning">Invited</Badge> : null}
        <Badge variant={member.role === "owner" ? "brass" : "neutral"}>{roleLabels[member.role]}</Badge>
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
