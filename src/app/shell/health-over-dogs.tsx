/** The dialogs of health over a dog's page, so that a note or a record is written without leaving it. */
import { useLocation } from "@/lib/router";
import { paths } from "@/app/paths";
import { asksForDialog } from "@/entities/health/health-address";
import { late } from "@/components/late";

const HealthWritingDialogs = late(
  async () => (await import("@/features/health/health-dialogs")).HealthWritingDialogs,
);

/** Renders nothing until an address of the dogs' screens asks for such a dialog. */
export function HealthOverDogs() {
  const { pathname, search } = useLocation();
  if (!pathname.startsWith(paths.dogs) || !asksForDialog(search)) return null;
  return <HealthWritingDialogs />;
}
