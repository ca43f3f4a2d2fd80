/**
 * What the page itself requests while the app loads (`scripts/first-paint-plugin.mjs`): who is signed in, a token
 * for them, and the connection for live data. Each result is used once; later requests are made as usual.
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

/** Takes a result; undefined if there is none or it was already taken. */
export function takeEarly<Name extends keyof EarlyAnswers>(name: Name): EarlyAnswers[Name] {
  const early = window.studbookEarly?.[name];
  if (window.studbookEarly) delete window.studbookEarly[name];
  return early;
}

/** Discards the results, which are no longer true once somebody signs in or out. */
export function forgetEarly(): void {
  delete window.studbookEarly?.session;
  delete window.studbookEarly?.token;
}
