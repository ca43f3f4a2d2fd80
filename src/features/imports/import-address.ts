/**
 * Stores in the address whether the import dialog is open. Back then closes it, and a link on the page can open it.
 */
import { useStableCallback } from "@/hooks/use-stable-callback";
import { useOverlay } from "@/lib/screen-address";

export function useImportAddress() {
  const { valueOf, open, close } = useOverlay(["import"]);
  return {
    isImporting: valueOf("import") !== null,
    openImport: useStableCallback(() => open("import", "1")),
    closeImport: useStableCallback(close),
  };
}
