/** Sends / and every unknown address to the dashboard or to the sign-in page (AUTH-06, AUTH-07). */
import { Navigate } from "react-router-dom";
import { paths } from "@/app/paths";
import { useIdentity } from "@/identity/identity";
import { LoadingAuthentication } from "@/identity/loading-authentication";

export function HomeRedirect() {
  const { status } = useIdentity();
  if (status === "loading") return <LoadingAuthentication />;
  return <Navigate to={status === "signedIn" ? paths.dashboard : paths.login} replace />;
}
