/** What stands on the page while it is not yet known who is signed in (AUTH-09). */

/** Renders the text in the middle of the screen. */
export function LoadingAuthentication() {
  return (
    <main
      role="status"
      className="flex min-h-dvh items-center justify-center px-5 text-center text-muted-foreground"
    >
      Loading authentication...
    </main>
  );
}
