/**
 * The kennel's details and its logo. Another user's change appears in untouched fields, and only touched fields are
 * sent. If both users changed the same field, the user who saves later chooses.
 */
import { useMemo, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useAction } from "convex/react";
import { EmptyValue } from "@/components/conflict-dialog";
import { NotesControl, RecordField } from "@/components/record-form/record-field";
import { Companions } from "@/entities/people/companions";
import { SettingsFormCard, useSettingsForm } from "@/components/settings/settings-form";
import type { Edit } from "@/hooks/edit-authors";
import { type KennelSummary, useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useKennelCompanions } from "@/hooks/use-stay";
import { useNavigate } from "@/lib/router";
import { useAddressedField, useMarks } from "@/lib/screen-address";
import { api } from "@convex/_generated/api";
import { type KennelInput, type NewKennel, kennelSchema } from "@domain/kennels/schemas";
import { KennelLogo } from "@/entities/kennels/kennel-logo";
import { PictureField, usePicture } from "@/components/settings/picture-field";
import { LOGO_FILE_TYPES, MAX_LOGO_BYTES } from "@domain/kennels/rules";

const words = {
  heading: "Logo",
  noun: "the logo",
  helper: "PNG, JPG or WEBP, up to 2 MB. It appears beside the kennel's name and on printed documents.",
  chooseLabel: "Choose a logo",
  uploadLabel: "Upload Logo",
  replaceLabel: "Replace Logo",
  removeLabel: "Remove Logo",
  removeText: "It is deleted, and documents are printed without it.",
};

/** Users who cannot change the logo see nothing if there is none. */
export function KennelLogoField({ isReadOnly }: { isReadOnly: boolean }) {
  const { kennel, kennelId } = useKennel();
  const set = useAction(api.kennels.actions.kennelLogo.set);
  const takeAway = useMutation(api.kennels.kennelLogos.remove);
  const change = usePicture({
    noun: "logo",
    maxBytes: MAX_LOGO_BYTES,
    tooLarge: "LOGO_TOO_LARGE",
    send: async (content) => await set({ kennelId, content }),
    takeAway: async () => await takeAway({ kennelId }),
  });
  return (
    <PictureField
      words={words}
      change={change}
      fileTypes={LOGO_FILE_TYPES}
      isReadOnly={isReadOnly}
      picture={
        kennel.logoPath === null ? null : (
          <KennelLogo logoPath={kennel.logoPath} alt={`Logo of ${kennel.name}`} className="size-24 p-1.5" />
        )
      }
    />
  );
}

function valuesOf(kennel: Pick<KennelSummary, keyof KennelInput>): KennelInput {
  return {
    name: kennel.name,
    prefix: kennel.prefix ?? "",
    address: kennel.address ?? "",
    phone: kennel.phone ?? "",
    email: kennel.email ?? "",
    website: kennel.website ?? "",
  };
}

const labels = {
  name: "Kennel Name",
  prefix: "Prefix",
  address: "Address",
  phone: "Phone",
  email: "Email",
  website: "Website",
} as const satisfies Record<keyof KennelInput, string>;

const storedOf = (kennel: KennelSummary) => ({ values: valuesOf(kennel), version: kennel.updatedAt });

const NO_EDITS: readonly Edit[] = [];

function useKennelForm() {
  const { kennel, kennelId } = useKennel();
  const navigate = useNavigate();
  const isVisit = useMarks()?.fromScreen === true;
  const update = useMutation(api.kennels.kennels.update);
  const stored = useMemo(() => storedOf(kennel), [kennel]);
  const [since] = useState(stored.version);
  const edits = useLiveQuery(api.kennels.kennels.editsSince, { kennelId, since }).data ?? NO_EDITS;
  const settings = useSettingsForm<KennelInput, NewKennel>({
    stored,
    labels,
    draftKey: `kennel.${kennelId}`,
    resolver: zodResolver(kennelSchema),
    edits,
    show: (_field, value) => (typeof value === "string" && value !== "" ? value : <EmptyValue />),
    save: async (values, touched, expectedUpdatedAt) => {
      const changes = Object.fromEntries(touched.map((name) => [name, values[name] ?? null]));
      const saved = storedOf(await update({ kennelId, expectedUpdatedAt, ...changes }));
      // A dialog on another screen asked for a missing value.
      if (isVisit) void navigate(-1);
      return saved;
    },
    savedText: "Kennel settings updated",
    failedText: "Failed to save kennel",
  });
  useAddressedField((field) => settings.form.setFocus(field as keyof KennelInput)); // an unknown name has no effect
  return settings;
}

/** Members who may not change the kennel only see its details. */
export function KennelCard() {
  const { can, hasRight } = useKennel();
  const canWrite = can("settings", "write");
  const settings = useKennelForm();
  const companions = useKennelCompanions("settings", canWrite && settings.form.formState.isDirty);
  return (
    <SettingsFormCard
      title="Kennel details"
      description={
        hasRight("settings", "write")
          ? null
          : "You can see these details; a manager or owner can change them."
      }
      aside={<Companions people={companions} viewing="viewing" hasSentence />}
      above={<KennelLogoField isReadOnly={!canWrite} />}
      settings={settings}
      isReadOnly={!canWrite}
      saveLabel="Save Kennel"
      conflictTitle="Two Versions of the Kennel Details"
    >
      <KennelFields isReadOnly={!canWrite} />
    </SettingsFormCard>
  );
}

function KennelFields({ isReadOnly: readOnly }: { isReadOnly: boolean }) {
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <RecordField name="name" label={labels.name} required {...{ readOnly }} autoComplete="organization" />
      <RecordField
        name="prefix"
        label={labels.prefix}
        helper="The kennel name in your dogs' registered names"
        {...{ readOnly }}
      />
      <RecordField
        name="address"
        label={labels.address}
        className="sm:col-span-2"
        control={NotesControl}
        rows={2}
        {...{ readOnly }}
        autoComplete="street-address"
      />
      <RecordField name="phone" label={labels.phone} type="tel" {...{ readOnly }} autoComplete="tel" />
      <RecordField name="email" label={labels.email} type="email" {...{ readOnly }} autoComplete="email" />
      <RecordField name="website" label={labels.website} type="url" {...{ readOnly }} autoComplete="url" />
    </div>
  );
}
