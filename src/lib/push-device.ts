/**
 * Push notifications in this browser: whether it can receive them, and its subscription, which only the service
 * worker has. The caller reports the subscription to the server. Signing out ends the subscription in the browser,
 * and the push service then refuses later messages.
 */
import { deviceLabel } from "@domain/text/device-label";

export type PushAddress = { endpoint: string; p256dh: string; auth: string; label: string };

/**
 * `needs-install`: this browser could receive notifications if Studbook were on the home screen. `denied`: the user
 * has refused. `off`: not subscribed yet.
 */
export type PushStanding = "unsupported" | "needs-install" | "denied" | "off" | "on";

const isApple = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

const isInstalled = (): boolean => window.matchMedia("(display-mode: standalone)").matches;

/** How long the service worker of a newly opened page may take to install. */
const WORKER_MS = 15_000;

const afterPatience = (): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), WORKER_MS);
  });

/** In development and in some private windows there is none. */
async function findRegistration(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return null;
  const known = await navigator.serviceWorker.getRegistration();
  if (known?.active || !import.meta.env.PROD) return known ?? null;
  return await Promise.race([navigator.serviceWorker.ready, afterPatience()]);
}

export async function currentEndpoint(): Promise<string | null> {
  const registration = await findRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** `isKnown` says whether the server knows the subscription. */
export async function readStanding(isKnown: (endpoint: string) => boolean): Promise<PushStanding> {
  const registration = await findRegistration();
  if (!registration) return isApple() && !isInstalled() ? "needs-install" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const endpoint = (await registration.pushManager.getSubscription())?.endpoint;
  return Notification.permission === "granted" && endpoint !== undefined && isKnown(endpoint) ? "on" : "off";
}

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

const toBase64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The browser asks at most once. */
export const askPermission = async (): Promise<boolean> =>
  (await Notification.requestPermission()) === "granted";

/** Replaces a subscription with another key. Throws if the browser refuses. */
export async function subscribe(vapidPublicKey: string): Promise<PushAddress> {
  const registration = await findRegistration();
  if (!registration) throw new Error("This browser does not support push notifications");
  const known = await registration.pushManager.getSubscription();
  const isSameKey = toBase64url(known?.options.applicationServerKey ?? null) === vapidPublicKey;
  if (known && !isSameKey) await known.unsubscribe();
  const subscription =
    known && isSameKey
      ? known
      : await registration.pushManager.subscribe({
          userVisibleOnly: true,
          applicationServerKey: toBytes(vapidPublicKey),
        });
  return {
    endpoint: subscription.endpoint,
    p256dh: toBase64url(subscription.getKey("p256dh")),
    auth: toBase64url(subscription.getKey("auth")),
    label: deviceLabel(navigator.userAgent),
  };
}

export async function unsubscribe(): Promise<void> {
  const registration = await findRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
