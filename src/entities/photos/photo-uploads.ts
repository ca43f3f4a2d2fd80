/**
 * The uploads of photos, two at a time. They continue after their dialog closes. A failed upload waits for a retry
 * and does not delay others. If the connection is lost, a photo waits, and continues automatically when the
 * connection returns. Parts that have already arrived are not sent again.
 *   waiting --> preparing --> sending --> (removed: it is among the stored photos)
 *                   |-----------|--connection--> paused --back, or by hand--> waiting
 *                   \-----------\--------------> failed --by hand--> waiting
 */
import type { EncodedPhoto } from "@/entities/photos/photo-encoding";
import { PreparationUnavailable } from "@/entities/photos/preparation-unavailable";
import { MAX_PHOTO_BYTES, PHOTO_FILE_TYPES, PHOTO_SIZES, type PhotoSize } from "@domain/photos/rules";

export type PhotoUpload = {
  readonly id: number;
  /** A dog or a puppy. */
  readonly ownerId: string;
  readonly name: string;
  readonly state: "waiting" | "preparing" | "sending" | "paused" | "failed";
  /** From 0 to 1 in steps of a hundredth. */
  readonly progress: number;
  /** Why the upload is paused or has failed, in words for the user. */
  readonly problem: string | null;
  /** Whether a retry may help. */
  readonly canRetry: boolean;
};

type FileIds = Record<PhotoSize, string>;

/** A retry before the given time is useless. */
export type Setback = {
  readonly text: string;
  readonly isPassing: boolean;
  readonly waitMs?: number;
  /** Whether the sent files no longer exist and must be sent again. */
  readonly isLost?: boolean;
};

/** `onSettled` is called after all photos of an owner were tried. */
export type UploadBackend = {
  /** For photos above the owner's limit. */
  fullText: string;
  /** Requests one address for each size. The client states the number of bytes. */
  getAddresses: (bytes: Record<PhotoSize, number>) => Promise<readonly string[]>;
  addPhoto: (files: FileIds) => Promise<unknown>;
  explain: (error: unknown) => Setback;
  /**
   * Resolves when the server can be reached again. If the server was reachable all the time, resolves after
   * `waitMs`.
   */
  whenBack: (waitMs: number) => Promise<void>;
  onSettled: (added: number) => void;
};

