/** The worker that makes a photo's files, so that the page stays free: one message in, one out, matched by id. */
import { encodePhoto, type EncodedPhoto } from "@/features/dogs/photo-encoding";

export type WorkerRequest = { id: number; file: Blob };
export type WorkerAnswer = { id: number; photo: EncodedPhoto | null };

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  const answer = (photo: EncodedPhoto | null) => {
    const message: WorkerAnswer = { id: data.id, photo };
    self.postMessage(message);
  };
  encodePhoto(data.file).then(answer, () => answer(null));
};
