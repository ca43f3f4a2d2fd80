/**
 * Creates a contract for a breeding or for one of its puppies. The user chooses the template and reads the text.
 * Then the user creates the PDF, which is added to the breeding's documents, or sends the contract to the puppy's
 * new owner for signature. Missing values are listed first, and remain visible as gaps in the contract.
 */
import { useId, useState } from "react";
import { useAction } from "convex/react";
import { Download, FileSignature, FileText } from "lucide-react";
import { ContractText } from "@/entities/contracts/contract-text";
import { ChoiceField } from "@/components/choice-field";
import { LoadError } from "@/components/load-error";
import { Loaded } from "@/components/loaded";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { usePlacements } from "@/entities/placements/use-placements";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { apiUrl } from "@/lib/api-url";
import { Link } from "@/lib/router";
import { failureText } from "@/lib/failure-text";
import { usualPaper } from "@/lib/usual-paper";
import type { ContractKind } from "@domain/contracts/rules";
import { getErrorData } from "@domain/errors";
import { SIMPLE_SIGNATURE_NOTE, unacceptedOf } from "@domain/signings/rules";
import { api } from "@convex/_generated/api";

type ContractDialogProps = {
  breedingId: string;
  about: string;
  puppyId?: string;
  /** Suitable kinds, the most common first. */
  kinds: readonly ContractKind[];
  /** The new document to sign replaces this one. */
  replacesId?: string;
  onClose: () => void;
};

export function ContractDialog({ about, onClose, ...props }: ContractDialogProps) {
  return (
    <TitledDialog title="Create Contract" description={about} onClose={onClose} size="md">
      <Choosing {...props} onClose={onClose} />
    </TitledDialog>
  );
}

type ChoosingProps = Omit<ContractDialogProps, "about">;

function Choosing({ breedingId, puppyId, kinds, replacesId, onClose }: ChoosingProps) {
  const templates = useLiveQuery(api.contracts.contractTemplates.choices, { breedingId });
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (templates.status === "error") {
    return (
      <DialogBody>
        <LoadError message="Failed to load contract templates. Please try again." onRetry={templates.retry} />
      </DialogBody>
    );
  }
  if (templates.status === "loading") {
    return (
      <DialogBody className="flex flex-col gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-64" />
      </DialogBody>
    );
  }
  const fitting = kinds.flatMap((kind) => templates.data.filter((template) => template.kind === kind));
  const templateId =
    fitting.find(({ id }) => id === chosenId)?.id ??
    fitting.find(({ isDefault }) => isDefault)?.id ??
    fitting[0]?.id;
  if (templateId === undefined) return null;
  return (
    <Making
      key={templateId}
      breedingId={breedingId}
      puppyId={puppyId}
      templateId={templateId}
      replacesId={replacesId}
      templates={fitting}
      onTemplate={setChosenId}
      onClose={onClose}
    />
  );
}

type MakingProps = {
  breedingId: string;
  puppyId: string | undefined;
  templateId: string;
  replacesId: string | undefined;
  templates: readonly { id: string; name: string; isBuiltIn: boolean }[];
  onTemplate: (id: string) => void;
  onClose: () => void;
};

