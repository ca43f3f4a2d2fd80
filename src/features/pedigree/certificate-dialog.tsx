/** Prints a dog's pedigree certificate: generations, paper size, and the finished PDF to open or save. */
import { type ReactNode, useEffect, useId, useState } from "react";
import { useAction } from "convex/react";
import { Download, FileText } from "lucide-react";
import { DialogHead } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { useCertificateAddress } from "@/features/pedigree/pedigree-address";
import { failureText } from "@/lib/failure-text";
import { usualPaper } from "@/lib/usual-paper";
import { api } from "@convex/_generated/api";
import {
  CERTIFICATE_GENERATIONS,
  CERTIFICATE_PAPERS,
  type CertificatePaper,
  DEFAULT_CERTIFICATE_GENERATIONS,
} from "@domain/pedigree/rules";

export function CertificateDialog({ today }: { today: string }) {
  const { dogId, close } = useCertificateAddress();
  return (
    <Dialog open={dogId !== null} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      {dogId === null ? null : (
        <DialogContent>
          <DialogHead
            title="Print Pedigree"
            description="A certificate on one landscape page, to sign and hand over with the dog."
          />
          <Certificate key={dogId} dogId={dogId} today={today} />
        </DialogContent>
      )}
    </Dialog>
  );
}

const paperLabels: Record<CertificatePaper, string> = { a4: "A4", letter: "US Letter" };

function Certificate({ dogId, today }: { dogId: string; today: string }) {
  const [generations, setGenerations] = useState<number>(DEFAULT_CERTIFICATE_GENERATIONS);
  const [paper, setPaper] = useState(usualPaper);
  const state = useCertificate({ dogId, generations, paper, today });
  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        <Choice
          label="Generations"
          value={String(generations)}
          choices={CERTIFICATE_GENERATIONS.map((count) => ({ value: String(count), label: String(count) }))}
          onChange={(value) => setGenerations(Number(value))}
        />
        <Choice
          label="Paper"
          value={paper}
          choices={CERTIFICATE_PAPERS.map((value) => ({ value, label: paperLabels[value] }))}
          onChange={setPaper}
        />
        <Progress state={state} />
      </DialogBody>
      <DialogFooter>
        <FileLink state={state} isDownload>
          <Download aria-hidden />
          Download
        </FileLink>
        <FileLink state={state}>
          <FileText aria-hidden />
          Open PDF
        </FileLink>
      </DialogFooter>
    </>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <span className="font-semibold" aria-hidden>
        {label}
      </span>
      <RadioGroup
        aria-label={label}
        value={value}
        onValueChange={(chosen) => {
          const choice = choices.find((one) => one.value === chosen);
          if (choice) onChange(choice.value);
        }}
        className="flex flex-wrap gap-x-6 gap-y-2"
      >
        {choices.map((choice) => (
          <div key={choice.value} className="flex min-h-8 items-center gap-2">
            <RadioGroupItem id={`${id}-${choice.value}`} value={choice.value} />
            <Label htmlFor={`${id}-${choice.value}`} className="text-base font-normal">
              {choice.label}
            </Label>
          </div>
        ))}
      </RadioGroup>
    </div>
  );
}

function Progress({ state }: { state: CertificateState }) {
  if (state.status === "failed") {
    return (
      <Alert variant="error">
        <p>{state.message}</p>
        <Button variant="outline" size="sm" className="mt-2" onClick={state.retry}>
          Try Again
        </Button>
      </Alert>
    );
  }
  return (
    <p role="status" className="text-sm text-muted-foreground">
      {state.status === "making"
        ? "Preparing the certificate..."
        : `Ready: one page, ${Math.max(1, Math.round(state.bytes / 1024))} KB`}
    </p>
  );
}

type FileLinkProps = { state: CertificateState; isDownload?: boolean; children: ReactNode };

/** The user's own click must open or save the file, so this is a link. It is disabled until the file is ready. */
function FileLink({ state, isDownload = false, children }: FileLinkProps) {
  const variant = isDownload ? "outline" : "default";
  if (state.status !== "ready") {
    return (
      <Button variant={variant} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button variant={variant} asChild>
      {isDownload ? (
        <a href={state.url} download={state.fileName}>
          {children}
        </a>
      ) : (
        <a href={state.url} target="_blank" rel="noreferrer">
          {children}
        </a>
      )}
    </Button>
  );
}

interface CertificateChoice {
  readonly dogId: string;
  readonly generations: number;
  readonly paper: CertificatePaper;
  readonly today: string;
}

type CertificateState =
  | { readonly status: "making" }
  | { readonly status: "failed"; readonly message: string; readonly retry: () => void }
  | { readonly status: "ready"; readonly url: string; readonly fileName: string; readonly bytes: number };

type Outcome = Exclude<CertificateState, { status: "making" }>;

const MAX_KEPT_FILES = 12;
const keptUrls: string[] = [];

function keepFile(file: File): string {
  const url = URL.createObjectURL(file);
  keptUrls.push(url);
  const oldest = keptUrls.length > MAX_KEPT_FILES ? keptUrls.shift() : undefined;
  if (oldest !== undefined) URL.revokeObjectURL(oldest);
  return url;
}

/**
 * When the user changes a choice, a new certificate is requested. The last few files are kept after their dialog is
 * closed, so that a browser tab that shows a file can reload and save it.
 */
function useCertificate({ dogId, generations, paper, today }: CertificateChoice): CertificateState {
  const make = useAction(api.pedigree.actions.pedigreeCertificate.make);
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([dogId, generations, paper, today, attempt]);
  const [made, setMade] = useState<{ key: string; outcome: Outcome } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const finish = (outcome: Outcome) => (isWanted ? setMade({ key, outcome }) : undefined);
    make({ dogId, generations, paper, today }).then(
      ({ fileName, content }) => {
        if (!isWanted) return;
        const url = keepFile(new File([content], fileName, { type: "application/pdf" }));
        finish({ status: "ready", url, fileName, bytes: content.byteLength });
      },
      (error: unknown) =>
        finish({
          status: "failed",
          message: failureText("Failed to print the pedigree", error),
          retry: () => setAttempt((last) => last + 1),
        }),
    );
    return () => {
      isWanted = false;
    };
  }, [make, key, dogId, generations, paper, today]);
  return made?.key === key ? made.outcome : { status: "making" };
}
