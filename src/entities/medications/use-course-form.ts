/** The state of the form of a course of medication: values, messages, saving, and somebody else's newer version. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import type { Course } from "@/entities/medications/medication-words";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { proposedTimes } from "@domain/health/medications";
import { COURSE_FIELDS } from "@domain/health/record";
import { emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import { medicationCourseSchema } from "@domain/health/schemas";
import { fieldErrorsOf } from "@domain/records/parse";
import { api } from "@convex/_generated/api";

export type CourseFormOptions = {
  dog: { _id: string; name: string };
  /** The course to change; without it a new one is started. */
  course: Course | null;
  today: string;
  onClose: () => void;
};

export type CourseValues = TypedForm<typeof COURSE_FIELDS> & {
  readonly isAsNeeded: boolean;
  readonly everyDays: string;
  readonly times: readonly string[];
};

const emptyCourse = (today: string): CourseValues => ({
  ...emptyTypedForm(COURSE_FIELDS),
  startOn: today,
  isAsNeeded: false,
  everyDays: "1",
  times: proposedTimes(2),
});

/** Fills the form with a course. */
export const valuesOfCourse = ({ schedule, ...course }: Course): CourseValues => ({
  ...typedForm(COURSE_FIELDS, course),
  isAsNeeded: schedule.type === "as_needed",
  everyDays: schedule.type === "times" ? String(schedule.everyDays) : "1",
  times: schedule.type === "times" ? schedule.times : proposedTimes(1),
});

/** Makes what the server takes of a form's values; what is no number is left to the message of its field. */
export const toCourseFields = ({ isAsNeeded, everyDays, times, ...typed }: CourseValues) => ({
  ...sentFields(COURSE_FIELDS, typed),
  schedule: isAsNeeded
    ? { type: "as_needed" as const }
    : {
        type: "times" as const,
        everyDays: everyDays.trim() === "" ? Number.NaN : Number(everyDays.replace(",", ".")),
        times: [...times],
      },
});

/** Returns the form of one course. */
export function useCourseForm({ dog, course, today, onClose }: CourseFormOptions) {
  const start = useMutation(api.health.medications.start);
  const update = useMutation(api.health.medications.update);
  const [values, setValues] = useState<CourseValues>(() =>
    course ? valuesOfCourse(course) : emptyCourse(today),
  );
  const [version, setVersion] = useState(course?.updatedAt ?? 0);
  const { errors, setErrors, failure, clearFailure, isSaving, check, save: store } = useSaving();

  const change = (changes: Partial<CourseValues>) => {
    setErrors({});
    setValues((last) => ({ ...last, ...changes }));
  };
  const save = async () => {
    const fields = { ...toCourseFields(values), dogId: dog._id };
    const parsed = medicationCourseSchema.safeParse(fields);
    if (!check(parsed.success ? {} : fieldErrorsOf(parsed.error))) return;
    await store(async () => {
      if (course) await update({ ...fields, courseId: course._id, expectedUpdatedAt: version });
      else await start(fields);
      toast.success(course ? "Medication updated" : `Medication of ${dog.name} started`);
      onClose();
    }, unlessAtField("The medication could not be saved"));
  };
  const isStale = course !== null && course.updatedAt > version;
  const takeTheirs = () => {
    if (!course) return;
    setValues(valuesOfCourse(course));
    setVersion(course.updatedAt);
    clearFailure();
  };
  const keepMine = () => {
    if (!course) return;
    setVersion(course.updatedAt);
    clearFailure();
  };
  return { values, change, errors, failure, isSaving, save, isStale, takeTheirs, keepMine };
}

export type CourseForm = ReturnType<typeof useCourseForm>;
