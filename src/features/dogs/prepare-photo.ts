/**
 * Makes a photo's files off the page where the browser can, else on it. One photo at a time: a photo of a telephone is
 * 50 MB of pixels, and decoding and encoding two at once takes all of two cores, for which the page would wait.
 */
import type { EncodedPhoto } from "@/features/dogs/photo-encoding";
import type { WorkerAnswer, WorkerRequest } from "@/features/dogs/photo-worker";

type Waiting = { resolve: (photo: EncodedPhoto) => void; reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastId = 0;

const unreadable = () => new Error("This photo cannot be read");

function startWorker(): Worker {
  const started = new Worker(new URL("./photo-worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.photo) request?.resolve(data.photo);
    else request?.reject(unreadable());
  };
  // A worker that broke (out of memory, say) takes its photos with it; the next one gets a new worker.
  started.onerror = () => {
    started.terminate();
    worker = null;
    for (const request of waiting.values()) request.reject(unreadable());
    waiting.clear();
  };
  return started;
}

const canWorkOffPage = (): boolean => typeof Worker !== "undefined" && typeof OffscreenCanvas !== "undefined";

/** Fetches what preparing photos needs, so that one chosen after the connection went is still prepared. */
export function getReadyToPrepare(): void {
  if (canWorkOffPage()) worker ??= startWorker();
}

let lastInTurn: Promise<unknown> = Promise.resolve();

/** Makes the files that are sent for a photo; throws when it cannot be read. */
export async function preparePhoto(file: File): Promise<EncodedPhoto> {
  const prepared = lastInTurn.then(async () => await prepareNow(file));
  lastInTurn = prepared.catch(() => undefined); // its caller is told; the next one has its turn
  return await prepared;
}

async function prepareNow(file: File): Promise<EncodedPhoto> {
  if (!canWorkOffPage()) {
    const { encodePhoto } = await import("@/features/dogs/photo-encoding");
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
