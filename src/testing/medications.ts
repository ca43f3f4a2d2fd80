/** Creates courses of medication as the server returns them. */
import type { Course } from "@/entities/medications/medication-words";
import { COURSE_FIELDS, COURSE_STATE } from "@domain/health/record";
import { blankValues } from "@domain/records/record";

/** By default, Bella receives the course. */
export const makeCourse = (changes: Partial<Course> = {}): Course => ({
  _id: "course1" as Course["_id"],
  kennelId: "kennel1" as Course["kennelId"],
  dogId: "dog1" as Course["dogId"],
  ...blankValues({ ...COURSE_FIELDS, ...COURSE_STATE }),
  drug: "Amoxicillin",
  doseAmount: 250,
  schedule: { type: "times", everyDays: 1, times: ["08:00", "20:00"] },
  startOn: "2025-06-14",
  endOn: "2025-06-20",
  reason: "Ear infection",
  veterinarian: "Dr. Anders",
  createdAt: 1,
  updatedAt: 1,
  today: [
    { slot: 0, time: "08:00", dose: null },
    { slot: 1, time: "20:00", dose: null },
  ],
  doses: [],
  ...changes,
});
