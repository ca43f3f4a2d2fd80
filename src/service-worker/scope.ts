/**
 * The parts of its global scope that the service worker uses. TypeScript's library for service workers cannot be
 * loaded together with the library for pages, because both declare the same names. Source:
 * https://w3c.github.io/ServiceWorker/
 */

interface WaitingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

export interface WindowClient {
  readonly url: string;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

export interface WorkerEvents {
  install: WaitingEvent;
  activate: WaitingEvent;
  message: WaitingEvent & { readonly data: unknown };
  fetch: WaitingEvent & { readonly request: Request; respondWith: (answer: Promise<Response>) => void };
  push: WaitingEvent & { readonly data: { json: () => unknown } | null };
  notificationclick: WaitingEvent & { readonly action: string; readonly notification: Notification };
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<readonly WindowClient[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
}
