/** Parts of every kennel page that may load late: the queue of weights to send, and tapped notifications. */
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
