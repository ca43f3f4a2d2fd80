/**
 * The guards between the sign-in pages and the app. Pages behind a guard are mounted only once it is known who is
 * signed in, so that no data call starts too early (AUTH-11).
 */
import { useEffect, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useIdentity } from "@/identity/identity";
import { LoadingAuthentication } from "@/identity/loading-authentication";
import { signInStateOf } from "@/identity/next-path";
import { WhileLoading } from "@/identity/offline/while-loading";
import { tellShown } from "@/lib/shown";

export function RequireSignedIn({ children }: { children: ReactNode }) {
  const { status, signedOutReason } = useIdentity();
  const { pathname, search, hash } = useLocation();
  if (status === "loading") return <WhileLoading>{children}</WhileLoading>;
  if (status === "signedIn") return children;
  // A user who signed out starts at the dashboard next time. After a visit without a session or with an expired
  // session, signing in returns to this page.
  const state = signedOutReason === "left" ? null : { next: pathname + search + hash };
  return <Navigate to={signedOutReason === "ended" ? "/login?ended=1" : "/login"} state={state} replace />;
}

export function RedirectIfSignedIn({ children }: { children: ReactNode }) {
  const { status } = useIdentity();
  const location = useLocation();
  useEffect(() => {
    if (status === "signedOut") tellShown();
  }, [status]);
  if (status === "loading") return <LoadingAuthentication />;
  return status === "signedIn" ? <Navigate to={signInStateOf(location).next} replace /> : children;
}
