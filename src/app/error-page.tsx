/** Where an unexpected failure ends: the breeder learns that it happened and has a way out. */
import { useRouteError } from "react-router-dom";
import { paths } from "@/app/paths";
import { MessagePage } from "@/components/message-page";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { usePageTitle } from "@/hooks/use-page-title";
import { getErrorData } from "@domain/errors";

function publicMessage(error: unknown): string {
  const appError = getErrorData(error);
  if (appError) return appError.message;
  // A page's own code is fetched when it is first opened; after an update the old file is gone.
  if (error instanceof TypeError && /dynamically imported module|importing/iu.test(error.message)) {
    return "This part of Studbook could not be loaded. Reloading the page usually helps.";
  }
  return "Something went wrong on this page. Your saved records are not affected.";
}

/** Renders the explanation with a reload and a way to the dashboard. */
export function ErrorPage() {
  const error = useRouteError();
  usePageTitle("Something went wrong");
  return (
    <MessagePage
      title="This page could not be shown"
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Reload Page</Button>
          <Button variant="outline" onClick={() => window.location.assign(paths.dashboard)}>
            Back to Dashboard
          </Button>
        </>
      }
    >
      <Alert variant="error">{publicMessage(error)}</Alert>
    </MessagePage>
  );
}
