/** The pedigree certificate's place in the address: over the list or a dog's page, and Back closes it. */
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";

const PARAMETER = "certificate";

/** Returns the dog whose certificate is open, and how to open and close it. */
export function useCertificateAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  // The router knows nothing of the state; these are the marks that this app leaves in it.
  const marks = location.state as { fromCertificateButton?: boolean } | null;
  return {
    dogId: params.get(PARAMETER),
    open: (dogId: string) => {
      const next = new URLSearchParams(search);
      next.set(PARAMETER, dogId);
      void navigate(
        { pathname, search: next.toString() },
        { state: { ...marks, fromCertificateButton: true } },
      );
    },
    close: () => {
      const next = new URLSearchParams(search);
      next.delete(PARAMETER);
      if (marks?.fromCertificateButton === true) void navigate(-1);
      else void navigate({ pathname, search: next.toString() }, { replace: true, state: marks });
    },
  };
}
