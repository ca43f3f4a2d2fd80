/** Starting or changing a course of medication: drug, amount, frequency and duration. */
import { useFormContext, useWatch } from "react-hook-form";
import {
  ChoiceControl,
  RecordField,
  RecordFields,
  type Control,
} from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import type { Course } from "@/entities/medications/medication-words";
import { api } from "@convex/_generated/api";
import { describeSchedule, proposedTimes } from "@domain/health/medications";
import { COURSE_FIELDS } from "@domain/health/record";
import type { MAX_TIMES_PER_DAY } from "@domain/health/rules";
import { medicationCourseSchema } from "@domain/health/schemas";

const TIMES = ["time0", "time1", "time2", "time3", "time4", "time5", "time6", "time7"] as const satisfies {
  readonly length: typeof MAX_TIMES_PER_DAY;
};
type Times = Readonly<Record<(typeof TIMES)[number], string>>;

interface Schedule extends Times {
  readonly isAsNeeded: boolean;
  readonly everyDays: string;
  readonly dosesADay: string;
}

const timesOf = (times: readonly string[]): Times =>
  Object.fromEntries(TIMES.map((time, index) => [time, times[index] ?? ""])) as Times; // all schedules, in the same order

function toSchedule({ isAsNeeded, everyDays, dosesADay, ...typed }: Schedule) {
  if (isAsNeeded) return { type: "as_needed" as const };
  return {
    type: "times" as const,
    everyDays: everyDays.trim() === "" ? Number.NaN : Number(everyDays.replace(",", ".")),
    times: TIMES.slice(0, Number(dosesADay)).map((time) => typed[time]),
  };
}

const { get, start, update, editsSince } = api.health.medications;

export const courseForm = recordForm({
  fields: COURSE_FIELDS,
  noun: "medication",
  isPlain: true,
  nameOf: ({ drug }: Pick<Course, "drug">) => drug,
  functions: { get, create: start, update, editsSince },
  id: "courseId",
  schema: medicationCourseSchema,
  beside: {
    empty: { isAsNeeded: false, everyDays: "1", dosesADay: "2", ...timesOf(proposedTimes(2)) },
    of: ({ schedule }: Pick<Course, "schedule">): Schedule => {
      const times = schedule.type === "times" ? schedule.times : proposedTimes(1);
      const everyDays = schedule.type === "times" ? String(schedule.everyDays) : "1";
      const isAsNeeded = schedule.type === "as_needed";
      return { isAsNeeded, everyDays, dosesADay: String(times.length), ...timesOf(times) };
    },
    send: (values) => ({ schedule: toSchedule(values) }),
    groups: [
      {
        key: "schedule",
        label: "How Often",
        fields: ["isAsNeeded", "everyDays", "dosesADay", ...TIMES],
        show: (values) => describeSchedule(toSchedule(values)),
      },
    ],
    names: {
      ...Object.fromEntries(TIMES.map((time, index) => [`schedule.times.${index}`, time])),
      ...{ "schedule.times": "time0", "schedule.everyDays": "everyDays" },
    },
  },
});

type CourseFormDialogProps = {
  dog: { _id: string; name: string };
  /** Null for a new course. */
  course: Course | null;
  today: string;
  onClose: () => void;
};

export function CourseFormDialog({ dog, course, today, onClose }: CourseFormDialogProps) {
  return (
    <courseForm.FormDialog
      record={course}
      live={course}
      given={{ startOn: today }}
      owner={{ dogId: dog._id }}
      title={course ? `Medication of ${dog.name}` : `Start a Medication of ${dog.name}`}
      savedText={course ? "Medication updated" : `Medication of ${dog.name} started`}
      onClose={onClose}
    >
      <RecordField name="drug" />
      <RecordField name="doseAmount" />
      <RecordField name="doseUnit" />
      <ScheduleFields />
      <RecordFields except={["drug", "doseAmount", "doseUnit"]} />
    </courseForm.FormDialog>
  );
}

const COUNTS = Object.fromEntries(TIMES.map((_, index) => [index + 1, String(index + 1)]));

/** Also sets suggested times. */
function DosesControl(props: Parameters<Control>[0]) {
  const { setValue } = useFormContext<Schedule>();
  const onValue = (count: string) => {
    props.onValue(count);
    const times = timesOf(proposedTimes(Number(count)));
    for (const time of TIMES) setValue(time, times[time], { shouldDirty: true });
  };
  return <ChoiceControl {...props} choices={COUNTS} onValue={onValue} />;
}

function ScheduleFields() {
  const { control } = useFormContext<Schedule>();
  const [isAsNeeded, dosesADay] = useWatch({ control, name: ["isAsNeeded", "dosesADay"] });
  return (
    <fieldset className="flex flex-col gap-3 sm:col-span-2">
      <legend className="mb-2 text-sm font-semibold">How often</legend>
      <RecordField name="isAsNeeded" label="Only as needed" />
      {isAsNeeded ? null : (
        <>
          <div className="grid grid-cols-2 gap-4">
            <RecordField name="dosesADay" label="Doses a day" control={DosesControl} />
            <RecordField name="everyDays" label="Interval in days" helper="1 is daily, 7 is weekly" />
          </div>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
            {TIMES.slice(0, Number(dosesADay)).map((time, index) => (
              <RecordField key={time} name={time} label={`Time ${index + 1}`} type="time" />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}
