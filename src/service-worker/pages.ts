/**
 * How the service worker responds to requests for the app's pages. The network has priority, so that nobody stays
 * on an old version. If the network is unavailable, slow or failing, the worker uses the stored page.
 */

/** After this time without a response, the stored page is shown. */
const PATIENCE_MS = 4000;

const FIRST_SERVER_ERROR = 500;

/** Paths of the server and of the page of a family. All other paths are pages of the app. */
const SERVER_PATHS =
  /^\/(api|apply|_internal|assets|icons|f)(\/|$)|^\/(version|instance_name|instance_version)$/;

export const opensPage = (request: Pick<Request, "mode" | "url">, origin: string): boolean => {
  const url = new URL(request.url);
  return request.mode === "navigate" && url.origin === origin && !SERVER_PATHS.test(url.pathname);
};

/** Uses the stored page if the network fails. */
export async function answerPage(
  fromNetwork: () => Promise<Response>,
  fromKept: () => Promise<Response | undefined>,
  wait: (ms: number) => Promise<null> = waitMs,
): Promise<Response> {
  const answering = fromNetwork();
  const answer = await Promise.race([answering.catch(() => null), wait(PATIENCE_MS)]);
  if (answer && answer.status < FIRST_SERVER_ERROR) return answer;
  // Without a stored page, the only possible response is the network's own response or failure.
  return (await fromKept()) ?? answer ?? (await answering);
}

const waitMs = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), ms);
  });
