/**
 * The worker that prepares a photo's files, so that the page stays responsive. Each request gets one response with
 * the same id. The worker's first message says that its code is loaded.
 */
import { encodePhoto, type EncodedPhoto } from "@/entities/photos/photo-encoding";
import { PreparationUnavailable } from "@/entities/photos/preparation-unavailable";

export type WorkerRequest = { id: number; file: Blob };
export type WorkerAnswer =
  | { kind: "loaded" }
  | { kind: "photo"; id: number; photo: EncodedPhoto }
  | { kind: "failure"; id: number; isUnavailable: boolean };

const answer = (message: WorkerAnswer): void => self.postMessage(message);

self.onmessage = ({ data: { id, file } }: MessageEvent<WorkerRequest>) => {
  encodePhoto(file).then(
    (photo) => answer({ kind: "photo", id, photo }),
    (error: unknown) =>
      answer({ kind: "failure", id, isUnavailable: error instanceof PreparationUnavailable }),
  );
};

answer({ kind: "loaded" });
