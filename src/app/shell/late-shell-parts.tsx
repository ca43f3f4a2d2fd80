/** What works beside every page of a kennel and none waits for: uploads, queued weighings and tapped notifications. */
import { OpenedFromNotification } from "@/app/shell/opened-from-notification";
import { PhotoUploadStatus } from "@/entities/photos/photo-upload-status";
import { WeighingSender } from "@/features/litters/weighing-sender";

/** Renders them. */
export function LateShellParts() {
  return (
    <>
      <PhotoUploadStatus />
      <OpenedFromNotification />
      <WeighingSender />
    </>
  );
}
