/** The import dialog's place in the address, so that Back closes it and a strip on the page can open it. */
import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";

const PARAMETER = "import";

/** Returns whether the import dialog is open, and how to open and close it. */
export function useImportAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  // The router knows nothing of the state; this is the mark that this hook leaves in it.
  const cameFromPage = (location.state as { fromPage?: boolean } | null)?.fromPage === true;
  const go = useCallback(
    (isOpen: boolean) => {
      const next = new URLSearchParams(search);
      if (isOpen) next.set(PARAMETER, "1");
      else next.delete(PARAMETER);
      void navigate(
        { pathname, search: next.toString() },
        isOpen ? { state: { fromPage: true } } : { replace: true },
      );
    },
    [navigate, pathname, search],
  );
  const closeImport = useCallback(() => {
    if (cameFromPage) void navigate(-1);
    else go(false);
  }, [cameFromPage, go, navigate]);
  const openImport = useCallback(() => go(true), [go]);
  return { isImporting: params.has(PARAMETER), openImport, closeImport };
}
