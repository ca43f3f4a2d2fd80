/** The known push services: the services of Chrome, Edge, Firefox and Safari, and the operator's own services. */

const SERVICES = ["fcm.googleapis.com"] as const;
const SERVICE_DOMAINS = [".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"] as const;

/** `named` contains further origins, separated by commas. */
export function isPushService(endpoint: string, named: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, username, port } = new URL(endpoint);
  if (username !== "") return false;
  if (named.split(",").some((each) => each.trim() !== "" && each.trim() === origin)) return true;
  const isKnown =
    SERVICES.some((service) => service === hostname) ||
    SERVICE_DOMAINS.some((domain) => hostname.endsWith(domain));
  return protocol === "https:" && port === "" && isKnown;
}
