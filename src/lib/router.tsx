/**
 * The router for screens. Every address of a kennel begins with `/k/{kennel}`, before the screen's own path.
 * Screens use paths without this prefix ("/dashboard/dogs"). The links and hooks of this file add and remove the
 * prefix, so that no screen can lead to another kennel by mistake.
 */
import { createContext, use, useCallback, useMemo, type ComponentProps } from "react";
import * as router from "react-router-dom";
import { announceOwnStep, standsForBack } from "@/lib/back-press";
import { kennelPath } from "@domain/kennels/kennel-path";

export { useParams, useSearchParams } from "react-router-dom";

const SCREENS = /^\/dashboard(?=[/?#]|$)/u;
const KENNEL = /^\/k\/[^/]+(?=\/|$)/u;

const AddressedKennel = createContext<string | null>(null);

/** Without a kennel, paths stay unchanged. */
export const AddressedKennelProvider = AddressedKennel.Provider;

export const pathWithoutKennel = (path: string): string => path.replace(KENNEL, "");

/** A path outside the screens stays unchanged. */
export const pathInKennel = (kennelId: string, path: string): string =>
  SCREENS.test(path) ? kennelPath(kennelId, path) : path;

function addressed(kennelId: string | null, to: router.To): router.To {
  if (kennelId === null) return to;
  if (typeof to === "string") return pathInKennel(kennelId, to);
  return to.pathname === undefined ? to : { ...to, pathname: pathInKennel(kennelId, to.pathname) };
}

export function Link({ to, ...props }: ComponentProps<typeof router.Link>) {
  return <router.Link to={addressed(use(AddressedKennel), to)} {...props} />;
}

export function NavLink({ to, ...props }: ComponentProps<typeof router.NavLink>) {
  return <router.NavLink to={addressed(use(AddressedKennel), to)} {...props} />;
}

export function Navigate({ to, ...props }: ComponentProps<typeof router.Navigate>) {
  return <router.Navigate to={addressed(use(AddressedKennel), to)} {...props} />;
}

/** The path does not contain the kennel. */
export function useLocation(): router.Location {
  const location = router.useLocation();
  return useMemo(() => ({ ...location, pathname: pathWithoutKennel(location.pathname) }), [location]);
}

type Navigator = {
  (to: router.To, options?: router.NavigateOptions): void | Promise<void>;
  (delta: number): void | Promise<void>;
};

export function useNavigate(): Navigator {
  const navigate = router.useNavigate();
  const kennelId = use(AddressedKennel);
  return useCallback<Navigator>(
    (to: router.To | number, options?: router.NavigateOptions) => {
      if (standsForBack()) return;
      if (typeof to !== "number") return navigate(addressed(kennelId, to), options);
      announceOwnStep();
      return navigate(to);
    },
    [navigate, kennelId],
  );
}
