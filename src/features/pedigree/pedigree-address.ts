/**
 * Stores in the address which dog's ancestry or certificate is open, so that links can open it and Back closes it.
 */
import { useLocation, useNavigate } from "@/lib/router";
import { useMarks, useOverlay, without } from "@/lib/screen-address";
import { pageOf } from "@domain/history/places";

export function useAncestryAddress() {
  const { valueOf, open, close } = useOverlay(["ancestry"]);
  const navigate = useNavigate();
  const { search } = useLocation();
  const marks = useMarks();
  return {
    dogId: valueOf("ancestry"),
    open: (dogId: string) => open("ancestry", dogId),
    close,
    /** Replaces the open dialog, so that closing the dog's page returns to the list. */
    goToDog: (dogId: string) =>
      void navigate(
        { pathname: pageOf("dogs", dogId), search: without(search, ["ancestry"]) },
        { replace: true, state: marks?.fromScreen === true ? { fromList: true } : marks },
      ),
  };
}

export function useCertificateAddress() {
  const { valueOf, open, close } = useOverlay(["certificate"]);
  return { dogId: valueOf("certificate"), open: (dogId: string) => open("certificate", dogId), close };
}
