/**
 * The kennel's logo among its details: chosen or dropped, shown as it was saved, replaced and removed. It is saved at
 * once, apart from the form around it.
 */
import { useId, useRef, useState, type DragEvent } from "react";
import { ImagePlus, Loader2, Trash2, Upload } from "lucide-react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { KennelLogo } from "@/components/kennel-logo";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useKennelLogo } from "@/features/settings/use-kennel-logo";
import { useConnectionLost } from "@/hooks/use-connection-lost";
import { useKennel } from "@/hooks/use-kennel";
import { cn } from "@/lib/utils";
import { LOGO_FILE_TYPES } from "../../../domain/constants/logos";

/** Takes the first file that is dropped on an element, and says while one hangs above it. */
function useDrop(onFile: (file: File) => void, isEnabled: boolean) {
  const [isOver, setOver] = useState(false);
  if (!isEnabled) return { isOver: false, handlers: {} };
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      },
    },
  };
}

function Picture({ isSending, isOver }: { isSending: boolean; isOver: boolean }) {
  const { kennel } = useKennel();
  if (isSending) {
    return (
      <span className="flex size-24 shrink-0 items-center justify-center rounded-md border bg-muted">
        <Loader2 aria-hidden className="size-6 animate-spin text-muted-foreground" />
      </span>
    );
  }
  if (kennel.logoPath !== null) {
    return (
      <KennelLogo
        logoPath={kennel.logoPath}
        alt={`Logo of ${kennel.name}`}
        className={cn("size-24 p-1.5", isOver && "outline-2 outline-ring")}
      />
    );
  }
  return (
    <span
      className={cn(
        "flex size-24 shrink-0 items-center justify-center rounded-md border border-dashed border-input bg-muted/50",
        isOver && "bg-accent outline-2 outline-ring",
      )}
    >
      <ImagePlus aria-hidden className="size-7 text-brass" />
    </span>
  );
}

/** Renders the logo with what may be done to it; without a logo, those who may not give it one see nothing. */
export function KennelLogoField({ isReadOnly }: { isReadOnly: boolean }) {
  const { kennel } = useKennel();
  const { upload, remove, isSending, isRemoving, failure, forget } = useKennelLogo();
  const isLost = useConnectionLost();
  const [isAsking, setAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { isOver, handlers } = useDrop((file) => void upload(file), !isReadOnly && !isSending);
  const [headingId, helperId] = [useId(), useId()];
  const hasLogo = kennel.logoPath !== null;
  if (isReadOnly && !hasLogo) return null;
  const confirm = async () => {
    if (await remove()) setAsking(false);
  };
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3 px-5 pb-5" {...handlers}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 sm:gap-y-2">
        <div className="sm:row-span-2">
          <Picture isSending={isSending} isOver={isOver} />
        </div>
        <div className={isReadOnly ? "sm:row-span-2" : "sm:self-end"}>
          <h3 id={headingId} className="font-semibold">
            Logo
          </h3>
          {isReadOnly ? null : (
            <p id={helperId} className="text-sm text-muted-foreground">
              PNG, JPG or WEBP, up to 2 MB. It stands beside the kennel&apos;s name and on pedigree
              certificates.
            </p>
          )}
        </div>
        {isReadOnly ? null : (
          <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2 sm:self-start">
            <input
              ref={input}
              type="file"
              hidden
              accept={LOGO_FILE_TYPES.join(",")}
              aria-label="Choose a logo"
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
              {isSending ? "Uploading..." : hasLogo ? "Replace Logo" : "Upload Logo"}
            </Button>
            {hasLogo && !isSending ? (
              <Button
                variant="ghost"
                onClick={() => {
                  forget();
                  // The focus comes back to where it was; this button goes with the logo.
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
        {isSending ? (isLost ? "Waiting for the connection..." : "Uploading the logo") : ""}
      </p>
      {failure && !isAsking ? <Alert variant="error">{failure}</Alert> : null}
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove the logo?"
        confirmLabel="Remove Logo"
        busyLabel="Removing..."
        isBusy={isRemoving}
        error={failure}
        onConfirm={() => void confirm()}
        onCancel={() => {
          forget();
          setAsking(false);
        }}
      >
        It is deleted, and pedigree certificates are printed without it.
      </ConfirmDialog>
    </section>
  );
}
