/**
 * A picture in the settings. The user can choose, drop, replace and remove it. Each change is saved immediately,
 * separately from the form around the picture.
 */
import { type ReactNode, useId, useRef, useState } from "react";
import { ImagePlus, Loader2, Trash2, Upload } from "lucide-react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useDrop } from "@/components/use-drop";
import { useConnectionLost } from "@/hooks/use-connection-lost";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { ERRORS, type ErrorCode } from "@domain/errors";

type PictureWords = {
  heading: string;
  /** In a sentence, such as 'the logo'. */
  noun: string;
  helper: ReactNode;
  chooseLabel: string;
  uploadLabel: string;
  replaceLabel: string;
  removeLabel: string;
  /** What happens if the picture is removed. */
  removeText: string;
};

type PictureFieldProps = {
  words: PictureWords;
  change: PictureChange;
  fileTypes: readonly string[];
  /** Null if there is none. */
  picture: ReactNode;
  frameClassName?: string;
  isReadOnly?: boolean;
};

/** Users who may not set a picture see nothing while there is none. */
export function PictureField({
  words,
  change,
  fileTypes,
  picture,
  frameClassName = "rounded-md",
  isReadOnly = false,
}: PictureFieldProps) {
  const { upload, remove, isSending, isRemoving, failure, forget } = change;
  const isLost = useConnectionLost();
  const [isAsking, setAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { isOver, handlers } = useDrop(([file]) => file && void upload(file), !isReadOnly && !isSending);
  const [headingId, helperId] = [useId(), useId()];
  const hasPicture = picture !== null;
  if (isReadOnly && !hasPicture) return null;
  const confirm = async () => {
    if (await remove()) setAsking(false);
  };
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3 px-5 pb-5" {...handlers}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 sm:gap-y-2">
        <div className={cn("sm:row-span-2", frameClassName, isOver && "outline-2 outline-ring")}>
          {isSending ? (
            <span className={cn("flex size-24 items-center justify-center border bg-muted", frameClassName)}>
              <Loader2 aria-hidden className="size-6 animate-spin text-muted-foreground" />
            </span>
          ) : hasPicture ? (
            picture
          ) : (
            <span
              className={cn(
                "flex size-24 items-center justify-center border border-dashed border-input bg-muted/50",
                frameClassName,
                isOver && "bg-accent",
              )}
            >
              <ImagePlus aria-hidden className="size-7 text-brass" />
            </span>
          )}
        </div>
        <div className={isReadOnly ? "sm:row-span-2" : "sm:self-end"}>
          <h3 id={headingId} className="font-semibold">
            {words.heading}
          </h3>
          {isReadOnly ? null : (
            <p id={helperId} className="text-sm text-muted-foreground">
              {words.helper}
            </p>
          )}
        </div>
        {isReadOnly ? null : (
          <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2 sm:self-start">
            <input
              ref={input}
              type="file"
              hidden
              accept={fileTypes.join(",")}
              aria-label={words.chooseLabel}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                event.target.value = "";
                if (file) void upload(file);
              }}
            />
            <Button
              ref={choose}
              variant="outline"
              aria-describedby={helperId}
              disabled={isSending}
              onClick={() => input.current?.click()}
            >
              <Upload aria-hidden />
              {isSending ? "Uploading..." : hasPicture ? words.replaceLabel : words.uploadLabel}
            </Button>
            {hasPicture && !isSending ? (
              <Button
                variant="ghost"
                onClick={() => {
                  forget();
                  // The focus moves to the button that chooses a picture, because the Remove button disappears with
                  // the picture.
                  choose.current?.focus();
                  setAsking(true);
                }}
              >
                <Trash2 aria-hidden />
                Remove
              </Button>
            ) : null}
          </div>
        )}
      </div>
      <p role="status" className={cn("text-sm text-muted-foreground", !(isSending && isLost) && "sr-only")}>
        {isSending ? (isLost ? "Waiting for the connection..." : `Uploading ${words.noun}`) : ""}
      </p>
      {failure && !isAsking ? <Alert variant="error">{failure}</Alert> : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${words.noun}?`}
        confirmLabel={words.removeLabel}
        busyLabel="Removing..."
        isBusy={isRemoving}
        error={failure}
        onConfirm={() => void confirm()}
        onCancel={() => {
          forget();
          setAsking(false);
        }}
      >
        {words.removeText}
      </ConfirmDialog>
    </section>
  );
}

type PictureOptions = {
  /** In a sentence, such as 'logo'. */
  noun: string;
  maxBytes: number;
  tooLarge: ErrorCode;
  send: (content: ArrayBuffer) => Promise<unknown>;
  takeAway: () => Promise<unknown>;
};

type PictureChange = {
  upload: (file: File) => Promise<void>;
  remove: () => Promise<boolean>;
  isSending: boolean;
  isRemoving: boolean;
  failure: string | null;
  forget: () => void;
};

const startSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Reports invalid files before the upload, and failures after it. */
export function usePicture({ noun, maxBytes, tooLarge, send, takeAway }: PictureOptions): PictureChange {
  const [isSending, setSending] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const upload = async (file: File): Promise<void> => {
    if (file.size > maxBytes) {
      setFailure(`Failed to save ${noun}. ${ERRORS[tooLarge].message}`);
      return;
    }
    setFailure(null);
    setSending(true);
    try {
      await send(await file.arrayBuffer());
      toast.success(`${startSentence(noun)} saved`);
    } catch (error) {
      setFailure(failureText(`Failed to save ${noun}`, error));
    } finally {
      setSending(false);
    }
  };

  const remove = async (): Promise<boolean> => {
    setFailure(null);
    setRemoving(true);
    try {
      await takeAway();
      toast.success(`${startSentence(noun)} removed`);
      return true;
    } catch (error) {
      setFailure(failureText(`Failed to remove ${noun}`, error));
      return false;
    } finally {
      setRemoving(false);
    }
  };

  return { upload, remove, isSending, isRemoving, failure, forget: () => setFailure(null) };
}
