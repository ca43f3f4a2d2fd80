/**
 * The route table. /login and /register are for signed-out visitors, the screens of a kennel under
 * /k/{kennel}/dashboard for signed-in ones, /confirm-email and /reset-password for both, and every other address
 * leads to one of the two. A screen's address without a kennel, as older mails and bookmarks have it, leads to that
 * screen of the kennel last open.
 */
import { isValidElement, Suspense } from "react";
import { matchRoutes, Outlet, type RouteObject } from "react-router-dom";
import { billingPart, subscriptionPart } from "@/app/billing-parts";
import { breedingParts } from "@/app/breeding-parts";
import { ErrorPage } from "@/app/error-page";
import { HomeRedirect } from "@/app/home-redirect";
import { KennelProvider } from "@/app/kennel-provider";
import { paths } from "@/app/paths";
import { Shell } from "@/app/shell/shell";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
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
const DogsPage = readyLazy(async () => (await import("@/features/dogs/list/dogs-page")).DogsPage);
const ImportsPage = readyLazy(async () => (await import("@/features/imports/imports-page")).ImportsPage);
const ImportPage = readyLazy(async () => (await import("@/features/imports/import-page")).ImportPage);
const PedigreeDatabasePage = readyLazy(
  async () => (await import("@/features/dogs/pedigree-database-page")).PedigreeDatabasePage,
);
const BreedingPage = readyLazy(async () => (await import("@/features/breedings/breeding-page")).BreedingPage);
const LitterPage = readyLazy(async () => (await import("@/features/litters/litter-page")).LitterPage);
const WeighingPage = readyLazy(async () => (await import("@/features/litters/weighing-page")).WeighingPage);
const HealthScreen = readyLazy(async () => (await import("@/features/health/health-screen")).HealthScreen);
const RemindersPage = readyLazy(
  async () => (await import("@/features/reminders/reminders-page")).RemindersPage,
);
const HistoryPage = readyLazy(async () => (await import("@/features/history/history-page")).HistoryPage);
const SettingsPage = readyLazy(async () => (await import("@/app/settings-page")).SettingsPage);

const inKennel = (path: string): string => kennelPath(":kennelId", path);

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
            children: [
              {
                index: true,
                element: <DashboardPage subscription={subscriptionPart} />,
                handle: { title: "Dashboard" },
              },
              {
                path: inKennel(paths.dogs),
                element: <DogsPage />,
                handle: { title: "Dogs" },
                // The detail dialog has its own address; the list stays mounted behind it.
                children: [{ path: ":dogId", element: null }],
              },
              {
                path: inKennel(paths.pedigreeDatabase),
                element: <PedigreeDatabasePage />,
                handle: { title: "Pedigree database" },
              },
              { path: inKennel(paths.imports), element: <ImportsPage />, handle: { title: "Imports" } },
              {
                path: inKennel(`${paths.imports}/:runId`),
                element: <ImportPage />,
                handle: { title: "Import" },
              },
              {
                path: inKennel(paths.breeding),
                element: <BreedingPage parts={breedingParts} />,
                handle: { title: "Breeding Management" },
                // As with dogs: a breeding's page has its own address.
                children: [{ path: ":breedingId", element: null }],
              },
              {
                path: inKennel(`${paths.litters}/:litterId`),
                element: <LitterPage />,
                handle: { title: "Litter" },
              },
              {
                path: inKennel(`${paths.litters}/:litterId/weigh`),
                element: <WeighingPage />,
                handle: { title: "Weighing" },
              },
              {
                path: inKennel(paths.health),
                element: <HealthScreen />,
                handle: { title: "Health Management" },
                // Each tab, and each record in it, has its own address.
                children: [{ path: ":tab", element: null, children: [{ path: ":recordId", element: null }] }],
              },
              { path: inKennel(paths.reminders), element: <RemindersPage />, handle: { title: "Reminders" } },
              { path: inKennel(paths.history), element: <HistoryPage />, handle: { title: "History" } },
              {
                path: inKennel(paths.settings),
                element: <SettingsPage billing={billingPart} />,
                handle: { title: "Settings" },
              },
            ],
          },
          { path: inKennel("/*"), element: <Navigate to={paths.dashboard} replace /> },
          { path: `${paths.dashboard}/*`, element: null },
        ],
      },
      { path: "*", element: <HomeRedirect /> },
    ],
  },
];

/** Fetches the code of the page of an address, so that it is drawn at once; a failure shows when it is drawn. */
export async function fetchPage(path: string): Promise<void> {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (!isValidElement(route.element)) continue;
    // What is no page that comes later, such as React's own elements, has none.
    const { fetch } = route.element.type as { fetch?: () => Promise<void> };
    await fetch?.().catch(() => undefined);
  }
}
