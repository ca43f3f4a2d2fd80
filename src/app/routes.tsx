/**
 * The route table. /login and /register are for signed-out visitors, the screens of a kennel under
 * /k/{kennel}/dashboard for signed-in ones, /confirm-email and /reset-password for both, and every other address
 * leads to one of the two. A screen's address without a kennel, as older mails and bookmarks have it, leads to that
 * screen of the kennel last open.
 */
import { lazy, Suspense } from "react";
import { Outlet, type RouteObject } from "react-router-dom";
import { billingPart, subscriptionPart } from "@/app/billing-parts";
import { breedingParts } from "@/app/breeding-parts";
import { ErrorPage } from "@/app/error-page";
import { HomeRedirect } from "@/app/home-redirect";
import { KennelProvider } from "@/app/kennel-provider";
import { paths } from "@/app/paths";
import { Shell } from "@/app/shell/shell";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { LoginPage } from "@/features/sign-in/login-page";
import { RegisterPage } from "@/features/sign-in/register-page";
import { RedirectIfSignedIn, RequireSignedIn } from "@/identity/guards";
import { Navigate } from "@/lib/router";
import { kennelPath } from "@domain/kennels/kennel-path";

const loadDogs = async () => ({ default: (await import("@/features/dogs/list/dogs-page")).DogsPage });
const loadBreeding = async () => ({
  default: (await import("@/features/breeding/breeding-page")).BreedingPage,
});
const loadHealth = async () => ({
  default: (await import("@/features/health/health-screen")).HealthScreen,
});
const loadReminders = async () => ({
  default: (await import("@/features/reminders/reminders-page")).RemindersPage,
});
const loadSettings = async () => ({
  default: (await import("@/features/settings/settings-page")).SettingsPage,
});

const loadHistory = async () => ({
  default: (await import("@/features/settings/history/history-page")).HistoryPage,
});

const loadPedigreeDatabase = async () => ({
  default: (await import("@/features/dogs/ancestry/pedigree-database-page")).PedigreeDatabasePage,
});

const loadImports = async () => ({
  default: (await import("@/features/dogs/imports/imports-page")).ImportsPage,
});
const loadImport = async () => ({
  default: (await import("@/features/dogs/imports/import-page")).ImportPage,
});

const loadLitter = async () => ({
  default: (await import("@/features/litters/litter-page")).LitterPage,
});
const loadWeighing = async () => ({
  default: (await import("@/features/litters/weighing-page")).WeighingPage,
});

const loadConfirmEmail = async () => ({
  default: (await import("@/features/sign-in/confirm-email-page")).ConfirmEmailPage,
});

const loadInvitation = async () => ({
  default: (await import("@/features/invitations/invitation-page")).InvitationPage,
});

const loadForgotPassword = async () => ({
  default: (await import("@/features/sign-in/forgot-password-page")).ForgotPasswordPage,
});
const loadResetPassword = async () => ({
  default: (await import("@/features/sign-in/reset-password-page")).ResetPasswordPage,
});

const InvitationPage = lazy(loadInvitation);
const ForgotPasswordPage = lazy(loadForgotPassword);
const ResetPasswordPage = lazy(loadResetPassword);
const ConfirmEmailPage = lazy(loadConfirmEmail);
const DogsPage = lazy(loadDogs);
const LitterPage = lazy(loadLitter);
const WeighingPage = lazy(loadWeighing);
const BreedingPage = lazy(loadBreeding);
const ImportsPage = lazy(loadImports);
const ImportPage = lazy(loadImport);
const PedigreeDatabasePage = lazy(loadPedigreeDatabase);
const HealthScreen = lazy(loadHealth);
const RemindersPage = lazy(loadReminders);
const HistoryPage = lazy(loadHistory);
const SettingsPage = lazy(loadSettings);

const inKennel = (path: string): string => kennelPath(":kennelId", path);

export const routes: RouteObject[] = [
  {
    element: <Outlet />,
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
        element: (
          <Suspense fallback={null}>
            <ConfirmEmailPage />
          </Suspense>
        ),
      },
      {
        path: paths.invitation,
        element: (
          <Suspense fallback={null}>
            <InvitationPage />
          </Suspense>
        ),
      },
      {
        path: paths.forgotPassword,
        element: (
          <RedirectIfSignedIn>
            <Suspense fallback={null}>
              <ForgotPasswordPage />
            </Suspense>
          </RedirectIfSignedIn>
        ),
      },
      {
        path: paths.resetPassword,
        element: (
          <Suspense fallback={null}>
            <ResetPasswordPage />
          </Suspense>
        ),
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
