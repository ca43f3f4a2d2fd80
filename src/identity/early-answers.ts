/**
 * What the page itself asks for while the app is on its way (`scripts/first-paint-plugin.mjs`): who is signed in, a token
 * for them, and the connection for live data. Each is taken once; what is asked after that goes its usual way.
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

/** Takes an answer; undefined where none was asked for, or it was taken already. */
export function takeEarly<Name extends keyof EarlyAnswers>(name: Name): EarlyAnswers[Name] {
  const early = window.studbookEarly?.[name];
  if (window.studbookEarly) delete window.studbookEarly[name];
  return early;
}

/** Forgets the answers, which are no longer true once somebody signs in or out. */
export function forgetEarly(): void {
  delete window.studbookEarly?.session;
  delete window.studbookEarly?.token;
}
