/** The pedigree certificate's place in the address: over the list or a dog's page, and Back closes it. */
import { useOverlay } from "@/lib/screen-address";

/** Returns the dog whose certificate is open, and how to open and close it. */
export function useCertificateAddress() {
  const { valueOf, open, close } = useOverlay(["certificate"]);
  return { dogId: valueOf("certificate"), open: (dogId: string) => open("certificate", dogId), close };
}
