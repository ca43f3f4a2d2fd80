/**
 * Creates a contract for a breeding or for one of its puppies. The user chooses the template and reads the text.
 * Then the user creates the PDF, which is added to the breeding's documents, or sends the contract to the puppy's
 * new owner for signature. Missing values are listed first, and remain visible as gaps in the contract.
 */
import { useId, useState } from "react";
import { useAction } from "convex/react";
import { Download, FileSignature, FileText } from "lucide-react";
import { contractButtonId, type ContractChoice } from "@/entities/contracts/contract-address";
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
import { PLACEHOLDER_NAMES, PLACEHOLDERS, type Placeholder } from "@domain/contracts/placeholders";
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
  choice: ContractChoice;
  onChoice: (choice: ContractChoice) => void;
  onClose: () => void;
};

export function ContractDialog({ about, onClose, ...props }: ContractDialogProps) {
  const { puppyId = "" } = props;
  return (
    <TitledDialog
      title="Create Contract"
      description={about}
      size="md"
      data-opener={contractButtonId(puppyId)}
      onClose={onClose}
    >
      <Choosing {...props} onClose={onClose} />
    </TitledDialog>
  );
}

type ChoosingProps = Omit<ContractDialogProps, "about">;

function Choosing({ breedingId, puppyId, kinds, replacesId, choice, onChoice, onClose }: ChoosingProps) {
  const templates = useLiveQuery(api.contracts.contractTemplates.choices, { breedingId });
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
    fitting.find(({ id }) => id === choice.template)?.id ??
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
      accepted={choice.accepted}
      onAccepted={(accepted) => onChoice({ ...choice, accepted })}
      onTemplate={(template) => onChoice({ template, accepted: [] })}
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
  accepted: readonly string[];
  onAccepted: (accepted: readonly string[]) => void;
  onTemplate: (id: string) => void;
  onClose: () => void;
};

function Making(props: MakingProps) {
  const { templates, replacesId, accepted, onAccepted, onTemplate, onClose, ...args } = props;
  const today = useToday();
  const placement = useOpenPlacement(args.puppyId);
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
                puppyId={args.puppyId}
                labels={data.missing}
                isAccepted={placement ? isAccepted : null}
                onAccepted={(isOn) => onAccepted(isOn ? data.missing : [])}
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
  puppyId: string | undefined;
  labels: readonly string[];
  /** Whether a document to sign may be sent without the missing values. Null if the contract is only printed. */
  isAccepted: boolean | null;
  onAccepted: (isAccepted: boolean) => void;
};

/** A form, and its field. */
type Place = readonly ["kennel" | "breeding" | "sire" | "dam" | "puppy" | "sale" | "buyer", string];

/** Where values are recorded. Values without a place are calculated, or follow from another step. */
const PLACES: Partial<Record<Placeholder, Place>> = {
  sire: ["breeding", "sireId"],
  dam: ["breeding", "damId"],
  studFee: ["breeding", "studFeeCents"],
  terms: ["breeding", "contractTerms"],
  dueDate: ["breeding", "expectedDueDate"],
  kennelAddress: ["kennel", "address"],
  kennelPhone: ["kennel", "phone"],
  kennelEmail: ["kennel", "email"],
  breed: ["dam", "breed"],
  sireRegistration: ["sire", "registrationNumber"],
  sireRegistrations: ["sire", "registrationNumber"],
  sireMicrochip: ["sire", "microchipNumber"],
  sireOwner: ["sire", "currentOwnerName"],
  damRegistration: ["dam", "registrationNumber"],
  damRegistrations: ["dam", "registrationNumber"],
  damMicrochip: ["dam", "microchipNumber"],
  damOwner: ["dam", "currentOwnerName"],
  puppy: ["puppy", "name"],
  puppySex: ["puppy", "gender"],
  puppyColor: ["puppy", "color"],
  puppyMicrochip: ["puppy", "microchipNumber"],
  price: ["puppy", "priceCents"],
  balance: ["puppy", "priceCents"],
  buyer: ["sale", "buyerName"],
  buyerAddress: ["buyer", "address"],
  buyerEmail: ["buyer", "email"],
  buyerPhone: ["buyer", "phone"],
  deposit: ["sale", "deposit"],
  saleDate: ["sale", "day"],
};

const SALE_FIELDS: Readonly<Record<string, string>> = {
  address: "buyerAddress",
  email: "buyerEmail",
  phone: "buyerPhone",
};

/** Returns the address of the form in which a missing value is recorded. Null if the user cannot record it. */
function useAddressOf({ breedingId, puppyId }: Pick<MissingProps, "breedingId" | "puppyId">) {
  const { can } = useKennel();
  const breeding = useLiveQuery(api.breedings.breedings.get, { breedingId }).data;
  const puppy = useLiveQuery(api.litters.puppies.get, puppyId === undefined ? "skip" : { puppyId }).data;
  const pathTo = ([form, field]: Place): string | null => {
    switch (form) {
      case "kennel":
        return can("settings", "write") ? `/dashboard/settings?tab=kennel&field=${field}` : null;
      case "breeding":
        return `/dashboard/breeding?edit=${breedingId}&field=${field}`;
      case "sire":
      case "dam": {
        const dogId = breeding?.[`${form}Id`];
        if (!dogId) return pathTo(["breeding", `${form}Id`]);
        return can("dogs", "write") ? `/dashboard/dogs?edit=${dogId}&field=${field}` : null;
      }
      case "puppy":
        return puppy ? `/dashboard/litters/${puppy.litterId}?puppy=${puppy._id}&field=${field}` : null;
      case "sale": {
        const isOpen = puppy !== undefined && puppy.status !== "kept" && puppy.status !== "deceased";
        return isOpen ? `/dashboard/litters/${puppy.litterId}?sale=${puppy._id}&field=${field}` : null;
      }
      case "buyer":
        return puppy?.buyerId
          ? `/dashboard/contacts?contact-form=${puppy.buyerId}&field=${field}`
          : pathTo(["sale", SALE_FIELDS[field] ?? field]);
      default:
        return form satisfies never;
    }
  };
  const isLoaded = breeding && (puppyId === undefined || puppy);
  return (label: string): string | null => {
    const name = PLACEHOLDER_NAMES.find((each) => PLACEHOLDERS[each].label === label);
    const place = name && PLACES[name];
    return isLoaded && place ? pathTo(place) : null;
  };
}

/** From a form that one of the links opens, Back, Save and Cancel return to this dialog. */
function Missing({ labels, isAccepted, onAccepted, ...about }: MissingProps) {
  const id = useId();
  const addressOf = useAddressOf(about);
  if (labels.length === 0) return null;
  return (
    <Alert variant="warning">
      <p>
        {labels.length === 1
          ? "One value is missing. Record it first, or the contract leaves a line to fill in by hand."
          : `${labels.length} values are missing. Record them first, or the contract leaves lines to fill in by hand.`}
      </p>
      <ul aria-label="Missing values" className="mt-1 flex flex-wrap gap-x-4">
        {labels.map((label) => {
          const address = addressOf(label);
          const words = label.charAt(0).toUpperCase() + label.slice(1);
          return (
            <li key={label} className="flex min-h-8 items-center pointer-coarse:min-h-11">
              {address === null ? (
                words
              ) : (
                <Link
                  to={address}
                  state={{ fromScreen: true }}
                  className="py-1 font-semibold underline underline-offset-4 pointer-coarse:py-2.5"
                >
                  {words}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
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
