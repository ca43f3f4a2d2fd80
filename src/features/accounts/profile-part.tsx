/** The Profile tab of Settings. */
import { useMemo, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useWatch } from "react-hook-form";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { EmptyValue } from "@/components/conflict-dialog";
import { LoadError } from "@/components/load-error";
import { RecordField, type Control } from "@/components/record-form/record-field";
import { TextField } from "@/components/text-field";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Combobox } from "@/components/ui/combobox";
import { Skeleton } from "@/components/ui/skeleton";
import { avatarUrl } from "@/entities/people/avatar-url";
import { PictureField, usePicture } from "@/components/settings/picture-field";
import { ResetCard } from "@/components/settings/reset-card";
import { SettingsFormCard, useSettingsForm } from "@/components/settings/settings-form";
import { readableZone, zoneOptions } from "@/components/settings/time-zones";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useWeightUnits } from "@/hooks/use-weight-units";
import { ownTimeZone } from "@/lib/time-zone";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { AVATAR_FILE_TYPES, MAX_AVATAR_BYTES } from "@domain/accounts/rules";
import { type Profile, type ProfileInput, profileSchema } from "@domain/accounts/schemas";

export function ProfilePart() {
  const me = useLiveQuery(api.accounts.users.me, {});
  if (me.status === "error")
    return <LoadError message="Failed to load settings" retryLabel="Retry" onRetry={me.retry} />;
  if (me.data === null || me.data === undefined) return <Skeleton className="h-96" aria-label="Loading" />;
  return (
    <>
      <ProfileCard me={me.data} />
      <UnitsCard />
      <UserResetCard />
    </>
  );
}

type Me = NonNullable<FunctionReturnType<typeof api.accounts.users.me>>;

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

/** Another change of the profile can only come from the same person, in another window. */
const ownEdit = (savedAt: number) => [{ savedAt, fields: Object.keys(labels), name: null, isSelf: true }];

/**
 * A change in another window is merged field by field. Sources: decisions GAP-SET-01, GAP-SET-02 and GAP-SET-19.
 */
function ProfileCard({ me }: { me: Me }) {
  const update = useMutation(api.accounts.profiles.update);
  const ensure = useMutation(api.accounts.users.ensure);
  const stored = useMemo(() => storedOf(me), [me]);
  const settings = useSettingsForm<ProfileInput, Profile>({
    stored,
    labels,
    draftKey: "profile",
    edits: ownEdit(me.updatedAt),
    resolver: zodResolver(profileSchema),
    show: (_field, value) => (typeof value === "string" && value !== "" ? value : <EmptyValue />),
    save: async (values, touched, expectedUpdatedAt) => {
      const changes = Object.fromEntries(touched.map((name) => [name, values[name] ?? null]));
      const saved = await update({ expectedUpdatedAt, ...changes });
      // Without a choice, the time zone of this device is used again.
      if (touched.includes("timeZone") && !values.timeZone) {
        await ensure({ timeZone: ownTimeZone() });
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

const ZoneControl: Control = ({ described, value, onValue, onBlur, inputRef, placeholder }) => (
  <Combobox
    {...described}
    {...{ placeholder, onBlur, ref: inputRef }}
    text={value}
    isKnownFirst
    onText={onValue}
    options={zoneOptions()}
    emptyText="No such time zone"
    onSelect={(option) => onValue(option.value)}
  />
);

function TimeZoneField({ deviceZone }: { deviceZone: string }) {
  const zone = useWatch<ProfileInput, "timeZone">({ name: "timeZone" });
  return (
    <RecordField
      name="timeZone"
      label={labels.timeZone}
      helper={
        zone
          ? "Quiet hours and the daily digest use it."
          : "Leave empty for the time zone of the device you used last."
      }
      control={ZoneControl}
      placeholder={deviceZone || "Automatic"}
    />
  );
}

/** The address is read-only, because the user changes it by a link that is sent to the new address. */
function ProfileFields({ email, deviceZone }: { email: string; deviceZone: string }) {
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <RecordField name="firstName" label={labels.firstName} autoComplete="given-name" />
      <RecordField name="lastName" label={labels.lastName} autoComplete="family-name" />
      <TextField label="Email" helper="You sign in with it" type="email" value={email} readOnly />
      <TimeZoneField deviceZone={deviceZone} />
    </div>
  );
}

const words = {
  heading: "Profile picture",
  noun: "the profile picture",
  helper: "JPG, PNG, WEBP or HEIC, up to 5 MB. It is cropped square, and everyone in your kennels sees it.",
  chooseLabel: "Choose a profile picture",
  uploadLabel: "Upload Picture",
  replaceLabel: "Replace Picture",
  removeLabel: "Remove Picture",
  removeText: "It is deleted, and your initials take its place.",
};

/** The picture is visible to everybody in the user's kennels. */
function AvatarField({ avatarPath }: { avatarPath: string | null }) {
  const set = useAction(api.accounts.profiles.setAvatar);
  const takeAway = useMutation(api.accounts.profiles.clearAvatar);
  const change = usePicture({
    noun: "profile picture",
    maxBytes: MAX_AVATAR_BYTES,
    tooLarge: "AVATAR_TOO_LARGE",
    send: async (content) => await set({ content }),
    takeAway: async () => await takeAway({}),
  });
  return (
    <PictureField
      words={words}
      change={change}
      fileTypes={AVATAR_FILE_TYPES}
      frameClassName="rounded-full"
      picture={
        avatarPath === null ? null : (
          <img
            src={avatarUrl(avatarPath)}
            alt="Your profile"
            draggable={false}
            className="size-24 rounded-full border object-cover"
          />
        )
      }
    />
  );
}

const DOG_UNITS = { lb: "Pounds", kg: "Kilograms" } as const;
const PUPPY_UNITS = { g: "Grams", lb: "Pounds and Ounces" } as const;

/** Choosing units does not change stored values. */
function UnitsCard() {
  const { units, choose } = useWeightUnits();
  return (
    <Card>
      <CardHeader>
        <CardTitle>Units of Weight</CardTitle>
        <CardDescription>Only for you, on all your devices. Exported files keep their units.</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4 sm:grid-cols-2">
        <ChoiceField label="Dogs" choices={DOG_UNITS} value={units.dog} onValue={(dog) => choose({ dog })} />
        <ChoiceField
          label="Puppies"
          choices={PUPPY_UNITS}
          value={units.puppy}
          onValue={(puppy) => choose({ puppy })}
        />
      </CardContent>
    </Card>
  );
}

const TEXT =
  "Notifications go back to their defaults: email on, text messages off, push on, no quiet hours, every topic, no daily digest. You are not listed in the directory and share nothing. Your name, picture, time zone and phone number, dogs and records stay.";

/** Source: decision GAP-SET-17. */
function UserResetCard() {
  const reset = useMutation(api.accounts.userSettings.reset);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (): Promise<boolean> => {
    setFailure(null);
    try {
      await reset({});
      toast.success("Your settings are back to their defaults");
      return true;
    } catch (error) {
      setFailure(failureText("Failed to reset your settings", error));
      return false;
    }
  };
  return <ResetCard title="Reset my settings" text={TEXT} failure={failure} onReset={run} />;
}
