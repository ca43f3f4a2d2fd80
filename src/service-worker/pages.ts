/**
 * How pages of the app are answered: from the network, so that nobody is kept on an old version, and from the kept
 * page when the network is away, slow or in trouble.
 */

/** How long the network may take before the kept page is shown. */
const PATIENCE_MS = 4000;

const FIRST_SERVER_ERROR = 500;

/** Paths that belong to the server; everything else is a page of the app. */
const SERVER_PATHS = /^\/(api|_internal|assets|icons)(\/|$)|^\/(version|instance_name|instance_version)$/;

/** Says whether a request opens a page of the app. */
export const opensPage = (request: Pick<Request, "mode" | "url">, origin: string): boolean => {
  const url = new URL(request.url);
  return request.mode === "navigate" && url.origin === origin && !SERVER_PATHS.test(url.pathname);
};

/** Returns a page from the network or, failing that, from what is kept. */
export async function answerPage(
  fromNetwork: () => Promise<Response>,
  fromKept: () => Promise<Response | undefined>,
  wait: (ms: number) => Promise<null> = waitMs,
): Promise<Response> {
  const answering = fromNetwork();
  const answer = await Promise.race([answering.catch(() => null), wait(PATIENCE_MS)]);
  if (answer && answer.status < FIRST_SERVER_ERROR) return answer;
  // Without a kept page the network's own answer or failure is all there is.
  return (await fromKept()) ?? answer ?? (await answering);
}

const waitMs = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), ms);
  });
