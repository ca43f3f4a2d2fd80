/**
 * The photos on their way to the server. They go on when their dialog closes, two at a time; one that fails waits
 * to be tried again and holds up no other. What already arrived of a photo is not sent twice.
 *
 *   waiting --> preparing --> sending --> (gone: it is among the dog's photos)
 *                   \-----------\-------> failed --try again--> waiting
 */
import type { EncodedPhoto } from "@/features/dogs/photo-encoding";
import {
  MAX_PHOTO_BYTES,
  PHOTO_FILE_TYPES,
  PHOTO_SIZES,
  type PhotoSize,
} from "../../../domain/constants/photos";

export type PhotoUpload = {
  readonly id: number;
  readonly dogId: string;
  readonly name: string;
  readonly state: "waiting" | "preparing" | "sending" | "failed";
  /** From 0 to 1, of the bytes to send. */
  readonly progress: number;
  /** Why it failed, in the breeder's words. */
  readonly problem: string | null;
  /** Whether trying again may help. */
  readonly canRetry: boolean;
};

type FileIds = Record<PhotoSize, string>;

/** What an upload needs of the server, and of the screen when all of a dog's photos have been tried. */
export type UploadBackend = {
  getAddresses: () => Promise<readonly string[]>;
  addPhoto: (files: FileIds) => Promise<unknown>;
  /** Turns a failure into words. */
  explain: (error: unknown) => string;
  onSettled: (result: { added: number; failedNames: readonly string[] }) => void;
};

type Tools = {
  prepare: (file: File) => Promise<EncodedPhoto>;
  send: (url: string, file: Blob, onSent: (bytes: number) => void) => Promise<string>;
};

type Entry = {
  upload: PhotoUpload;
  file: File;
  backend: UploadBackend;
  prepared: EncodedPhoto | null;
  sent: Partial<FileIds>;
};

const MAX_AT_ONCE = 2;
const NOT_READABLE = "This photo cannot be read.";

const extensionOf = (name: string): string => name.split(".").at(-1)?.toLowerCase() ?? "";

/** Says why a file cannot be taken, before anything is sent; null for one that can. */
export function refusalOf(file: File): string | null {
  const isPhoto =
    extensionOf(file.name) in PHOTO_FILE_TYPES ||
    Object.values(PHOTO_FILE_TYPES).some((type) => type === file.type);
  if (!isPhoto) return "Photos must be JPG, PNG, WEBP, HEIC or HEIF.";
  return file.size > MAX_PHOTO_BYTES ? "A photo may have at most 10 MB." : null;
}

/** Holds all uploads of the page. */
export class PhotoUploads {
  private entries: Entry[] = [];
  private snapshot: readonly PhotoUpload[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly results = new Map<string, { added: number; failedNames: string[] }>();
  private active = 0;
  private lastId = 0;

  constructor(private readonly tools: Tools) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSnapshot = (): readonly PhotoUpload[] => this.snapshot;

  /** Takes files in for a dog that has room for `room` more photos. */
  add(dogId: string, files: readonly File[], room: number, backend: UploadBackend): void {
    let left = room - this.entries.filter((entry) => entry.upload.dogId === dogId).length;
    for (const file of files) {
      this.lastId += 1;
      const refusal = refusalOf(file) ?? (left > 0 ? null : "A dog may have at most 50 photos.");
      if (refusal === null) left -= 1;
      const upload: PhotoUpload = {
        id: this.lastId,
        dogId,
        name: file.name,
        state: refusal === null ? "waiting" : "failed",
        progress: 0,
        problem: refusal,
        canRetry: false,
      };
      this.entries.push({ upload, file, backend, prepared: null, sent: {} });
      if (refusal !== null) this.resultOf(dogId).failedNames.push(file.name);
    }
    this.changed();
    this.startNext();
    this.reportIfSettled(dogId, backend);
  }

  /** Tries a failed upload again. */
  retry(id: number): void {
    const entry = this.entries.find(({ upload }) => upload.id === id);
    if (entry?.upload.state !== "failed" || !entry.upload.canRetry) return;
    this.update(entry, { state: "waiting", problem: null, progress: 0 });
    this.startNext();
  }

  /** Takes a failed upload off the list. */
  dismiss(id: number): void {
    this.entries = this.entries.filter(({ upload }) => upload.id !== id || upload.state !== "failed");
    this.changed();
  }

  private startNext(): void {
    while (this.active < MAX_AT_ONCE) {
      const next = this.entries.find(({ upload }) => upload.state === "waiting");
      if (!next) return;
      this.active += 1;
      this.update(next, { state: "preparing" });
      void this.run(next).finally(() => {
        this.active -= 1;
        this.startNext();
        this.reportIfSettled(next.upload.dogId, next.backend);
      });
    }
  }

  private async run(entry: Entry): Promise<void> {
    const result = this.resultOf(entry.upload.dogId);
    try {
      entry.prepared ??= await this.tools.prepare(entry.file);
    } catch {
      result.failedNames.push(entry.upload.name);
      this.update(entry, { state: "failed", problem: NOT_READABLE, canRetry: true });
      return;
    }
    try {
      this.update(entry, { state: "sending" });
      await entry.backend.addPhoto(await this.sendAll(entry, entry.prepared));
      result.added += 1;
      this.entries = this.entries.filter((other) => other !== entry);
      this.changed();
    } catch (error) {
      result.failedNames.push(entry.upload.name);
      this.update(entry, { state: "failed", problem: entry.backend.explain(error), canRetry: true });
    }
  }

  private async sendAll(entry: Entry, prepared: EncodedPhoto): Promise<FileIds> {
    const addresses = await entry.backend.getAddresses();
    const total = PHOTO_SIZES.reduce((bytes, size) => bytes + prepared[size].size, 0);
    let done = 0;
    const send = async (size: PhotoSize, index: number): Promise<string> => {
      const address = addresses[index] ?? "";
      const id =
        entry.sent[size] ??
        (await this.tools.send(address, prepared[size], (bytes) =>
          this.update(entry, { progress: Math.min(1, (done + bytes) / total) }),
        ));
      entry.sent[size] = id;
      done += prepared[size].size;
      return id;
    };
    const [full, preview, thumbnail] = [
      await send("full", 0),
      await send("preview", 1),
      await send("thumbnail", 2),
    ];
    return { full, preview, thumbnail };
  }

  private resultOf(dogId: string): { added: number; failedNames: string[] } {
    const result = this.results.get(dogId) ?? { added: 0, failedNames: [] };
    this.results.set(dogId, result);
    return result;
  }

  private reportIfSettled(dogId: string, backend: UploadBackend): void {
    const isBusy = this.entries.some(({ upload }) => upload.dogId === dogId && upload.state !== "failed");
    const result = this.results.get(dogId);
    if (isBusy || !result) return;
    this.results.delete(dogId);
    backend.onSettled(result);
  }

  private update(entry: Entry, changes: Partial<PhotoUpload>): void {
    entry.upload = { ...entry.upload, ...changes };
    this.changed();
  }

  private changed(): void {
    this.snapshot = this.entries.map(({ upload }) => upload);
    for (const listener of [...this.listeners]) listener();
  }
}
