/**
 * Parts of every page of a kennel that may be loaded late: queued weights, and notifications that the user tapped.
 */
import { OpenedFromNotification } from "@/app/shell/opened-from-notification";
import { WeighingSender } from "@/features/litters/weighing-sender";

export function LateShellParts() {
  return (
    <>
      <OpenedFromNotification />
      <WeighingSender />
    </>
  );
}
