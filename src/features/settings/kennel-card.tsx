/**
 * The kennel's details. Somebody else's change appears in the fields that the breeder has not touched, only the
 * touched ones are sent, and where two people changed the same field the later one chooses.
 */
import { useMemo, useState } from "react";
import { FormProvider, useForm, type UseFormReturn } from "react-hook-form";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Companions } from "@/components/companions";
import { ConflictDialog, EmptyValue, type ShownConflict } from "@/components/conflict-dialog";
import { MergeNote } from "@/components/merge-note";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { KennelFields } from "@/features/settings/kennel-fields";
import { KennelLogoField } from "@/features/settings/kennel-logo-field";
import { lastEditOf, type Edit } from "@/hooks/edit-authors";
import { useFormMerge } from "@/hooks/use-form-merge";
import { useKennel, type KennelSummary } from "@/hooks/use-kennel";
import { useKennelCompanions } from "@/hooks/use-stay";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "../../../domain/errors";
import { agreesIn, type Choice, type FieldGroup } from "../../../domain/merge/merge";
import { kennelSchema, type KennelInput, type NewKennel } from "../../../domain/schemas/kennel";
import { api } from "../../../convex/_generated/api";

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

const fieldNames = Object.keys(labels) as (keyof KennelInput)[]; // the type of labels demands every field

const GROUPS = fieldNames.map((name) => ({ key: name, label: labels[name], fields: [name] }));

const labelled = (groups: readonly FieldGroup<KennelInput>[]) =>
  GROUPS.filter(({ key }) => groups.some((group) => group.key === key));

const storedOf = (kennel: KennelSummary) => ({ values: valuesOf(kennel), version: kennel.updatedAt });

const NO_EDITS: readonly Edit[] = [];

/** Makes what the choice between two versions shows. */
function showConflicts(
  groups: readonly FieldGroup<KennelInput>[],
  mine: KennelInput,
  theirs: KennelInput,
  edits: readonly Edit[],
): ShownConflict[] {
  return labelled(groups).map(({ key, label, fields }) => {
    const edit = lastEditOf(edits, fields);
    return {
      key,
      label,
      mine: mine[key] || <EmptyValue />,
      theirs: theirs[key] || <EmptyValue />,
      author: edit?.name ?? "somebody else",
      savedAt: edit?.savedAt ?? null,
      mark: theirs[key] ?? "",
    };
  });
}

type KennelForm = UseFormReturn<KennelInput, unknown, NewKennel>;

/** Puts the server's messages at their fields. */
function showFieldErrors(form: KennelForm, error: unknown): void {
  const fields = getErrorData(error)?.details.fields ?? {};
  for (const name of fieldNames) {
    if (fields[name]) form.setError(name, { message: fields[name] });
  }
}

/** The form with its saving and its merging with somebody else's changes. */
function useKennelForm() {
  const { kennel, kennelId } = useKennel();
  const update = useMutation(api.kennels.update);
  const [begun] = useState(() => storedOf(kennel));
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const form: KennelForm = useForm<KennelInput, unknown, NewKennel>({
    resolver: zodResolver(kennelSchema),
    defaultValues: begun.values,
    reValidateMode: "onSubmit",
  });
  const stored = useMemo(() => storedOf(kennel), [kennel]);
  const { merge, state } = useFormMerge({ form, groups: GROUPS, begun, stored });
  const edits = useLiveQuery(api.kennels.editsSince, { kennelId, since: begun.version }).data ?? NO_EDITS;

  const store = async (values: NewKennel): Promise<void> => {
    if (!merge) return;
    if (merge.findConflicts().length > 0) {
      setChoosing(true);
      return;
    }
    setFailure(null);
    setSaving(true);
    const submitted = form.getValues();
    const { base, version } = merge.getState();
    const changed = GROUPS.filter((group) => !agreesIn(group, base, submitted)).map(({ key }) => key);
    merge.pause();
    try {
      const changes = Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
      const saved = await update({ kennelId, expectedUpdatedAt: version, ...changes });
      merge.accept(storedOf(saved), submitted);
      setSaving(false);
      toast.success("Kennel saved");
    } catch (error) {
      merge.resume();
      if (getErrorData(error)?.code === "STALE_UPDATE") {
        // The newer details are on their way, or here already.
        await merge.newerThan(version);
        setSaving(false);
        await save();
        return;
      }
      showFieldErrors(form, error);
      setFailure(failureText("Failed to save kennel", error));
      setSaving(false);
    }
  };
  const save = () => form.handleSubmit(store)();

  const toChoose = isChoosing && merge ? merge.findConflicts() : [];
  const { isDirty } = form.formState;
  return {
    form,
    save,
    failure,
    isSaving,
    // Whoever only looks sees the newer details without a word.
    note: {
      edits,
      adopted: isDirty ? labelled(state?.adopted ?? []) : [],
      conflicts: isSaving ? [] : labelled(state?.conflicts ?? []),
      onCompare: () => setChoosing(true),
    },
    choosing:
      state && toChoose.length > 0
        ? {
            conflicts: showConflicts(toChoose, form.getValues(), state.theirs, edits),
            onDecide: (choices: Record<string, Choice>) => {
              merge?.settle(choices);
              setChoosing(false);
              void save();
            },
            onClose: () => setChoosing(false),
          }
        : null,
  };
}

/** Renders the card; members who may not change the kennel see its details only. */
export function KennelCard() {
  const { can } = useKennel();
  const canWrite = can("settings", "write");
  const { form, save, failure, isSaving, note, choosing } = useKennelForm();
  const companions = useKennelCompanions("settings", canWrite && form.formState.isDirty);
  return (
    <Card>
      <CardHeader>
        <div className="flex min-h-8 items-center justify-between gap-3">
          <CardTitle>Kennel details</CardTitle>
          <Companions people={companions} viewing="viewing" hasSentence />
        </div>
        {canWrite ? null : (
          <CardDescription>You can see these details; a manager or owner can change them.</CardDescription>
        )}
      </CardHeader>
      <KennelLogoField isReadOnly={!canWrite} />
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <CardContent className="flex flex-col gap-4">
            <KennelFields isReadOnly={!canWrite} />
            <MergeNote {...note} />
            {failure ? <Alert variant="error">{failure}</Alert> : null}
          </CardContent>
          {canWrite ? (
            <CardFooter className="justify-end">
              <Button type="submit" disabled={isSaving || !form.formState.isDirty}>
                {isSaving ? "Saving..." : "Save Kennel"}
              </Button>
            </CardFooter>
          ) : null}
        </form>
      </FormProvider>
      {choosing ? <ConflictDialog title="Two Versions of the Kennel Details" {...choosing} /> : null}
    </Card>
  );
}
