/** The page after an unexpected failure. */
import { useRouteError } from "react-router-dom";
import { paths } from "@/app/paths";
import { MessagePage } from "@/components/message-page";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { usePageTitle } from "@/hooks/use-page-title";
import { getErrorData } from "@domain/errors";

const publicMessage = (error: unknown): string =>
  getErrorData(error)?.message ?? "Something went wrong on this page. Your saved records are not affected.";

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
