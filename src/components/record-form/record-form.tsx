/**
 * The form of a kind of record, derived from the kind's description: values, checks, saving, drafts, the choice
 * between two people's versions, and the question before typed text is discarded (use-record-form.ts,
 * record-form-dialog.tsx). A kind adds its functions, its words and its own controls.
 */
import { useRef, type ComponentProps, type ReactNode } from "react";
import { useMutation } from "convex/react";
import type { DefaultFunctionArgs, FunctionReference } from "convex/server";
import type { z } from "zod";
import { EditLoader } from "@/components/record-dialog";
import { RecordFields, RecordFieldsContext, type Control } from "@/components/record-form/record-field";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { describedGroups, type RecordGroup } from "@/components/record-form/record-groups";
import { useRecordForm, type RecordForm } from "@/components/record-form/use-record-form";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery, type LiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import type { MergeState } from "@/lib/form-merge";
import { NEW } from "@/lib/screen-address";
import { isNotFound } from "@/lib/failure-text";
import type { FieldErrors } from "@domain/errors";
import type { Fields } from "@domain/records/fields";
import { namesOf, newShape, type Shown, type ValuesOf } from "@domain/records/record";
import { differing, emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import type { FieldErrors as FormErrors, FieldValues, Resolver } from "react-hook-form";
import { fieldErrorsOf } from "@domain/records/parse";

type Recorded<F extends Fields> = Shown<F> & {
  readonly _id: string;
  readonly kennelId: string;
  readonly updatedAt: number;
};

type Args = Readonly<Record<string, unknown>>;

type Call<Type extends "query" | "mutation", Value> = FunctionReference<
  Type,
  "public",
  DefaultFunctionArgs,
  Value
>;

interface Saved {
  readonly _id: string;
  readonly updatedAt: number;
  readonly warnings?: readonly string[];
}

/** Values of a form that the description does not contain. */
interface Beside<Values, Extra, Row> {
  readonly empty: Extra;
  /**
   * Reads these values from a record. Also converts described fields whose value in the form differs from the
   * stored value.
   */
  readonly of: (record: Row) => Extra & Partial<Values>;
  /**
   * Returns the values to send. Also converts described fields whose sent value differs from the value in the form.
   */
  readonly send: (values: Values & Extra) => object;
  /** Returns what to send besides the changed fields. */
  readonly change?: (values: Values & Extra, begunWith: Values & Extra) => object;
  readonly groups?: readonly RecordGroup<Values & Extra>[];
  /** The form's names of fields that the server names differently. */
  readonly names?: Readonly<Record<string, keyof (Values & Extra) & string>>;
}

interface RecordFormKind<F extends Fields, Row extends Recorded<F>, Extra extends object> {
  readonly fields: F;
  readonly noun: string;
  readonly title?: string;
  /** Replaces `noun` in messages about saving. */
  readonly savedAs?: string;
  /** The key of the kind's drafts. By default, this is the noun. */
  readonly draftName?: string;
  readonly nameOf: (record: Row) => string;
  readonly isPlain?: boolean;
  /** The kind's functions (convex/platform/recordFunctions.ts), and their argument for the record's id. */
  readonly functions: {
    readonly get: Call<"query", Row | null>;
    /** Undefined if only other actions create records of this kind. */
    readonly create?: Call<"mutation", Saved>;
    readonly update: Call<"mutation", Saved>;
    readonly editsSince: Call<"query", readonly Edit[] | null>;
  };
  readonly id: string;
  /**
   * Whether a new record belongs to the kennel. Otherwise a field names its owner, or the dialog receives the
   * owner.
   */
  readonly isOfKennel?: boolean;
  /** For fields that depend on each other. */
  readonly schema?: z.ZodType;
  /** Checks values that are valid one by one. `args` are the dialog's arguments. */
  readonly check?: (sent: ValuesOf<F>, args: Args) => FieldErrors;
  /** A closed record can no longer be saved. */
  readonly isClosed?: (record: Row) => boolean;
  readonly incompleteText?: string;
  /** Whether only the first missing required field has a message. */
  readonly tellsFirstMissing?: boolean;
  readonly controls?: { readonly [Name in keyof F]?: Control };
  /** Fields that form one choice if two people changed them. */
  readonly together?: readonly RecordGroup<TypedForm<F> & Extra>[];
  readonly beside?: Beside<TypedForm<F>, Extra, Row>;
  readonly failureOf?: (error: unknown, isNew: boolean) => string;
  readonly loadFailure?: string;
}

type Looks = Pick<
  ComponentProps<typeof RecordFormDialog>,
  "companions" | "hasMore" | "note" | "errorText" | "bodyClassName" | "onClose"
>;

type Store<Values> = (values: Values, basis: MergeState<Values> | null) => Promise<Saved>;

interface FormOptions<Values, Row> {
  record: Row | null;
  /** Null if the record was deleted. Undefined if the form must load the record. */
  live?: Row | null;
  given?: Partial<Values>;
  /** Sent besides the fields, such as today's date. */
  args?: Args;
  /** For a new record whose owner is in no field. */
  owner?: Readonly<Record<string, string>>;
  savedText?: string | null | ((values: Values) => string);
  /** For a form that saves with more than one call. The last argument is the standard save function. */
  save?: (values: Values, basis: MergeState<Values> | null, store: Store<Values>) => Promise<unknown>;
  draftKey?: string;
  /** Saves parts such as files. Returns warnings. */
  afterSave?: (id: string) => Promise<readonly string[] | void>;
  /** The message if the record was saved but `afterSave` failed. The form then stays open with the saved record. */
  afterFailure?: string;
  isDoubtful?: (values: Values, basis: MergeState<Values> | null) => boolean;
  onSaved: () => void;
}

const NO_EDITS: readonly Edit[] = [];
const NO_ARGS: Args = {};
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const capitals = (words: string): string => words.replaceAll(/\b[a-z]/gu, (letter) => letter.toUpperCase());

/** Returns the dialog of a kind, and helpers for tests and for other forms. */
export function recordForm<
  const F extends Fields,
  Row extends Recorded<F>,
  Extra extends object = Record<never, never>,
>(kind: RecordFormKind<F, Row, Extra>) {
  type Values = TypedForm<F> & Extra;
  const { fields, functions, noun, beside, title = capitals(noun), savedAs = noun } = kind;
  const { draftName = noun.replaceAll(" ", "-") } = kind;
  const valuesOf = (record: Row): Values =>
    ({ ...typedForm(fields, record), ...beside?.of(record) }) as Values;
  const emptyValues = { ...emptyTypedForm(fields), ...beside?.empty } as Values;
  const sentOf = (values: Values) => ({ ...sentFields(fields, values), ...beside?.send(values) });
  const changesOf = (values: Values, begunWith: Values) => ({
    ...differing(sentOf(values), sentOf(begunWith)),
    ...beside?.change?.(values, begunWith),
  });
  const toField = (name: string): (keyof Values & string) | null => {
    const [first = ""] = name.split(".");
    const own = fields[first]?.type === "entries" ? first : name;
    return beside?.names?.[own] ?? (Object.hasOwn(emptyValues, own) ? own : null);
  };
  const groups = [...(beside?.groups ?? []), ...describedGroups<Values>(fields, kind.together)];
  const idOf = (id: string | undefined) => (id ? { [kind.id]: id } : ("skip" as const));
  const resolverOf = (args: Args) =>
    schemaResolver<Values, object>({
      schema: kind.schema ?? newShape(fields),
      toServer: (values) => ({ ...values, ...args, ...sentOf(values) }),
      toField,
      check: (sent) => kind.check?.(sent as ValuesOf<F>, args) ?? {}, // the value has the shape of the kind
      ...(kind.tellsFirstMissing && { narrow: firstMissing(fields) }),
    });

  /** Also returns the current record and who has changed the record since the form opened. */
  function useForm({ record, live, given, args = NO_ARGS, owner, ...options }: FormOptions<Values, Row>) {
    const { kennelId } = useKennel();
    const create = useMutation(functions.create ?? functions.update);
    const update = useMutation(functions.update);
    const asked = useLiveQuery(functions.get, live === undefined ? idOf(record?._id) : "skip");
    const now = live === undefined ? (asked.data ?? null) : live;
    const ownerId = Object.values(owner ?? {})[0] ?? kennelId;
    // A new record that was saved while its files or other parts were not.
    const made = useRef<Saved | null>(null);
    const store: Store<Values> = async (values, basis) => {
      const base = made.current ?? (record && basis && { _id: record._id, updatedAt: basis.version });
      if (!base) {
        return await create({ ...(kind.isOfKennel && { kennelId }), ...args, ...owner, ...sentOf(values) });
      }
      const changes = basis ? changesOf(values, basis.base) : sentOf(values);
      return await update({ [kind.id]: base._id, expectedUpdatedAt: base.updatedAt, ...args, ...changes });
    };
    const failureOf =
      kind.failureOf ?? ((error: unknown) => failureText(`The ${savedAs} could not be saved`, error));
    const isStored = useRef(false);
    const form = useRecordForm<Values, Values, Row>({
      opened: record,
      live: now,
      isDeleted:
        (now !== null && kind.isClosed?.(now)) ||
        (live === undefined ? isMissing(asked) : record !== null && !live),
      valuesOf,
      newValues: { ...emptyValues, ...given },
      resolver: resolverOf({ ...args, ...owner }),
      groups,
      draftKey: options.draftKey ?? `${draftName}.${record?._id ?? `new.${ownerId}`}`,
      toField,
      save: async (values, basis) => {
        isStored.current = false;
        if (options.save) {
          await options.save(values, basis, store);
          return [];
        }
        const saved = await store(values, basis);
        isStored.current = true;
        if (!record) made.current = saved;
        return [...(saved.warnings ?? []), ...((await options.afterSave?.(saved._id)) ?? [])];
      },
      ...(options.isDoubtful && { isDoubtful: options.isDoubtful }),
      savedText: options.savedText === undefined ? `${capital(savedAs)} saved` : options.savedText,
      failureTextOf: (error) =>
        isStored.current && options.afterFailure
          ? failureText(options.afterFailure, error)
          : failureOf(error, record === null),
      onSaved: options.onSaved,
    });
    const edited = record && now ? { [kind.id]: record._id, since: form.since } : ("skip" as const);
    return {
      recordForm: form,
      record: now ?? record,
      edits: useLiveQuery(functions.editsSince, edited).data ?? NO_EDITS,
    };
  }

  type FormDialogProps = Omit<FormOptions<Values, Row>, "onSaved"> &
    Looks & {
      title?: string;
      /** For the title 'Two Versions of Luna', if the form does not contain the name. */
      name?: string;
      submitLabel?: string | ((values: Values) => string);
      onAnother?: ((values: Values) => void) | undefined;
      question?: (doubt: RecordForm<Values>["doubt"], values: Values) => ReactNode;
      /** For a form that does not show all fields in the described order. */
      children?: ReactNode | ((record: Row | null) => ReactNode);
    };

  /** Also for a new record. */
  function FormDialog(props: FormDialogProps) {
    const {
      children,
      record: opened,
      submitLabel = `${opened ? "Update" : "Add"} ${title}`,
      onAnother,
      onClose,
    } = props;
    const isAnotherWanted = useRef(false);
    const { record, ...form } = useForm({
      ...props,
      onSaved: () => (isAnotherWanted.current ? onAnother?.(getValues()) : onClose()),
    });
    const { watch, getValues, formState } = form.recordForm.form;
    const saveAndAnother = async () => {
      isAnotherWanted.current = true;
      await form.recordForm.submit();
      // The server may have refused the first save. Then the user saved again by the other button.
      isAnotherWanted.current = false;
    };
    const isIncomplete = Object.entries(getValues()).some(
      ([name, value]) => value === "" && Object.hasOwn(formState.errors, name),
    );
    return (
      <RecordFieldsContext value={{ fields, controls: kind.controls ?? {}, record, isPlain: kind.isPlain }}>
        <RecordFormDialog
          title={`${opened ? "Edit" : "Add"} ${title}`}
          noun={noun}
          name={record ? kind.nameOf(record) : `This ${title}`}
          bodyClassName="grid content-start gap-x-5 gap-y-4 sm:grid-cols-2"
          {...(isIncomplete && kind.incompleteText && { errorText: kind.incompleteText })}
          {...props}
          {...form}
          {...(onAnother && { onSaveAndAnother: () => void saveAndAnother() })}
          submitLabel={typeof submitLabel === "function" ? submitLabel(watch()) : submitLabel}
        >
          {typeof children === "function" ? children(record) : (children ?? <RecordFields />)}
        </RecordFormDialog>
        {props.question?.(form.recordForm.doubt, getValues())}
      </RecordFieldsContext>
    );
  }

  type DialogProps = Omit<FormDialogProps, "record" | "live"> & {
    id: string;
  };

  function StoredDialog({ id, ...props }: DialogProps) {
    return (
      <EditLoader
        result={useLiveQuery(functions.get, { [kind.id]: id })}
        title={`Edit ${title}`}
        thing={noun}
        failureText={kind.loadFailure ?? `The ${noun} could not be loaded`}
        onClose={props.onClose}
      >
        {(record: Row) => <FormDialog record={record} {...props} />}
      </EditLoader>
    );
  }

  function Dialog({ id, ...props }: DialogProps) {
    return id === NEW ? <FormDialog record={null} {...props} /> : <StoredDialog id={id} {...props} />;
  }

  return { Dialog, FormDialog, useForm, emptyValues, valuesOf, sentOf, changesOf, toField, groups };
}

const isMissing = (query: LiveQuery<unknown>): boolean =>
  query.status === "ready" ? query.data === null : query.status === "error" && isNotFound(query.error);

/** Keeps only the message at the first missing required field. */
const firstMissing =
  (fields: Fields) =>
  (faults: FieldErrors): FieldErrors => {
    const first = namesOf(fields).find((name) => fields[name]?.presence === "required" && name in faults);
    const message = first && faults[first];
    return message ? { [first]: message } : faults;
  };

type SchemaResolverOptions<Values, Sent> = {
  schema: z.ZodType;
  toServer: (values: Values) => Sent;
  toField: (serverName: string) => (keyof Values & string) | null;
  /** Checks values that are valid one by one. The keys are the server's names of the fields. */
  check?: (sent: Sent) => FieldErrors;
  /** Selects the messages that are shown. */
  narrow?: (faults: FieldErrors) => FieldErrors;
};

/** The resolver leaves the form's values as the user typed them. */
function schemaResolver<Values extends FieldValues, Sent>({
  schema,
  toServer,
  toField,
  check = () => ({}),
  narrow = (faults) => faults,
}: SchemaResolverOptions<Values, Sent>): Resolver<Values, unknown, Values> {
  return (values) => {
    const sent = toServer(values);
    const parsed = schema.safeParse(sent);
    const faults = narrow(parsed.success ? check(sent) : fieldErrorsOf(parsed.error));
    const shown = Object.entries(faults).flatMap(([name, message]) => {
      const field = toField(name);
      return field === null ? [] : [[field, { type: name, message }]];
    });
    if (shown.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(shown) as FormErrors<Values> }; // the names are those of the form's fields
  };
}
