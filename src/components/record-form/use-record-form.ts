/**
 * The values of a record's form, how they are saved, and how other people's changes are merged while the form is
 * open (lib/form-merge.ts). Typed text survives every failed save, and a session that ends during the work
 * (hooks/use-form-draft.ts).
 *   editing ──submit──► (question about a doubt) ──► saving ──stored──► closed
 *    ▲  ▲ │                   ├──field errors / failure──► editing, text kept
 *    │  │ └─both changed──────┼──► choosing ──chosen──► saving, on top of the newer record
 *    │  └──back───────────────┘         ▲
 *    └──merged automatically, saved again ◄── refused: a newer record is stored ── both changed
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import { toast } from "sonner";
import { labelled, type RecordGroup } from "@/components/record-form/record-groups";
import { useFormDraft, type FormDraft } from "@/hooks/use-form-draft";
import { useFormMerge } from "@/hooks/use-form-merge";
import type { MergeState } from "@/lib/form-merge";
import { showRefusals } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
import type { Choice } from "@domain/merge/merge";

type RecordFormOptions<Values extends FieldValues, Output, Stored> = {
  /** Null for a new record. */
  opened: Stored | null;
  /** Null until the record is loaded. */
  live: Stored | null;
  isDeleted: boolean;
  valuesOf: (record: Stored) => Values;
  newValues: Values;
  resolver: Resolver<Values, unknown, Output>;
  groups: readonly RecordGroup<Values>[];
  draftKey: string;
  /** Null if the form does not have the field. */
  toField: (serverName: string) => (keyof Values & string) | null;
  /** An existing record is saved on top of `basis`. Returns warnings. */
  save: (values: Output, basis: MergeState<Values> | null) => Promise<readonly string[]>;
  /** The user must confirm doubtful values before they are saved. */
  isDoubtful?: (values: Output, basis: MergeState<Values> | null) => boolean;
  /** Null if the caller shows its own message. */
  savedText: string | null | ((values: Output) => string);
  /** Shown above the buttons, or as a toast if the form is already closed. */
  failureTextOf: (error: unknown) => string;
  onSaved: () => void;
};

/** What other people did to the record while the form was open. */
type Meanwhile<Values> = {
  isDeleted: boolean;
  adopted: readonly RecordGroup<Values>[];
  conflicts: readonly RecordGroup<Values>[];
  compare: () => void;
  /** Null if there is no conflict to decide. */
  choosing: {
    groups: readonly RecordGroup<Values>[];
    mine: Values;
    theirs: Values;
    decide: (choices: Record<string, Choice>) => void;
    close: () => void;
  } | null;
};

export type RecordForm<Values extends FieldValues, Output = Values> = {
  form: UseFormReturn<Values, unknown, Output>;
  submit: () => Promise<void>;
  isNew: boolean;
  isSaving: boolean;
  failure: string | null;
  meanwhile: Meanwhile<Values>;
  /** The version with which the form opened; only changes after this version concern the form. */
  since: number;
  /** Set while the user must confirm the values. */
  doubt: { confirm: () => void; cancel: () => void } | null;
  /** Text from an earlier visit. */
  draft: FormDraft;
  toField: (serverName: string) => (keyof Values & string) | null;
};

/** The returned ref says whether the form is still open. A save that waits for the connection may end later. */
function useIsOpen() {
  const isOpenRef = useRef(true);
  useEffect(() => {
    isOpenRef.current = true;
    return () => {
      isOpenRef.current = false;
    };
  }, []);
  return isOpenRef;
}

export function useRecordForm<
  Values extends FieldValues,
  Output,
  Stored extends { readonly updatedAt: number },
>(options: RecordFormOptions<Values, Output, Stored>): RecordForm<Values, Output> {
  const { opened, live, groups, valuesOf, toField, failureTextOf } = options;
  const [begun] = useState(() => opened && { values: valuesOf(opened), version: opened.updatedAt });
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [doubted, setDoubted] = useState<{ values: Output } | null>(null);
  const form = useForm<Values, unknown, Output>({
    resolver: options.resolver,
    // Complete values are valid default values.
    defaultValues: (begun?.values ?? options.newValues) as DefaultValues<Values>,
    reValidateMode: "onSubmit",
  });
  const stored = useMemo(() => live && { values: valuesOf(live), version: live.updatedAt }, [live, valuesOf]);
  const { merge, state } = useFormMerge({ form, groups, begun, stored });

  // A draft may be based on an older version than this form.
  const [isRestored, setRestored] = useState(false);
  const restoreBase = useCallback(
    (base: Partial<Values>) => {
      setRestored(true);
      merge?.rebase(base);
    },
    [merge],
  );
  const draft = useFormDraft(options.draftKey, form, restoreBase);
  const isOpenRef = useIsOpen();

  const store = async (values: Output): Promise<void> => {
    setFailure(null);
    setSaving(true);
    const basis = merge?.getState() ?? null;
    try {
      merge?.pause();
      const warnings = await options.save(values, basis);
      const { savedText } = options;
      if (savedText !== null) toast.success(typeof savedText === "string" ? savedText : savedText(values));
      for (const warning of warnings) toast.warning(warning);
      draft.discard();
      if (isOpenRef.current) options.onSaved();
    } catch (error) {
      if (!isOpenRef.current) {
        toast.error(failureTextOf(error));
        return;
      }
      merge?.resume();
      const data = getErrorData(error);
      if (merge && basis && data?.code === "STALE_UPDATE") {
        // The newer record is being loaded, or has already arrived.
        await merge.newerThan(basis.version);
        setSaving(false);
        if (merge.findConflicts().length > 0) setChoosing(true);
        else await form.handleSubmit(store)();
        return;
      }
      const isGone = data?.code === "NOT_FOUND" && opened !== null;
      const hasAllShown = showRefusals(form, error, toField);
      if (!isGone && !hasAllShown) setFailure(failureTextOf(error));
      setSaving(false);
    }
  };
  const storeOrAsk = async (values: Output): Promise<void> => {
    if (merge && merge.findConflicts().length > 0) setChoosing(true);
    else if (options.isDoubtful?.(values, merge?.getState() ?? null)) setDoubted({ values });
    else await store(values);
  };
  const submit = () => form.handleSubmit(storeOrAsk)();
  const answerDoubt = (isMeant: boolean) => {
    setDoubted(null);
    if (isMeant && doubted) void store(doubted.values);
  };
  const decide = (choices: Record<string, Choice>) => {
    merge?.settle(choices);
    setChoosing(false);
    void submit();
  };

  const toChoose = isChoosing && merge ? merge.findConflicts() : [];
  return {
    form,
    submit,
    isNew: opened === null,
    isSaving,
    failure,
    meanwhile: {
      isDeleted: options.isDeleted && !isSaving,
      adopted: labelled(groups, state?.adopted ?? []),
      conflicts: isSaving ? [] : labelled(groups, state?.conflicts ?? []),
      compare: () => setChoosing(true),
      choosing:
        state && toChoose.length > 0
          ? {
              groups: labelled(groups, toChoose),
              mine: form.getValues(),
              theirs: state.theirs,
              decide,
              close: () => setChoosing(false),
            }
          : null,
    },
    since: isRestored ? 0 : (begun?.version ?? 0),
    doubt: doubted && { confirm: () => answerDoubt(true), cancel: () => answerDoubt(false) },
    draft,
    toField,
  };
}
