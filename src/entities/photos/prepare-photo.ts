/**
 * Prepares a photo's files in a worker, or on the page if the browser has no workers. One photo is prepared at a
 * time: a phone's photo has 50 MB of pixels, and two photos would use both processor cores and block the page. The
 * code loads when it is first needed. If it cannot be loaded, PreparationUnavailable says that a retry may help.
 */
import type { EncodedPhoto } from "@/entities/photos/photo-encoding";
import type { WorkerAnswer, WorkerRequest } from "@/entities/photos/photo-worker";
import { PreparationUnavailable } from "@/entities/photos/preparation-unavailable";
import { offerIfReplaced } from "@/lib/offer-reload";

type Waiting = { resolve: (photo: EncodedPhoto) => void; reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastId = 0;

const unreadable = () => new Error("This photo cannot be read");

/** The server may have removed this version of the worker's code. */
function unavailable(): PreparationUnavailable {
  void offerIfReplaced();
  return new PreparationUnavailable();
}

/** Rejects the worker's remaining work. The next photo gets a new worker. */
function endWorker(ended: Worker, reason: () => Error): void {
  ended.terminate();
  if (worker === ended) worker = null;
  for (const request of waiting.values()) request.reject(reason());
  waiting.clear();
}

function startWorker(): Worker {
  const started = new Worker(new URL("./photo-worker.ts", import.meta.url), { type: "module" });
  let isLoaded = false;
  started.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data.kind === "loaded") {
      isLoaded = true;
      return;
    }
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === "photo") request?.resolve(data.photo);
    else if (!data.isUnavailable) request?.reject(unreadable());
    else {
      request?.reject(unavailable());
      // A browser remembers a failed load of a worker's code until the worker ends.
      if (worker === started) worker = null;
      if (waiting.size === 0) started.terminate();
    }
  };
  // If a worker crashes after its code was loaded (without memory, for example), its photos fail.
  started.onerror = () => endWorker(started, isLoaded ? unreadable : unavailable);
  return started;
}

const canWorkOffPage = (): boolean => typeof Worker !== "undefined" && typeof OffscreenCanvas !== "undefined";

/** Loads the code, so that photos can be prepared after the connection is lost. */
export function getReadyToPrepare(): void {
  if (canWorkOffPage()) worker ??= startWorker();
}

let lastInTurn: Promise<unknown> = Promise.resolve();

/** Throws PreparationUnavailable, or another error if the photo cannot be read. */
export async function preparePhoto(file: File): Promise<EncodedPhoto> {
  const prepared = lastInTurn.then(async () => await prepareNow(file));
  lastInTurn = prepared.catch(() => undefined); // the caller receives the error, and the next photo starts
  return await prepared;
}

async function prepareNow(file: File): Promise<EncodedPhoto> {
  if (!canWorkOffPage()) {
    const { encodePhoto } = await import("@/entities/photos/photo-encoding").catch(() => {
      throw new PreparationUnavailable();
    });
    return await encodePhoto(file);
  }
  worker ??= startWorker();
  const current = worker;
  lastId += 1;
  const request: WorkerRequest = { id: lastId, file };
  return await new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject });
    current.postMessage(request);
  });
}
