/**
 * Who the breeder is: picture, names, the address they sign in with and the clock they live by. A change made in
 * another window merges field by field. Sources: decisions GAP-SET-01, GAP-SET-02 and GAP-SET-19.
 */
import { useMemo } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { EmptyValue } from "@/components/conflict-dialog";
import { AvatarField } from "@/features/settings/profile/avatar-field";
import { ProfileFields } from "@/features/settings/profile/profile-fields";
import { SettingsFormCard } from "@/features/settings/settings-form-card";
import { readableZone } from "@/features/settings/time-zones";
import { useSettingsForm } from "@/features/settings/use-settings-form";
import { profileSchema, type Profile, type ProfileInput } from "@domain/schemas/profile";
import { api } from "@convex/_generated/api";

export type Me = NonNullable<FunctionReturnType<typeof api.accounts.users.me>>;

const labels = {
  firstName: "First name",
  lastName: "Last name",
  timeZone: "Time zone",
} as const satisfies Record<keyof ProfileInput, string>;

const storedOf = (me: Me) => ({
  values: {
    firstName: me.firstName ?? "",
    lastName: me.lastName ?? "",
    timeZone: me.isTimeZoneChosen ? readableZone(me.timeZone ?? "") : "",
  },
  version: me.updatedAt,
});

/** Whoever else changed the profile is the same person in another window. */
const ownEdit = (savedAt: number) => [{ savedAt, fields: Object.keys(labels), name: null, isSelf: true }];

/** Renders the card. */
export function ProfileCard({ me }: { me: Me }) {
  const update = useMutation(api.accounts.profiles.update);
  const ensure = useMutation(api.accounts.users.ensure);
  const stored = useMemo(() => storedOf(me), [me]);
  const settings = useSettingsForm<ProfileInput, Profile>({
    stored,
    labels,
    edits: ownEdit(me.updatedAt),
    resolver: zodResolver(profileSchema),
    show: (_field, value) => (typeof value === "string" && value !== "" ? value : <EmptyValue />),
    save: async (values, touched, expectedUpdatedAt) => {
      const changes = Object.fromEntries(touched.map((name) => [name, values[name] ?? null]));
      const saved = await update({ expectedUpdatedAt, ...changes });
      // From now on the clock of this device again.
      if (touched.includes("timeZone") && !values.timeZone) {
        await ensure({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
      }
      return storedOf({ ...me, ...saved });
    },
    savedText: "Profile updated",
    failedText: "Failed to update profile",
  });
  return (
    <SettingsFormCard
      title="Profile"
      description="How Studbook greets you, and what the people in your kennels see of you."
      above={<AvatarField avatarPath={me.avatarPath} />}
      settings={settings}
      saveLabel="Save"
      conflictTitle="Two Versions of Your Profile"
    >
      <ProfileFields email={me.email} deviceZone={readableZone(me.timeZone ?? "")} />
    </SettingsFormCard>
  );
}
