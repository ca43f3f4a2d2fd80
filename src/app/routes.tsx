/**
 * The table of routes. The screens of a kennel are under /k/{kennel}/dashboard. An unknown address redirects to the
 * dashboard or to /login. Older mails and bookmarks have addresses of screens without a kennel. Such an address opens
 * in the kennel that was open last.
 */
import { Suspense } from "react";
import { matchRoutes, Outlet, type RouteObject } from "react-router-dom";
import { ErrorPage } from "@/app/error-page";
import { HomeRedirect } from "@/app/home-redirect";
import { KennelProvider } from "@/app/kennel-provider";
import { paths } from "@/app/paths";
import { fetchCode } from "@/app/preload-pages";
import { allScreens } from "@/app/screens";
import { Shell } from "@/app/shell/shell";
import { LoginPage } from "@/features/accounts/login-page";
import { RegisterPage } from "@/features/accounts/register-page";
import { RedirectIfSignedIn, RequireSignedIn } from "@/identity/guards";
import { readyLazy } from "@/lib/ready-lazy";
import { Navigate } from "@/lib/router";
import { kennelPath } from "@domain/kennels/kennel-path";

const ConfirmEmailPage = readyLazy(
  async () => (await import("@/features/accounts/confirm-email-page")).ConfirmEmailPage,
);
const InvitationPage = readyLazy(
  async () => (await import("@/features/kennels/invitation-page")).InvitationPage,
);
const ForgotPasswordPage = readyLazy(
  async () => (await import("@/features/accounts/forgot-password-page")).ForgotPasswordPage,
);
const ResetPasswordPage = readyLazy(
  async () => (await import("@/features/accounts/reset-password-page")).ResetPasswordPage,
);
const inKennel = (path: string): string => kennelPath(":kennelId", path);

const routeOf = ({ path, title, element, over = [] }: (typeof allScreens)[number]): RouteObject => ({
  path: inKennel(path),
  element,
  handle: { title },
  children: over.map((below) => ({ path: below, element: null })),
});

export const routes: RouteObject[] = [
  {
    element: (
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    ),
    errorElement: <ErrorPage />,
    children: [
      {
        path: paths.login,
        element: (
          <RedirectIfSignedIn>
            <LoginPage />
          </RedirectIfSignedIn>
        ),
      },
      {
        path: paths.register,
        element: (
          <RedirectIfSignedIn>
            <RegisterPage />
          </RedirectIfSignedIn>
        ),
      },
      {
        path: paths.confirmEmail,
        element: <ConfirmEmailPage />,
      },
      {
        path: paths.invitation,
        element: <InvitationPage />,
      },
      {
        path: paths.forgotPassword,
        element: (
          <RedirectIfSignedIn>
            <ForgotPasswordPage />
          </RedirectIfSignedIn>
        ),
      },
      {
        path: paths.resetPassword,
        element: <ResetPasswordPage />,
      },
      {
        element: (
          <RequireSignedIn>
            <KennelProvider />
          </RequireSignedIn>
        ),
        children: [
          {
            path: inKennel(paths.dashboard),
            element: <Shell />,
            children: allScreens.map(routeOf),
          },
          { path: inKennel("/*"), element: <Navigate to={paths.dashboard} replace /> },
          { path: `${paths.dashboard}/*`, element: null },
        ],
      },
      { path: "*", element: <HomeRedirect /> },
    ],
  },
];

/**
 * Loads the code, so that the page can be rendered immediately. A failed load is reported when the page is
 * rendered.
 */
export async function fetchPage(path: string): Promise<void> {
  for (const { route } of matchRoutes(routes, path) ?? []) await fetchCode(route.element);
}
