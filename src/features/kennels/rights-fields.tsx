/**
 * The choice of a role, and of rights for single areas that differ from the role's rights. These rights are
 * collapsed at first.
 */
import { useId } from "react";
import { ChevronDown } from "lucide-react";
import { Choice, ChoiceField } from "@/components/choice-field";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { Label } from "@/components/ui/label";
import { areaLabels, areaNotes, levelLabels, roleDescriptions, roleLabels } from "@domain/permissions/words";
import {
  AREAS,
  LEVELS,
  ROLE_PERMISSIONS,
  ROLES,
  type Area,
  type Level,
  type PermissionOverrides,
  type Permissions,
  type Role,
} from "@domain/permissions/rules";
import { areasBeyond, effectivePermissions, includesLevel } from "@domain/permissions/permissions";

export type Rights = { role: Role; permissions: PermissionOverrides };

/** Only owners can make other users owners. Nobody can give rights that they do not have. */
export function grantableRoles(ownRole: Role, own: Permissions): Role[] {
  return ROLES.filter(
    (role) =>
      (role !== "owner" || ownRole === "owner") && areasBeyond(ROLE_PERMISSIONS[role], own).length === 0,
  );
}

type RightsFieldsProps = {
  rights: Rights;
  /** The role and rights of the user who gives rights. Nobody can give more. */
  ownRole: Role;
  own: Permissions;
  onChange: (rights: Rights) => void;
};

export function RightsFields({ rights, ownRole, own, onChange }: RightsFieldsProps) {
  const roles = grantableRoles(ownRole, own);
  return (
    <>
      <ChoiceField
        label="Role"
        helper={roleDescriptions[rights.role]}
        value={rights.role}
        choices={ROLES.filter((role) => roles.includes(role) || role === rights.role).map(
          (role) => [role, roleLabels[role]] as const,
        )}
        onValue={(role) => onChange({ role, permissions: {} })}
      />
      {rights.role === "owner" ? null : <Overrides rights={rights} own={own} onChange={onChange} />}
    </>
  );
}

function Overrides({ rights, own, onChange }: Omit<RightsFieldsProps, "ownRole">) {
  const effective = effectivePermissions(rights.role, rights.permissions);
  const changedCount = Object.keys(rights.permissions).length;
  const change = (area: Area, level: Level) => {
    const { [area]: _replaced, ...others } = rights.permissions;
    const isDefault = ROLE_PERMISSIONS[rights.role][area] === level;
    onChange({ ...rights, permissions: isDefault ? others : { ...others, [area]: level } });
  };
  return (
    <Collapsible className="rounded-md border">
      <CollapsibleTrigger className="flex h-11 w-full items-center justify-between gap-2 rounded-md px-3 text-sm font-semibold [&[data-state=open]>svg]:rotate-180">
        {changedCount === 0 ? "Permissions by area" : `Permissions by area (${changedCount} changed)`}
        <ChevronDown aria-hidden className="size-4 transition-transform" />
      </CollapsibleTrigger>
      <CollapsibleContent className="grid gap-2 border-t p-3">
        {AREAS.map((area) => (
          <AreaLevel
            key={area}
            area={area}
            level={effective[area]}
            most={own[area]}
            onChange={(level) => change(area, level)}
          />
        ))}
      </CollapsibleContent>
    </Collapsible>
  );
}

type AreaLevelProps = { area: Area; level: Level; most: Level; onChange: (level: Level) => void };

function AreaLevel({ area, level, most, onChange }: AreaLevelProps) {
  const id = useId();
  const noteId = useId();
  const note = areaNotes[area];
  const offered = LEVELS.filter((candidate) => candidate === level || includesLevel(most, candidate));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,12rem)] items-center gap-3">
      <div className="min-w-0">
        <Label htmlFor={id} className="font-normal">
          {areaLabels[area]}
        </Label>
        {note === undefined ? null : (
          <p id={noteId} className="text-sm text-muted-foreground">
            {note}
          </p>
        )}
      </div>
      <Choice
        id={id}
        className="h-9 text-sm"
        aria-describedby={note && noteId}
        value={level}
        choices={offered.map((each) => [each, levelLabels[each]] as const)}
        onValue={onChange}
      />
    </div>
  );
}
