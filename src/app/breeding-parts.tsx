/** The further parts of the Breeding screen, each a feature of its own that the screen does not know. */
import { lazy } from "react";

const HeatsPart = lazy(async () => ({ default: (await import("@/features/heats/heats-part")).HeatsPart }));
const CalendarPart = lazy(async () => ({
  default: (await import("@/features/heats/calendar-part")).CalendarPart,
}));

export const breedingParts = [
  { value: "heats", label: "Heats", content: <HeatsPart /> },
  { value: "calendar", label: "Calendar", content: <CalendarPart /> },
];
