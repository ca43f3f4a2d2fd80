/** The whole app: identity and live data around the router, and the place where toasts appear. */
import { useLayoutEffect } from "react";
import { RouterProvider } from "react-router-dom";
import { createBrowserRouter } from "react-router-dom";
import { DeviceKeeper } from "@/app/device-keeper";
import { NewVersion } from "@/app/new-version";
import { routes } from "@/app/routes";
import { UploadsOwner } from "@/app/uploads-owner";
import { Toaster } from "@/components/ui/toaster";
import { TooltipProvider } from "@/components/ui/tooltip";
import { useTheme } from "@/hooks/use-theme";
import { IdentityProvider } from "@/identity/identity";
import { holdStartWords } from "@/identity/start-words";

const router = createBrowserRouter(routes);

/** Renders the app. */
export function App() {
  const { isDark } = useTheme();
  useLayoutEffect(() => holdStartWords()(), []);
  return (
    <IdentityProvider>
      <TooltipProvider delayDuration={400}>
        <UploadsOwner />
        <DeviceKeeper />
        <RouterProvider router={router} />
        <Toaster dark={isDark} />
        <NewVersion />
      </TooltipProvider>
    </IdentityProvider>
  );
}
