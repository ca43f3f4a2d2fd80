/** What belongs to every page and none waits for: the place of messages, and whose the uploads are. */
import { UploadsOwner } from "@/app/uploads-owner";
import { Toaster } from "@/components/ui/toaster";

/** Renders them. */
export function LateParts({ isDark }: { isDark: boolean }) {
  return (
    <>
      <UploadsOwner />
      <Toaster dark={isDark} />
    </>
  );
}
