/**
 * The results that the page itself requests while the app loads (`scripts/first-paint-plugin.mjs`): the signed-in
 * user, a token for them, and the connection for live data. Each result is used once. Later requests are sent in
 * the usual way.
 */

type EarlyAnswers = {
  session?: Promise<Response>;
  token?: Promise<Response>;
  socket?: WebSocket;
};

declare global {
  interface Window {
    studbookEarly?: EarlyAnswers;
  }
}

/** Each result can be used once. */
export function takeEarly<Name extends keyof EarlyAnswers>(name: Name): EarlyAnswers[Name] {
  const early = window.studbookEarly?.[name];
  if (window.studbookEarly) delete window.studbookEarly[name];
  return early;
}

/** The results are wrong after somebody has signed in or out. */
export function forgetEarly(): void {
  delete window.studbookEarly?.session;
  delete window.studbookEarly?.token;
}
