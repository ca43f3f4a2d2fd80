/**
 * Preloaded into the runtime and its action worker. Sends requests for Resend to a server that the test runs on
 * this machine, because the package has no setting for another address.
 */
const RESEND = "https://api.resend.com";
const stub = process.env["RESEND_STUB"];
const realFetch = globalThis.fetch;

if (stub !== undefined) {
  globalThis.fetch = (input, init) => {
    const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
    return url.startsWith(RESEND) ? realFetch(stub + url.slice(RESEND.length), init) : realFetch(input, init);
  };
}
