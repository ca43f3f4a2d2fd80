/** The ancestry dialog's place in the address, so that it can be linked to and Back closes it. */
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";

const PARAMETER = "ancestry";

/** Returns the address at which a dog's page stands, over the same list. */
const dogPath = (dogId: string): string => `/dashboard/dogs/${dogId}`;

function without(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(PARAMETER);
  return params.toString();
}

/** Returns the dog whose ancestry is open, and how to open and close it and to go on to a dog's page. */
export function useAncestryAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  // The router knows nothing of the state; these are the marks that this app leaves in it.
  const state = location.state as { fromCard?: boolean; fromList?: boolean } | null;
  const cameFromCard = state?.fromCard === true;
  const rest = { pathname, search: without(search) };
  return {
    dogId: params.get(PARAMETER),
    open: (dogId: string) => {
      const next = new URLSearchParams(search);
      next.set(PARAMETER, dogId);
      void navigate({ pathname, search: next.toString() }, { state: { fromCard: true } });
    },
    close: () => {
      if (cameFromCard) void navigate(-1);
      else void navigate(rest, { replace: true });
    },
    /** Replaces the open dialog, so that closing the dog's page leads back to the list. */
    goToDog: (dogId: string) =>
      void navigate(
        { pathname: dogPath(dogId), search: without(search) },
        { replace: true, state: cameFromCard ? { fromList: true } : state },
      ),
  };
}
