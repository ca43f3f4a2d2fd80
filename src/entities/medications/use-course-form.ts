/** The state of the form of a course of medication: values, messages, saving, and somebody else's newer version. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import type { Course } from "@/entities/medications/medication-words";
import { failureText } from "@/lib/failure-text";
import type { DoseUnit } from "@domain/constants/medications";
import { getErrorData, type FieldErrors } from "@domain/errors";
import { proposedTimes } from "@domain/health/medications";
import { api } from "@convex/_generated/api";

export type CourseFormOptions = {
  dog: { _id: string; name: string };
  /** The course to change; without it a new one is started. */
  course: Course | null;
  today: string;
  onClose: () => void;
};

export interface CourseValues {
  readonly drug: string;
  readonly doseAmount: string;
  readonly doseUnit: DoseUnit;
  readonly isAsNeeded: boolean;
  readonly everyDays: string;
  readonly times: readonly string[];
  readonly startOn: string;
  readonly endOn: string;
  readonly reason: string;
  readonly veterinarian: string;
  readonly notes: string;
}

const emptyCourse = (today: string): CourseValues => ({
  drug: "",
  doseAmount: "",
  doseUnit: "mg",
  isAsNeeded: false,
  everyDays: "1",
  times: proposedTimes(2),
  startOn: today,
  endOn: "",
  reason: "",
  veterinarian: "",
  notes: "",
});

const valuesOf = (course: Course): CourseValues => ({
  drug: course.drug,
  doseAmount: String(course.doseAmount),
  doseUnit: course.doseUnit,
  isAsNeeded: course.schedule.type === "as_needed",
  everyDays: course.schedule.type === "times" ? String(course.schedule.everyDays) : "1",
  times: course.schedule.type === "times" ? course.schedule.times : proposedTimes(1),
  startOn: course.startOn,
  endOn: course.endOn ?? "",
  reason: course.reason ?? "",
  veterinarian: course.veterinarian ?? "",
  notes: course.notes ?? "",
});

/** Reads a number typed with a point or a comma; what is none is left to the message of its field. */
const toNumber = (text: string): number => (text.trim() === "" ? NaN : Number(text.trim().replace(",", ".")));

/** Convex carries no NaN through validation as a fault of its field, so it is told here. */
function numberErrors({ doseAmount, everyDays, isAsNeeded }: CourseValues): FieldErrors {
  return {
    ...(Number.isNaN(toNumber(doseAmount)) ? { doseAmount: "Dose must be a number" } : {}),
    ...(!isAsNeeded && Number.isNaN(toNumber(everyDays))
      ? { "schedule.everyDays": "Days must be a number" }
      : {}),
  };
}

/** Returns the form of one course. */
export function useCourseForm({ dog, course, today, onClose }: CourseFormOptions) {
  const start = useMutation(api.health.medications.start);
  const update = useMutation(api.health.medications.update);
  const [values, setValues] = useState<CourseValues>(() => (course ? valuesOf(course) : emptyCourse(today)));
  const [version, setVersion] = useState(course?.updatedAt ?? 0);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  const change = (changes: Partial<CourseValues>) => {
    setErrors({});
    setValues((last) => ({ ...last, ...changes }));
  };
  const save = async () => {
    const { isAsNeeded, everyDays, times, doseAmount, ...typed } = values;
    const wrong = numberErrors(values);
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    setSaving(true);
    const fields = {
      ...typed,
      doseAmount: toNumber(doseAmount),
      schedule: isAsNeeded
        ? { type: "as_needed" as const }
        : { type: "times" as const, everyDays: toNumber(everyDays), times: [...times] },
      dogId: dog._id,
    };
    try {
      if (course) await update({ ...fields, courseId: course._id, expectedUpdatedAt: version });
      else await start(fields);
      toast.success(course ? "Medication updated" : `Medication of ${dog.name} started`);
      onClose();
    } catch (error) {
      const found = getErrorData(error)?.details.fields ?? {};
      setErrors(found);
      if (Object.keys(found).length === 0)
        setFailure(failureText("The medication could not be saved", error));
      setSaving(false);
    }
  };
  const isStale = course !== null && course.updatedAt > version;
  const takeTheirs = () => {
    if (!course) return;
    setValues(valuesOf(course));
    setVersion(course.updatedAt);
    setFailure(null);
  };
  const keepMine = () => {
    if (!course) return;
    setVersion(course.updatedAt);
    setFailure(null);
  };
  return { values, change, errors, failure, isSaving, save, isStale, takeTheirs, keepMine };
}

export type CourseForm = ReturnType<typeof useCourseForm>;
