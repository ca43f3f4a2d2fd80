/**
 * A card with a form of settings. Saving merges the changes of other people. Text that was typed but not saved
 * before the user left the page is offered again (hooks/use-form-draft.ts).
 */
import { type ReactNode, useCallback, useMemo, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { ConflictDialog, type ShownConflict } from "@/components/conflict-dialog";
import { DraftNote } from "@/components/draft-note";
import { MergeNote } from "@/components/merge-note";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { toast } from "sonner";
import { type Edit, lastEditOf } from "@/hooks/edit-authors";
import { type FormDraft, useFormDraft } from "@/hooks/use-form-draft";
import { useFormMerge } from "@/hooks/use-form-merge";
import { useIdentity } from "@/identity/identity";
import { failureText } from "@/lib/failure-text";
import type { Stored } from "@/lib/form-merge";
import { showRefusals } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
import { type Choice, type FieldGroup, agreesIn } from "@domain/merge/merge";

type SettingsFormCardProps<Values extends FieldValues, Output> = {
  title: string;
  description?: ReactNode;
  aside?: ReactNode;
  above?: ReactNode;
  settings: SettingsForm<Values, Output>;
  isReadOnly?: boolean;
  saveLabel: string;
  actions?: ReactNode;
  conflictTitle: string;
  children: ReactNode;
};

/** Users who can only read see no button. */
export function SettingsFormCard<Values extends FieldValues, Output>({
  title,
  description,
  aside,
  above,
  settings: { form, submit, isSaving, failure, note, choosing, draft },
  isReadOnly = false,
  saveLabel,
  actions,
  conflictTitle,
  children,
}: SettingsFormCardProps<Values, Output>) {
  return (
    <Card>
      <CardHeader>
        <div className="flex min-h-8 items-center justify-between gap-3">
          <CardTitle>{title}</CardTitle>
          {aside}
        </div>
        {description ? <CardDescription>{description}</CardDescription> : null}
      </CardHeader>
      {above}
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <CardContent className="flex flex-col gap-4">
            {isReadOnly ? null : <DraftNote draft={draft} isDirty={form.formState.isDirty} />}
            {children}
            <MergeNote {...note} />
            {failure ? <Alert variant="error">{failure}</Alert> : null}
          </CardContent>
          {isReadOnly ? null : (
            <CardFooter className="flex-wrap justify-end gap-2">
              {actions}
              <Button type="submit" disabled={isSaving || !form.formState.isDirty}>
                {isSaving ? "Saving..." : saveLabel}
              </Button>
            </CardFooter>
          )}
        </form>
      </FormProvider>
      {choosing ? <ConflictDialog title={conflictTitle} {...choosing} /> : null}
    </Card>
  );
}

/** The message if no session has started yet, or if the session has just ended. Source: SET-13. */
const AUTHENTICATION_NOT_READY = "Authentication not ready. Please try again.";

type SettingsFormOptions<Values extends FieldValues, Output> = {
  /** The stored values. The object is the same until a value changes. */
  stored: Stored<Values>;
  labels: Readonly<Record<keyof Values & string, string>>;
  draftKey: string;
  resolver: Resolver<Values, unknown, Output>;
  /** Who has changed which fields since the form was opened, newest change first. */
  edits: readonly Edit[];
  /** Needed only if the server's names of the fields differ from the form's. */
  toField?: (serverName: string) => string;
  show: (field: keyof Values & string, value: unknown) => ReactNode;
  /** Saves on top of a version. Returns the stored values. */
  save: (
    values: Output,
    touched: readonly (keyof Values & string)[],
    version: number,
  ) => Promise<Stored<Values>>;
  savedText: string;
  /** The beginning of the message, or a function that returns the whole message. */
  failedText: string | ((error: unknown) => string);
};

type SettingsForm<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>;
  submit: () => Promise<void>;
  isSaving: boolean;
  failure: string | null;
  note: {
    edits: readonly Edit[];
    adopted: readonly { label: string; fields: readonly string[] }[];
    conflicts: readonly { label: string; fields: readonly string[] }[];
    onCompare: () => void;
  };
  draft: FormDraft;
  /** Null if there is no conflict to decide. */
  choosing: {
    conflicts: ShownConflict[];
    onDecide: (choices: Record<string, Choice>) => void;
    onClose: () => void;
  } | null;
};

