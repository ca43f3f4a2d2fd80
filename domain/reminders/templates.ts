/** The reminder templates that every kennel has. Source: decision GAP-REM-12. */
import type { ReminderPriority, ReminderType } from "./rules";

export interface TemplateFields {
  readonly name: string;
  readonly reminderType: ReminderType;
  readonly title: string;
  readonly description: string | null;
  readonly priority: ReminderPriority;
  /** Days after the base date. */
  readonly offsetDays: number;
  readonly notifications: { email: boolean; sms: boolean; push: boolean; daysInAdvance: number[] };
}

const notify = (...daysInAdvance: number[]): TemplateFields["notifications"] => ({
  email: true,
  sms: false,
  push: true,
  daysInAdvance,
});

/** The ids are permanent. */
export const BUILT_IN_REMINDER_TEMPLATES: readonly (TemplateFields & { readonly id: string })[] = [
  {
    id: "annual-vaccination",
    name: "Annual vaccination",
    reminderType: "vaccination",
    title: "Annual vaccination",
    description: "Bring the vaccination record.",
    priority: "high",
    offsetDays: 365,
    notifications: notify(14, 1),
  },
  {
    id: "worming",
    name: "Worming, quarterly",
    reminderType: "medication",
    title: "Worming",
    description: "Weigh the dog first; the dose depends on weight.",
    priority: "medium",
    offsetDays: 90,
    notifications: notify(1),
  },
  {
    id: "flea-and-tick",
    name: "Flea and tick treatment, monthly",
    reminderType: "medication",
    title: "Flea and tick treatment",
    description: null,
    priority: "medium",
    offsetDays: 30,
    notifications: notify(1),
  },
  {
    id: "heartworm",
    name: "Heartworm prevention, monthly",
    reminderType: "medication",
    title: "Heartworm prevention",
    description: null,
    priority: "high",
    offsetDays: 30,
    notifications: notify(1),
  },
  {
    id: "health-check",
    name: "Yearly health check",
    reminderType: "health_check",
    title: "Yearly health check",
    description: "Teeth, heart, weight and blood values.",
    priority: "medium",
    offsetDays: 365,
    notifications: notify(14, 1),
  },
  {
    id: "pregnancy-check",
    name: "Pregnancy check, 28 days after mating",
    reminderType: "breeding",
    title: "Pregnancy check",
    description: "Ultrasound from day 28.",
    priority: "high",
    offsetDays: 28,
    notifications: notify(3, 1),
  },
  {
    id: "hip-x-ray",
    name: "Hip and elbow X-ray, at two years",
    reminderType: "health_check",
    title: "Hip and elbow X-ray",
    description: "For a final certificate from 24 months on; the base date is the date of birth.",
    priority: "medium",
    offsetDays: 730,
    notifications: notify(30, 7),
  },
  {
    id: "nails",
    name: "Nail trim, every three weeks",
    reminderType: "grooming",
    title: "Trim nails",
    description: null,
    priority: "low",
    offsetDays: 21,
    notifications: notify(0),
  },
  {
    id: "microchip",
    name: "Microchip, seven weeks after birth",
    reminderType: "appointment",
    title: "Microchip the puppies",
    description: "The base date is the date of birth.",
    priority: "high",
    offsetDays: 49,
    notifications: notify(7, 1),
  },
  {
    id: "puppy-class",
    name: "Puppy class, twelve weeks after birth",
    reminderType: "training",
    title: "Puppy class",
    description: "The base date is the date of birth.",
    priority: "low",
    offsetDays: 84,
    notifications: notify(7),
  },
];
