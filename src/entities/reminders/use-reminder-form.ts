/** The form of a new or recorded reminder: what it stands on and how it is saved (components/record-form). */
import { useState } from "react";
import { useMutation } from "convex/react";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm, type RecordForm } from "@/components/record-form/use-record-form";
import {
  changedFields,
  newReminderValues,
  toFormField,
  toServerFields,
  valuesOfReminder,
  type GivenReminder,
  type RemindedDog,
  type ReminderFormValues,
} from "@/entities/reminders/reminder-form-values";
import { REMINDER_GROUPS } from "@/entities/reminders/reminder-merge";
import { failureSentence, type Reminder } from "@/entities/reminders/reminder-words";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "@domain/errors";
import { newReminderSchema } from "@domain/reminders/schemas";
import { api } from "@convex/_generated/api";

type UseReminderFormOptions = {
  reminder: Reminder | null;
  given: GivenReminder;
  today: string;
  onSaved: () => void;
};

/** An end before the reminder itself would make a series without a member. */
const checkEnd = ({ recurring, dueDate }: ReturnType<typeof toServerFields>): FieldErrors =>
  recurring?.endDate && recurring.endDate < dueDate
    ? { "recurring.endDate": "End date must not be before the due date" }
    : {};

const resolver = schemaResolver({
  schema: newReminderSchema,
  toServer: toServerFields,
  toField: toFormField,
  check: checkEnd,
});

/** Watches a recorded reminder that is open; both answers are empty for a new one. */
export function useLiveReminder(reminderId: Reminder["_id"] | undefined) {
  const result = useLiveQuery(api.reminders.reminders.get, reminderId ? { reminderId } : "skip");
  const isDeleted = result.status === "error" && isNotFound(result.error);
  return { reminder: result.data ?? null, isDeleted };
}

/** Why nothing was saved, by the dog that it concerns. */
export type DogErrors = Readonly<Record<string, string>>;

const OF_A_DOG = "dogIds.";

const dogErrorsOf = (error: unknown): DogErrors =>
  Object.fromEntries(
    Object.entries(getErrorData(error)?.details.fields ?? {}).flatMap(([name, message]) =>
      name.startsWith(OF_A_DOG) ? [[name.slice(OF_A_DOG.length), message]] : [],
    ),
  );

function createFailureText(error: unknown): string {
  if (Object.keys(dogErrorsOf(error)).length > 0) {
    return "Nothing was saved. Remove the dogs with a message.";
  }
  return failureSentence("Failed to create reminder", error);
}

/** Returns a function that makes a reminder for each of many dogs, and which of them it failed for. */
function useManyDogs() {
  const { kennelId } = useKennel();
  const createForDogs = useMutation(api.reminders.reminders.createForDogs);
  const [dogErrors, setDogErrors] = useState<DogErrors>({});
  const createForMany = async (values: ReminderFormValues, dogs: readonly RemindedDog[]) => {
    const { dogId: _, ...fields } = toServerFields(values);
    setDogErrors({});
    try {
      await createForDogs({ kennelId, ...fields, dogIds: dogs.map(({ _id }) => _id) });
    } catch (error) {
      setDogErrors(dogErrorsOf(error));
      throw error;
    }
  };
  return { createForMany, dogErrors };
}

/** Returns a function that makes or changes a reminder. */
function useSaveReminder(reminderId: Reminder["_id"] | undefined, { breedingId, litterId }: GivenReminder) {
  const { kennelId } = useKennel();
  const create = useMutation(api.reminders.reminders.create);
  const update = useMutation(api.reminders.reminders.update);
  return async (
    values: ReminderFormValues,
    basis: MergeState<ReminderFormValues> | null,
  ): Promise<string[]> => {
    if (!reminderId || !basis) {
      const links = { ...(breedingId && { breedingId }), ...(litterId && { litterId }) };
      await create({ kennelId, ...toServerFields(values), ...links });
      return [];
    }
    await update({
      reminderId,
      expectedUpdatedAt: basis.version,
      isWholeSeries: values.isWholeSeries,
      ...changedFields(values, basis.base),
    });
    return [];
  };
}

const NO_EDITS: readonly Edit[] = [];

/** Returns the form, who changed the reminder since it was opened, and the dogs that it failed for. */
export function useReminderForm({ reminder, given, today, onSaved }: UseReminderFormOptions): {
  recordForm: RecordForm<ReminderFormValues>;
  edits: readonly Edit[];
  dogErrors: DogErrors;
} {
  const { kennelId } = useKennel();
  const { breedingId, litterId, ...values } = given;
  const { createForMany, dogErrors } = useManyDogs();
  const saveOne = useSaveReminder(reminder?._id, given);
  const reminderId = reminder?._id;
  const live = useLiveReminder(reminderId);
  const recordForm = useRecordForm({
    opened: reminder,
    live: live.reminder,
    isDeleted: live.isDeleted,
    valuesOf: valuesOfReminder,
    newValues: newReminderValues(today, values),
    resolver,
    groups: REMINDER_GROUPS,
    draftKey: reminderId
      ? `reminder.${reminderId}`
      : `reminder.new.${given.dogs ? "many" : (breedingId ?? litterId ?? given.dogId ?? kennelId)}`,
    toField: toFormField,
    save: async (typed, basis) => {
      if (!typed.dogs) return await saveOne(typed, basis);
      await createForMany(typed, typed.dogs);
      return [];
    },
    savedText: ({ dogs }) => {
      if (reminder) return "Reminder updated successfully";
      return dogs && dogs.length > 1 ? `${dogs.length} reminders created` : "Reminder created successfully";
    },
    failureTextOf: (error) =>
      reminder ? failureSentence("Failed to update reminder", error) : createFailureText(error),
    onSaved,
  });
  const { since } = recordForm;
  const edits = useLiveQuery(
    api.reminders.reminders.editsSince,
    reminderId ? { reminderId, since } : "skip",
  ).data;
  return { recordForm, edits: edits ?? NO_EDITS, dogErrors };
}
