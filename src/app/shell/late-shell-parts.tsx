/** Parts on every page of a kennel that no page waits for: queued weighings and tapped notifications. */
import { OpenedFromNotification } from "@/app/shell/opened-from-notification";
import { WeighingSender } from "@/features/litters/weighing-sender";

/** Renders them. */
export function LateShellParts() {
  return (
    <>
      <OpenedFromNotification />
      <WeighingSender />
    </>
  );
}