/**
 * For settings that are always open on their page. Other people's changes appear in untouched fields. Only touched
 * fields are sent. If two people changed the same field, the person who saves later chooses.
 */
export function useSettingsForm<Values extends FieldValues, Output>(
  options: SettingsFormOptions<Values, Output>,
): SettingsForm<Values, Output> {
  type Name = keyof Values & string;
  const { stored, labels, edits, save: send, toField = (name: string) => name } = options;
  const groups = useMemo(
    // The type of the labels requires every field.
    () => (Object.keys(labels) as Name[]).map((key) => ({ key, label: labels[key], fields: [key] })),
    [labels],
  );
  const { status } = useIdentity();
  const [begun] = useState(stored);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const form = useForm<Values, unknown, Output>({
    resolver: options.resolver,
    defaultValues: begun.values as DefaultValues<Values>, // complete values are valid default values
    reValidateMode: "onSubmit",
  });
  const { merge, state } = useFormMerge({ form, groups, begun, stored });
  // A draft may be based on an older version than this form.
  const restoreBase = useCallback((base: Partial<Values>) => merge?.rebase(base), [merge]);
  const draft = useFormDraft(options.draftKey, form, restoreBase);
  const labelled = (chosen: readonly FieldGroup<Values>[]) =>
    groups.filter(({ key }) => chosen.some((group) => group.key === key));

  const isField = (name: string): name is Name => name in labels;
  const fieldOf = (serverName: string): Name | null => {
    const name = toField(serverName);
    return isField(name) ? name : null;
  };

  const store = async (values: Output): Promise<void> => {
    if (!merge) return;
    if (status !== "signedIn") {
      setFailure(AUTHENTICATION_NOT_READY);
      return;
    }
    if (merge.findConflicts().length > 0) {
      setChoosing(true);
      return;
    }
    setFailure(null);
    setSaving(true);
    const submitted = form.getValues();
    const { base, version } = merge.getState();
    const touched = groups.filter((group) => !agreesIn(group, base, submitted)).map(({ key }) => key);
    merge.pause();
    try {
      const saved = await send(values, touched, version);
      // Saving may have left the page, and then the form no longer updates its draft.
      draft.discard();
      merge.accept(saved, submitted);
      setSaving(false);
      toast.success(options.savedText);
    } catch (error) {
      merge.resume();
      if (getErrorData(error)?.code === "STALE_UPDATE") {
        // The newer version is being loaded, or has already arrived.
        await merge.newerThan(version);
        setSaving(false);
        await submit();
        return;
      }
      showRefusals(form, error, fieldOf);
      const { failedText } = options;
      setFailure(typeof failedText === "string" ? failureText(failedText, error) : failedText(error));
      setSaving(false);
    }
  };
  const submit = () => form.handleSubmit(store)();

  const toChoose = isChoosing && merge ? merge.findConflicts() : [];
  const conflictsWith = (theirs: Values): ShownConflict[] =>
    labelled(toChoose).map(({ key, label, fields }) => {
      const edit = lastEditOf(edits, fields);
      return {
        key,
        label,
        mine: options.show(key, form.getValues()[key]),
        theirs: options.show(key, theirs[key]),
        author: edit?.name ?? "somebody else",
        savedAt: edit?.savedAt ?? null,
        mark: String(theirs[key] ?? ""),
      };
    });
  const { isDirty } = form.formState;
  return {
    form,
    submit,
    isSaving,
    failure,
    draft,
    // Users who can only read see the newer values without a message.
    note: {
      edits,
      adopted: isDirty ? labelled(state?.adopted ?? []) : [],
      conflicts: isSaving ? [] : labelled(state?.conflicts ?? []),
      onCompare: () => setChoosing(true),
    },
    choosing:
      state && toChoose.length > 0
        ? {
            conflicts: conflictsWith(state.theirs),
            onDecide: (choices) => {
              merge?.settle(choices);
              setChoosing(false);
              void submit();
            },
            onClose: () => setChoosing(false),
          }
        : null,
  };
}
