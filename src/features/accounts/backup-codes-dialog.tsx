/**
 * The dialog that shows new backup codes once. The codes are lost when it closes. Therefore Escape, the corner
 * button, Back and a tap beside the dialog ask first.
 */
import { useState } from "react";
import { Copy, Download, Printer } from "lucide-react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { DialogHead } from "@/components/titled-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { saveFile } from "@/lib/save-file";

type BackupCodesDialogProps = {
  title: string;
  description: string;
  codes: readonly string[];
  onClose: () => void;
};

export function BackupCodesDialog({ title, description, codes, onClose }: BackupCodesDialogProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : setAsking(true))}>
        <DialogContent>
          <DialogHead title={title} description={description} />
          <DialogBody>
            <BackupCodes codes={codes} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>I Have Saved Them</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        title="Close without saving the codes?"
        confirmLabel="Close Anyway"
        busyLabel="Close Anyway"
        isBusy={false}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        <p>They are not shown again. Without them and your app, nobody can let you in.</p>
      </ConfirmDialog>
    </>
  );
}

const FILE_NAME = "studbook-backup-codes.txt";
const HEADING = "Studbook backup codes. Each signs you in once when your authenticator app is out of reach.";

const asText = (codes: readonly string[]): string => `${HEADING}\n\n${codes.join("\n")}\n`;

async function copy(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(asText(codes));
    toast.success("Backup codes copied");
  } catch {
    toast.error("Your browser does not let Studbook copy. Download the codes instead.");
  }
}

/** Prints only the codes, from a temporary frame. */
function print(codes: readonly string[]): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page || !frame.contentWindow) return;
  const heading = page.createElement("p");
  heading.textContent = HEADING;
  const list = page.createElement("pre");
  list.textContent = codes.join("\n");
  list.style.fontSize = "20px";
  page.body.append(heading, list);
  frame.contentWindow.addEventListener("afterprint", () => frame.remove());
  frame.contentWindow.print();
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Keep these codes where you can reach them without your phone. Each signs you in once.{" "}
        <strong>They are not shown again.</strong>
      </p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md border bg-secondary p-4 font-mono text-[0.95rem] tabular-nums"
      >
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="outline" onClick={() => void copy(codes)}>
          <Copy aria-hidden />
          Copy
        </Button>
        <Button
          type="button"
          variant="outline"
          onClick={() => saveFile(new Blob([asText(codes)], { type: "text/plain" }), FILE_NAME)}
        >
          <Download aria-hidden />
          Download
        </Button>
        <Button type="button" variant="outline" onClick={() => print(codes)}>
          <Printer aria-hidden />
          Print
        </Button>
      </div>
    </div>
  );
}