function Making({ templates, replacesId, onTemplate, onClose, ...args }: MakingProps) {
  const today = useToday();
  const placement = useOpenPlacement(args.puppyId);
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const preview = useLiveQuery(api.contracts.contracts.preview, { ...args, today });
  const make = useAction(api.contracts.actions.printedPapers.contract);
  const [made, setMade] = useState<{ path: string; fileName: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState<"creating" | "sending" | null>(null);
  const sendForSignature = useAction(api.signings.actions.documents.send);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const missing = preview.data?.missing ?? [];
  const isAccepted = unacceptedOf(missing, accepted).length === 0;
  const send = async (placementId: string) => {
    setFailure(null);
    setWorking("sending");
    try {
      const { parties, familyEmail } = await sendForSignature({
        ...{ placementId, templateId: args.templateId, replacesId, today },
        ...{ accepted: [...accepted], paper: usualPaper() },
      });
      setSentTo(
        familyEmail === null
          ? `${parties.family} can sign it now on their page. There is no email on record, so give them its address: Details of the document shows it.`
          : `Sent to ${parties.family} at ${familyEmail}.`,
      );
    } catch (error) {
      setFailure(failureText("Failed to send the contract", error));
    }
    setWorking(null);
  };
  const start = async () => {
    setFailure(null);
    setWorking("creating");
    try {
      const document = await make({ ...args, paper: usualPaper(), today });
      setMade({ path: document.downloadPath, fileName: document.fileName });
    } catch (error) {
      setFailure(failureText("Failed to create the contract", error));
    }
    setWorking(null);
  };
  const result = sentTo ?? (made && `${made.fileName} was added to the breeding's documents.`);
  if (result !== null) {
    return (
      <>
        <DialogBody>
          <Alert variant="success">{result}</Alert>
        </DialogBody>
        <DialogFooter>
          {made ? (
            <>
              <Button variant="outline" asChild>
                <a href={apiUrl(made.path)} download={made.fileName}>
                  <Download aria-hidden />
                  Download
                </a>
              </Button>
              <Button asChild>
                <a href={`${apiUrl(made.path)}&show=true`} target="_blank" rel="noreferrer">
                  <FileText aria-hidden />
                  Open PDF
                </a>
              </Button>
            </>
          ) : (
            <Button autoFocus onClick={onClose}>
              Close
            </Button>
          )}
        </DialogFooter>
      </>
    );
  }
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <ChoiceField
          label="Template"
          value={args.templateId}
          choices={templates.map(
            ({ id, name, isBuiltIn }) => [id, isBuiltIn ? `${name} (built in)` : name] as const,
          )}
          onValue={onTemplate}
        />
        <Loaded
          query={preview}
          failureText={
            getErrorData(preview.error)?.details.fields?.["templateId"] ??
            "Failed to load the contract. Please try again."
          }
          height="h-64"
        >
          {(data) => (
            <>
              <Missing
                breedingId={args.breedingId}
                labels={data.missing}
                isAccepted={placement ? isAccepted : null}
                onAccepted={(isOn) => setAccepted(isOn ? data.missing : [])}
              />
              <ContractText
                blocks={data.blocks}
                label="Text of the contract"
                className="max-h-[45dvh] min-h-64"
              />
            </>
          )}
        </Loaded>
        {failure ? <Alert variant="error">{failure}</Alert> : null}
        {placement ? <p className="text-sm text-muted-foreground">{SIMPLE_SIGNATURE_NOTE}</p> : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={placement ? "outline" : "default"}
          disabled={working !== null || preview.status !== "ready"}
          onClick={() => void start()}
        >
          <FileText aria-hidden />
          {working === "creating" ? "Creating..." : "Create PDF"}
        </Button>
        {placement ? (
          <Button
            disabled={working !== null || preview.status !== "ready" || !isAccepted}
            onClick={() => void send(placement._id)}
          >
            <FileSignature aria-hidden />
            {working === "sending" ? "Sending..." : "Send for Signature"}
          </Button>
        ) : null}
      </DialogFooter>
    </>
  );
}

/** Undefined if the puppy has no open placement, or if the user may not see it. */
const useOpenPlacement = (puppyId: string | undefined) => {
  const { can } = useKennel();
  const found = usePlacements(puppyId === undefined ? null : { puppyId });
  const mayWrite = can("breeding", "write") && can("finances", "write");
  return mayWrite ? found.find(({ endedAt }) => endedAt === null) : undefined;
};

type MissingProps = {
  breedingId: string;
  labels: readonly string[];
  /** Whether a document to sign may be sent without the missing values. Null if the contract is only printed. */
  isAccepted: boolean | null;
  onAccepted: (isAccepted: boolean) => void;
};

/** Pages on which missing values are recorded. Values of the puppy and its sale are on the page behind the dialog. */
const PAGES = [
  { starts: /^kennel/u, text: "Kennel Settings", path: () => "/dashboard/settings?tab=kennel" },
  {
    starts: /^(sire|dam|owner|mating|stud|terms|kind)/u,
    text: "Open Breeding",
    path: (breedingId: string) => `/dashboard/breeding/${breedingId}`,
  },
] as const;

function Missing({ breedingId, labels, isAccepted, onAccepted }: MissingProps) {
  const id = useId();
  if (labels.length === 0) return null;
  const pages = PAGES.filter(({ starts }) => labels.some((label) => starts.test(label)));
  return (
    <Alert variant="warning">
      <p>Missing: {labels.join(", ")}. Record them first, or the contract leaves lines to fill in by hand.</p>
      {pages.length === 0 ? null : (
        <p className="mt-1 flex flex-wrap gap-x-4">
          {pages.map(({ text, path }) => (
            <Link
              key={text}
              to={path(breedingId)}
              className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
            >
              {text}
            </Link>
          ))}
        </p>
      )}
      {isAccepted === null ? null : (
        <div className="flex min-h-11 items-center gap-2.5">
          <Checkbox id={id} checked={isAccepted} onCheckedChange={onAccepted} />
          <label htmlFor={id} className="min-w-0 flex-1 py-2 font-semibold">
            Send it for signature without{" "}
            {labels.length === 1 ? "this value" : `these ${labels.length} values`}
          </label>
        </div>
      )}
    </Alert>
  );
}