type Tools = {
  prepare: (file: File) => Promise<EncodedPhoto>;
  send: (url: string, file: Blob, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<string>;
};

type Entry = {
  upload: PhotoUpload;
  file: File;
  backend: UploadBackend;
  prepared: EncodedPhoto | null;
  addresses: readonly string[] | null;
  sent: Partial<FileIds>;
  stopping: AbortController;
  /** Sent files are lost at most once per upload. A second loss is a failure. */
  wasLost: boolean;
  /** Attempts in a row without progress. */
  vainTries: number;
};

const MAX_AT_ONCE = 2;
const NOT_READABLE = "This photo cannot be read.";
const NOT_READABLE_YET = "Waiting for a connection, which is needed to read this photo.";

/** Each further pause is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** With their pauses, these attempts take about a quarter of an hour if the server responds with failures. */
const MAX_VAIN_TRIES = 30;

const extensionOf = (name: string): string => (name.includes(".") ? name.split(".").at(-1) : "") ?? "";

/** Null if the file is accepted, or if only its content can decide. */
export function refusalOf(file: File): string | null {
  const extension = extensionOf(file.name).toLowerCase();
  const isPhoto =
    extension in PHOTO_FILE_TYPES ||
    Object.values(PHOTO_FILE_TYPES).some((type) => type === file.type) ||
    (extension === "" && file.type === "" && file.size > 0);
  if (!isPhoto) return "Photos must be JPG, PNG, WEBP, HEIC or HEIF.";
  return file.size > MAX_PHOTO_BYTES ? "A photo may have at most 10 MB." : null;
}

/** Whether an upload uses one of the slots. */
const isActive = ({ state }: PhotoUpload): boolean => state === "preparing" || state === "sending";

/** Whether an upload will continue without the user. */
export const isUnderWay = ({ state }: PhotoUpload): boolean => state !== "failed";

export class PhotoUploads {
  private entries: Entry[] = [];
  private snapshot: readonly PhotoUpload[] = [];
  private readonly listeners = new Set<() => void>();
  /** Counted since the owner's uploads began, for the message when all are done. */
  private readonly added = new Map<string, number>();
  private lastId = 0;

  constructor(private readonly tools: Tools) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSnapshot = (): readonly PhotoUpload[] => this.snapshot;

  /** `room` is how many more photos the owner may have. */
  add(ownerId: string, files: readonly File[], room: number, backend: UploadBackend): void {
    const underWay = this.entries.filter(({ upload }) => upload.ownerId === ownerId && isUnderWay(upload));
    let left = room - underWay.length;
    for (const file of files) {
      this.lastId += 1;
      const refusal = refusalOf(file) ?? (left > 0 ? null : backend.fullText);
      if (refusal === null) left -= 1;
      const upload: PhotoUpload = {
        id: this.lastId,
        ownerId,
        name: file.name,
        state: refusal === null ? "waiting" : "failed",
        progress: 0,
        problem: refusal,
        canRetry: false,
      };
      const stopping = new AbortController();
      const unsent = { prepared: null, addresses: null, sent: {}, wasLost: false, vainTries: 0 };
      this.entries.push({ upload, file, backend, stopping, ...unsent });
      if (refusal !== null) this.note(ownerId, 0);
    }
    this.changed();
    this.startNext();
    this.reportIfSettled(ownerId, backend);
  }

  /** Also resumes a paused upload immediately. */
  retry(id: number): void {
    const entry = this.entries.find(({ upload }) => upload.id === id);
    if (!entry?.upload.canRetry) return;
    entry.vainTries = 0;
    entry.wasLost = false;
    this.goOn(entry);
  }

  dismiss(id: number): void {
    const isStopped = ({ state }: PhotoUpload) => state === "failed" || state === "paused";
    const gone = this.entries.find(({ upload }) => upload.id === id && isStopped(upload));
    if (!gone) return;
    this.entries = this.entries.filter((entry) => entry !== gone);
    this.changed();
    this.reportIfSettled(gone.upload.ownerId, gone.backend);
  }

  /** Called when the user has signed out, because another person may use the screen. */
  clear(): void {
    const gone = this.entries;
    this.entries = [];
    this.added.clear();
    for (const { stopping } of gone) stopping.abort();
    this.changed();
  }

  private goOn(entry: Entry): void {
    this.update(entry, { state: "waiting", problem: null, canRetry: false });
    this.startNext();
  }

  private startNext(): void {
    // Removed uploads use no slot, because a call of a signed-out user may never return.
    while (this.entries.filter(({ upload }) => isActive(upload)).length < MAX_AT_ONCE) {
      const next = this.entries.find(({ upload }) => upload.state === "waiting");
      if (!next) return;
      this.update(next, { state: "preparing" });
      void this.run(next).finally(() => {
        this.startNext();
        this.reportIfSettled(next.upload.ownerId, next.backend);
      });
    }
  }

  private async run(entry: Entry): Promise<void> {
    try {
      entry.prepared ??= await this.tools.prepare(entry.file);
    } catch (error) {
      if (error instanceof PreparationUnavailable) {
        this.takeSetback(entry, { text: NOT_READABLE_YET, isPassing: true });
      } else this.giveUp(entry, NOT_READABLE);
      return;
    }
    try {
      entry.stopping.signal.throwIfAborted();
      this.update(entry, { state: "sending" });
      const files = await this.sendAll(entry, entry.prepared);
      entry.stopping.signal.throwIfAborted();
      await entry.backend.addPhoto(files);
      if (!this.entries.includes(entry)) return;
      this.note(entry.upload.ownerId, 1);
      this.entries = this.entries.filter((other) => other !== entry);
      this.changed();
    } catch (error) {
      this.takeSetback(entry, entry.backend.explain(error));
    }
  }

  private takeSetback(entry: Entry, { text, isPassing, isLost, waitMs = 0 }: Setback): void {
    if (!this.entries.includes(entry)) return;
    entry.addresses = null;
    entry.vainTries += 1;
    // While a phone sleeps, sent files may expire. If their photo does not exist either, they must be sent again.
    const isSentAgain = isLost === true && !entry.wasLost && Object.keys(entry.sent).length > 0;
    if (isLost) {
      entry.wasLost = true;
      entry.sent = {};
    }
    if ((isPassing || isSentAgain) && entry.vainTries <= MAX_VAIN_TRIES) {
      // The connection never returns for a signed-out user, whose uploads are then removed.
      this.pause(entry, text, waitMs).catch(() => undefined);
    } else this.giveUp(entry, text);
  }

  private giveUp(entry: Entry, problem: string): void {
    if (!this.entries.includes(entry)) return;
    this.note(entry.upload.ownerId, 0);
    this.update(entry, { state: "failed", problem, canRetry: true });
  }

  private async pause(entry: Entry, problem: string, waitMs: number): Promise<void> {
    this.update(entry, { state: "paused", problem, canRetry: true });
    const paused = entry.upload;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (entry.vainTries - 1), LONGEST_PAUSE_MS);
    await entry.backend.whenBack(Math.max(pauseMs, waitMs));
    // The user may already have resumed the upload.
    if (entry.upload === paused && this.entries.includes(entry)) this.goOn(entry);
  }

  private async sendAll(entry: Entry, prepared: EncodedPhoto): Promise<FileIds> {
    const total = PHOTO_SIZES.reduce((bytes, size) => bytes + prepared[size].size, 0);
    let done = 0;
    const send = async (size: PhotoSize, index: number): Promise<string> => {
      const id = entry.sent[size] ?? (await sendNow(size, index));
      entry.sent[size] = id;
      done += prepared[size].size;
      this.showProgress(entry, done / total);
      return id;
    };
    const sendNow = async (size: PhotoSize, index: number): Promise<string> => {
      entry.addresses ??= await entry.backend.getAddresses({
        full: prepared.full.size,
        preview: prepared.preview.size,
        thumbnail: prepared.thumbnail.size,
      });
      entry.stopping.signal.throwIfAborted();
      const id = await this.tools.send(
        entry.addresses[index] ?? "",
        prepared[size],
        (bytes) => this.showProgress(entry, (done + bytes) / total),
        entry.stopping.signal,
      );
      entry.vainTries = 0;
      return id;
    };
    const [full, preview, thumbnail] = [
      await send("full", 0),
      await send("preview", 1),
      await send("thumbnail", 2),
    ];
    return { full, preview, thumbnail };
  }

  private showProgress(entry: Entry, part: number): void {
    const progress = Math.min(1, Math.floor(part * 100) / 100);
    if (progress !== entry.upload.progress) this.update(entry, { progress });
  }

  private note(ownerId: string, added: number): void {
    this.added.set(ownerId, (this.added.get(ownerId) ?? 0) + added);
  }

  private reportIfSettled(ownerId: string, backend: UploadBackend): void {
    const isBusy = this.entries.some(({ upload }) => upload.ownerId === ownerId && isUnderWay(upload));
    const added = this.added.get(ownerId);
    if (isBusy || added === undefined) return;
    this.added.delete(ownerId);
    backend.onSettled(added);
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
