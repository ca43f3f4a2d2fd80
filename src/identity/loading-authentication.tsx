/**
 * The page while it is not yet known who is signed in (AUTH-09): a greeting for the last user of this browser,
 * otherwise the product's name. When the app starts, the page already contains these words (`index.html`).
 */
import { useLayoutEffect, useState } from "react";
import { areStartWordsThere, holdStartWords } from "@/identity/start-words";
import { greet, keptName } from "@/lib/greeting";

export function LoadingAuthentication() {
  const [isInPage] = useState(areStartWordsThere);
  useLayoutEffect(holdStartWords, []);
  if (isInPage) return null;
  const name = keptName();
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-5 text-center">
      <h1 className="font-title text-[2.75rem] leading-tight text-balance">
        {name === null ? "Studbook" : greet(name)}
      </h1>
      <p role="status" className="text-muted-foreground">
        Loading authentication...
      </p>
    </main>
  );
}
