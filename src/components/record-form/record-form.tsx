/**
 * The form of a kind of record, made of its description: values, checks, saving, drafts, the choice between two people's
 * versions and the question before typed text is thrown away (use-record-form.ts, record-form-dialog.tsx). A kind says
 * its functions, its words and the controls that are its own.
 */
import type { ComponentProps, ReactNode } from "react";
import { useMutation } from "convex/react";
import type { DefaultFunctionArgs, FunctionReference } from "convex/server";
import type { z } from "zod";
import { EditLoader } from "@/components/record-dialog";
import { RecordFields, RecordFieldsContext, type Control } from "@/components/record-form/record-field";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { describedGroups, type RecordGroup } from "@/components/record-form/record-groups";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm } from "@/components/record-form/use-record-form";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import type { FieldErrors } from "@domain/errors";
import type { Fields } from "@domain/records/fields";
import { namesOf, newShape, type Stored } from "@domain/records/record";
import { differing, emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";

/** Stands in an address for a record that is not stored yet. */
export const NEW = "new";

type Recorded<F extends Fields> = Stored<F> & {
  readonly _id: string;
  readonly kennelId: string;
  readonly updatedAt: number;
};

type Call<Type extends "query" | "mutation", Value> = FunctionReference<
  Type,
  "public",
  DefaultFunctionArgs,
  Value
>;

/** What a form holds beside the described fields. */
interface Beside<Values, Extra, Row> {
  /** What a new one begins with. */
  readonly empty: Extra;
  /** Reads it of a record, with what of the described fields the form holds otherwise. */
  readonly of: (record: Row) => Extra & Partial<Values>;
  /** What is sent of it, and of described fields that are sent otherwise. */
  readonly send: (values: Values & Extra) => object;
  readonly groups?: readonly RecordGroup<Values & Extra>[];
  /** Names what the server calls otherwise. */
  readonly names?: Readonly<Record<string, keyof (Values & Extra) & string>>;
}

interface RecordFormKind<F extends Fields, Row extends Recorded<F>, Extra extends object> {
  readonly fields: F;
  /** What one is called in a sentence: 'veterinarian'. */
  readonly noun: string;
  /** What it is called on buttons: 'Veterinarian'. */
  readonly title?: string;
  /** What it is called in messages about saving, where that is more. */
  readonly savedAs?: string;
  /** What its drafts are kept under, where that is not the noun. */
  readonly draftName?: string;
  readonly nameOf: (record: Row) => string;
  /** The kind's functions (convex/platform/recordFunctions.ts), and their argument that names the record. */
  readonly functions: {
    readonly get: Call<"query", Row>;
    readonly create: Call<"mutation", unknown>;
    readonly update: Call<"mutation", unknown>;
    readonly editsSince: Call<"query", readonly Edit[]>;
  };
  readonly id: string;
  /** Whether a new one is the kennel's; else a field names its owner, or the dialog is given it. */
  readonly isOfKennel?: boolean;
  /** Checks a whole record, where that is more than its fields. */
  readonly schema?: z.ZodType;
  /** What else is wrong with values that have the right shape; `args` are those of the dialog. */
  readonly check?: (sent: object, args: object) => FieldErrors;
  /** Whether of several needed fields only the first missing one is told. */
  readonly tellsFirstMissing?: boolean;
  /** Controls that are not those of the field's type. */
  readonly controls?: { readonly [Name in keyof F]?: Control };
  /** Fields that are decided together when two people changed them. */
  readonly together?: readonly RecordGroup<TypedForm<F> & Extra>[];
  readonly beside?: Beside<TypedForm<F>, Extra, Row>;
  readonly failureOf?: (error: unknown) => string;
  readonly loadFailure?: string;
}

/** What a dialog of the kind may say of itself. */
type Looks = Pick<
  ComponentProps<typeof RecordFormDialog>,
  "companions" | "hasMore" | "note" | "errorText" | "bodyClassName" | "onSaveAndAnother" | "onClose"
>;

interface FormOptions<Values, Row> {
  /** The record as it was when the form was opened; null for a new one. */
  record: Row | null;
  /** The record as it is now, null once it is deleted; without it the form asks for it. */
  live?: Row | null;
  /** What a new one begins with. */
  given?: Partial<Values>;
  /** What is sent beside the fields, such as today. */
  args?: Readonly<Record<string, unknown>>;
  /** Whose a new one is, where no field says it. */
  owner?: Readonly<Record<string, string>>;
  savedText?: string | ((values: Values) => string);
  /** Stores it, where that is not one call. */
  save?: (values: Values, basis: MergeState<Values> | null) => Promise<unknown>;
  /** Stores what belongs to it, such as files, and returns what to look at again. */
  afterSave?: (saved: unknown) => Promise<readonly string[]> | readonly string[] | void;
  isDoubtful?: (values: Values, basis: MergeState<Values> | null) => boolean;
  onSaved: () => void;
}

const NO_EDITS: readonly Edit[] = [];
const NO_ARGS = {};
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const capitals = (words: string): string => words.replaceAll(/\b[a-z]/gu, (letter) => letter.toUpperCase());

/** Makes the dialog of a kind, and what tests and other forms need of its values. */
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
  const changesOf = (values: Values, begunWith: Values) => differing(sentOf(values), sentOf(begunWith));
  const toField = (name: string): (keyof Values & string) | null =>
    beside?.names?.[name] ?? (Object.hasOwn(emptyValues, name) ? name : null);
  const groups = [...describedGroups<Values>(fields, kind.together), ...(beside?.groups ?? [])];
  const idOf = (id: string | undefined) => (id ? { [kind.id]: id } : ("skip" as const));
  const resolverOf = (args: object) =>
    schemaResolver<Values, object>({
      schema: kind.schema ?? newShape(fields),
      toServer: (values) => ({ ...args, ...sentOf(values) }),
      toField,
      check: (sent) => kind.check?.(sent, args) ?? {},
      ...(kind.tellsFirstMissing && { narrow: firstMissing(fields) }),
    });

  /** Returns the form of a record, the record as it is now, and who changed it meanwhile. */
  function useForm({ record, live, given, args = NO_ARGS, owner, ...options }: FormOptions<Values, Row>) {
    const { kennelId } = useKennel();
    const create = useMutation(functions.create);
    const update = useMutation(functions.update);
    const asked = useLiveQuery(functions.get, live === undefined ? idOf(record?._id) : "skip");
    const now = live === undefined ? (asked.data ?? null) : live;
    const ownerId = Object.values(owner ?? {})[0] ?? kennelId;
    const store = async (values: Values, basis: MergeState<Values> | null): Promise<unknown> => {
      if (options.save) return await options.save(values, basis);
      if (!record || !basis) {
        return await create({ ...(kind.isOfKennel && { kennelId }), ...args, ...owner, ...sentOf(values) });
      }
      const changes = changesOf(values, basis.base);
      return await update({ [kind.id]: record._id, expectedUpdatedAt: basis.version, ...args, ...changes });
    };
    const form = useRecordForm<Values, Values, Row>({
      opened: record,
      live: now,
      isDeleted:
        live === undefined ? asked.status === "error" && isNotFound(asked.error) : record !== null && !live,
      valuesOf,
      newValues: { ...emptyValues, ...given },
      resolver: resolverOf({ ...args, ...owner }),
      groups,
      draftKey: record ? `${draftName}.${record._id}` : `${draftName}.new.${ownerId}`,
      toField,
      save: async (values, basis) => {
        const saved = await store(values, basis);
        return [...((await options.afterSave?.(saved)) ?? [])];
      },
      ...(options.isDoubtful && { isDoubtful: options.isDoubtful }),
      savedText: options.savedText ?? `${capital(savedAs)} saved`,
      failureTextOf: kind.failureOf ?? ((error) => failureText(`The ${savedAs} could not be saved`, error)),
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
      submitLabel?: string;
      /** The fields, where they are not all of them in their order. */
      children?: ReactNode | ((record: Row | null) => ReactNode);
    };

  /** Renders the form of a record that is there, or of a new one. */
  function FormDialog(props: FormDialogProps) {
    const { children, record: opened, onClose } = props;
    const { record, ...form } = useForm({ ...props, onSaved: onClose });
    return (
      <RecordFieldsContext value={{ fields, controls: kind.controls ?? {}, record }}>
        <RecordFormDialog
          title={`${opened ? "Edit" : "Add"} ${title}`}
          noun={noun}
          name={record ? kind.nameOf(record) : `This ${title}`}
          submitLabel={`${opened ? "Update" : "Add"} ${title}`}
          bodyClassName="grid content-start gap-x-5 gap-y-4 sm:grid-cols-2"
          {...props}
          {...form}
        >
          {typeof children === "function" ? children(record) : (children ?? <RecordFields />)}
        </RecordFormDialog>
      </RecordFieldsContext>
    );
  }

  type DialogProps = Omit<FormDialogProps, "record" | "live"> & {
    /** The record's id, or NEW. */
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

  /** Renders the form of a new record, or of a stored one once it is loaded. */
  function Dialog({ id, ...props }: DialogProps) {
    return id === NEW ? <FormDialog record={null} {...props} /> : <StoredDialog id={id} {...props} />;
  }

  return { Dialog, FormDialog, useForm, valuesOf, sentOf, changesOf, toField, groups };
}

/** Leaves of the messages the one at the first needed field that is missing, where there is one. */
const firstMissing =
  (fields: Fields) =>
  (faults: FieldErrors): FieldErrors => {
    const first = namesOf(fields).find((name) => fields[name]?.presence === "required" && name in faults);
    const message = first && faults[first];
    return message ? { [first]: message } : faults;
  };
