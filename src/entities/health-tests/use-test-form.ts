/**
 * The state of a health test's form: values, messages, saving, and what happens when somebody else saved the test
 * meanwhile. A certificate is sent after the test is stored; when only that fails, the form stays open on the stored
 * test, so that nothing has to be typed again.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { useCertificateUpload } from "@/entities/health-tests/use-certificate-upload";
import {
  emptyTest,
  toTestFields,
  valuesOfTest,
  type TestFormValues,
} from "@/entities/health-tests/test-form-values";
import type { HealthTest } from "@/entities/health-tests/test-words";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { documentRefusal } from "@/lib/upload-file";
import { isCalendarDay } from "@domain/dates/calendar-days";
import { proposedValidUntil } from "@domain/health/test-validity";
import { api } from "@convex/_generated/api";

export type TestFormOptions = {
  dog: { _id: string; name: string };
  /** The test to change; without it a new one is recorded. */
  test: HealthTest | null;
  today: string;
  onClose: () => void;
};

/** Keeps the proposed end of validity in step with kind and day, until somebody types another one. */
function withProposal(last: TestFormValues, changes: Partial<TestFormValues>): TestFormValues {
  const next = { ...last, ...changes };
  const proposalOf = ({ kind, testedOn }: TestFormValues) =>
    isCalendarDay(testedOn) ? (proposedValidUntil(kind, testedOn) ?? "") : "";
  const isOwn = last.validUntil !== "" && last.validUntil !== proposalOf(last);
  if ("validUntil" in changes || isOwn) return next;
  return { ...next, validUntil: proposalOf(next) };
}

/** Returns the form of one test. */
export function useTestForm({ dog, test, today, onClose }: TestFormOptions) {
  const create = useMutation(api.health.healthTests.create);
  const update = useMutation(api.health.healthTests.update);
  const { progress, send } = useCertificateUpload(dog._id);
  const [values, setValues] = useState<TestFormValues>(() => (test ? valuesOfTest(test) : emptyTest(today)));
  const [file, setFile] = useState<File | null>(null);
  const [stored, setStored] = useState<{ id: string; version: number } | null>(
    test && { id: test._id, version: test.updatedAt },
  );
  const { errors, setErrors, failure, clearFailure, isSaving, check, save: run } = useSaving();

  const change = (changes: Partial<TestFormValues>) => {
    setErrors({});
    const isOtherKind = changes.kind !== undefined && changes.kind !== values.kind;
    const cleared = isOtherKind ? { result: "", left: "", right: "", name: "" } : {};
    setValues((last) => withProposal(last, { ...changes, ...cleared }));
  };
  const choose = (chosen: File) => {
    const refusal = documentRefusal(chosen);
    setErrors(refusal === null ? {} : { certificate: `${chosen.name}: ${refusal}` });
    setFile(refusal === null ? chosen : null);
  };
  const store = async (): Promise<string> => {
    const fields = { ...toTestFields(values), dogId: dog._id, today };
    const saved = stored
      ? await update({ ...fields, testId: stored.id, expectedUpdatedAt: stored.version })
      : await create(fields);
    setStored({ id: saved._id, version: saved.updatedAt });
    return saved._id;
  };
  const save = async () => {
    check({});
    let failed = "The health test could not be saved";
    await run(
      async () => {
        const testId = await store();
        failed = "The test was saved, but its certificate was not";
        if (file) await send(testId, file);
        toast.success(test ? "Health test updated" : `Health test of ${dog.name} recorded`);
        onClose();
      },
      (...refusal) => unlessAtField(failed)(...refusal),
    );
  };
  /** Whether somebody else saved the test since this form took it over. */
  const isStale =
    test !== null && stored !== null && test._id === stored.id && test.updatedAt > stored.version;
  const takeTheirs = () => {
    if (!test) return;
    setValues(valuesOfTest(test));
    setStored({ id: test._id, version: test.updatedAt });
    clearFailure();
  };
  const keepMine = () => {
    if (!test) return;
    setStored({ id: test._id, version: test.updatedAt });
    clearFailure();
  };
  return {
    values,
    change,
    file,
    choose,
    errors,
    failure,
    isSaving,
    progress,
    save,
    isStale,
    takeTheirs,
    keepMine,
  };
}

export type TestForm = ReturnType<typeof useTestForm>;
