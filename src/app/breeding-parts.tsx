/** The further parts of the Breeding screen, each a feature of its own that the screen does not know. */
import { lateLazy } from "@/lib/ready-lazy";

const LitterList = lateLazy(async () => (await import("@/features/litters/litter-list")).LitterList);
const HeatsPart = lateLazy(async () => (await import("@/features/heats/heats-part")).HeatsPart);
const CalendarPart = lateLazy(async () => (await import("@/features/heats/calendar-part")).CalendarPart);
const WaitingListPart = lateLazy(
  async () => (await import("@/features/litters/waiting-list-part")).WaitingListPart,
);
const ReportsPart = lateLazy(async () => (await import("@/features/reports/reports-part")).ReportsPart);

export const breedingParts = [
  { value: "litters", label: "Litters", content: <LitterList /> },
  { value: "heats", label: "Heats", content: <HeatsPart /> },
  { value: "calendar", label: "Calendar", content: <CalendarPart /> },
  { value: "waiting-list", label: "Waiting list", content: <WaitingListPart /> },
  { value: "reports", label: "Reports", content: <ReportsPart /> },
];
