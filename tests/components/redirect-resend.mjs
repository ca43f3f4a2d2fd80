/**
 * The runtime and its action worker load this before their own code. It redirects requests for Resend to a server
 * of the test on this machine, because the package has no setting for another address.
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
