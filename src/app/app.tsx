/** The whole app: identity and live data around the router, and the place where toasts appear. */
import { useLayoutEffect } from "react";
import { RouterProvider } from "react-router-dom";
import { createBrowserRouter } from "react-router-dom";
import { DeviceKeeper } from "@/app/device-keeper";
import { askFirst } from "@/app/first-questions";
import { NewVersion } from "@/app/new-version";
import { routes } from "@/app/routes";
import { WhenQuiet } from "@/components/when-quiet";
import { useTheme } from "@/hooks/use-theme";
import { IdentityProvider } from "@/identity/identity";
import { holdStartWords } from "@/identity/start-words";
import { lateLazy } from "@/lib/ready-lazy";

const Toaster = lateLazy(async () => (await import("@/components/ui/toaster")).Toaster);

let router: ReturnType<typeof createBrowserRouter> | undefined;

/** Must be called before the app is rendered. */
export const createRouter = () => (router ??= createBrowserRouter(routes));

export function App() {
  const { isDark } = useTheme();
  useLayoutEffect(() => holdStartWords()(), []);
  return (
    <IdentityProvider askFirst={askFirst}>
      <DeviceKeeper />
      <RouterProvider router={createRouter()} />
      <NewVersion />
      {/* While a dialog is open, screen readers see only the dialog and live regions. Toasts can arrive at that time. */}
      <div aria-live="off">
        <WhenQuiet>
          <Toaster dark={isDark} />
        </WhenQuiet>
      </div>
    </IdentityProvider>
  );
}
