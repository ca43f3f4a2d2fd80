/** Reserves or sells a puppy, or corrects its sale: buyer, payment, price and date. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { ContactField } from "@/entities/contacts/contact-field";
import type { Puppy } from "@/features/litters/litter-words";
import { useSaving } from "@/hooks/use-saving";
import { failureText } from "@/lib/failure-text";
import { FIELD, useScreenAddress } from "@/lib/screen-address";
import { daysBetween } from "@domain/dates/calendar-days";
import type { FieldErrors } from "@domain/errors";
import { dollarsOf, typedCents } from "@domain/formatting/dollars";
import { formatCents, formatDay, formatPhone } from "@domain/formatting/formatting";
import { checkDeposit } from "@domain/litters/deposit";
import { puppyName } from "@domain/litters/words";
import { warnOfEarlySale } from "@domain/litters/puppy-status";
import { fieldErrorsOf } from "@domain/records/parse";
import { differing } from "@domain/records/typed-form";
import { reservationSchema, saleCorrectionSchema, saleSchema } from "@domain/litters/schemas";
import { goingHomeOn } from "@domain/litters/matching";
import { api } from "@convex/_generated/api";

type Kind = "reserve" | "sell" | "correct";
type PuppySaleDialogProps = {
  puppy: Puppy;
  bornOn: string;
  kind: Kind;
  today: string;
  onClose: () => void;
  /** Called after saving, instead of `onClose`, if the user asked for a contract. */
  onContract: () => void;
};

const startOf = ({ puppy, kind, today }: PuppySaleDialogProps) => ({
  buyerId: puppy.buyerId ?? "",
  buyerName: puppy.buyer?.name ?? "",
  buyerEmail: puppy.buyer?.email ?? "",
  buyerPhone: puppy.buyer?.phone ?? "",
  buyerAddress: puppy.buyer?.address ?? "",
  price: puppy.priceCents === null ? "" : dollarsOf(puppy.priceCents),
  deposit: puppy.depositCents === null ? "" : dollarsOf(puppy.depositCents),
  day: kind === "sell" ? today : ((kind === "correct" ? puppy.saleDate : puppy.reservedUntil) ?? ""),
});
type Typed = ReturnType<typeof startOf>;

/** An empty text means no amount. An invalid text is reported at its field. */
const amountOf = (text: string): number | null => (text.trim() === "" ? null : typedCents(text));

const toFields = ({ price, deposit, day, ...buyer }: Typed, kind: Kind) => ({
  ...buyer,
  priceCents: amountOf(price),
  depositCents: amountOf(deposit),
  ...(kind === "reserve" ? { reservedUntil: day } : { saleDate: day }),
});

const SCHEMAS = { reserve: reservationSchema, sell: saleSchema, correct: saleCorrectionSchema };

/** The buyer of a sale that is corrected stays the same, and only changed values are sent. */
function correctionOf(typed: Typed, start: Typed) {
  const { buyerId: _link, buyerName: _name, ...fields } = toFields(typed, "correct");
  return differing(fields, toFields(start, "correct"));
}

/** These errors are found before anything is sent. */
function faultsOf(fields: ReturnType<typeof toFields>, kind: Kind): FieldErrors {
  const parsed = SCHEMAS[kind].safeParse(fields);
  const errors: FieldErrors = parsed.success ? checkDeposit(fields) : fieldErrorsOf(parsed.error);
  if ("saleDate" in fields && kind === "correct" && fields.saleDate === "")
    errors.saleDate = "Sale date is required";
  if (kind !== "correct" && fields.buyerName.trim() === "") errors.buyerName = "Buyer name is required";
  return errors;
}

const DONE: Record<Kind, (name: string) => string> = {
  reserve: (name) => `${name} is reserved`,
  sell: (name) => `${name} is sold`,
  correct: (name) => `Sale of ${name} corrected`,
};

function useSale(props: PuppySaleDialogProps) {
  const { puppy, bornOn, kind, today, onClose, onContract } = props;
  const reserve = useMutation(api.litters.puppies.reserve);
  const sell = useMutation(api.litters.puppies.sell);
  const correct = useMutation(api.litters.puppies.correctSale);
  const [start] = useState(() => ({ typed: startOf(props), version: puppy.updatedAt }));
  const [typed, setTyped] = useState<Typed>(start.typed);
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();
  const [asked, setAsked] = useState<{ next: () => void } | null>(null);
  /** Saves, after a confirmation if the sale is early. Then calls `next`. */
  const ask = async (next: () => void = onClose) => {
    if (!check(faultsOf(toFields(typed, kind), kind))) return;
    const isEarly = kind === "sell" && warnOfEarlySale(typed.day || today, bornOn) !== null;
    if (isEarly) setAsked({ next });
    else await store(next);
  };
  const store = async (next: () => void) => {
    setAsked(null);
    const fields = toFields(typed, kind);
    const name = puppyName(puppy);
    await save(
      async () => {
        const about = { puppyId: puppy._id, today };
        if (kind === "sell") await sell({ ...about, ...fields });
        else if (kind === "reserve") await reserve({ ...about, ...fields });
        else {
          const correction = correctionOf(typed, start.typed);
          await correct({ ...about, expectedUpdatedAt: start.version, ...correction });
        }
        toast.success(DONE[kind](name));
        next();
      },
      (error, { status }) =>
        status ??
        failureText(`Failed to ${kind === "correct" ? "correct the sale of" : kind} ${name}`, error),
    );
  };
  const change = (changes: Partial<Typed>) => {
    setErrors({});
    setTyped((last) => ({ ...last, ...changes }));
  };
  const question = asked && {
    saleDate: typed.day || today,
    confirm: () => void store(asked.next),
    cancel: () => setAsked(null),
  };
  return {
    typed,
    change,
    errors,
    failure,
    isSaving,
    ask,
    askForContract: () => void ask(onContract),
    question,
  };
}

/** Null without a valid price, or with an invalid deposit. */
function balanceText({ price, deposit }: Typed): string | null {
  const [priceCents, depositCents] = [amountOf(price), amountOf(deposit) ?? 0];
  if (priceCents === null || Number.isNaN(priceCents) || Number.isNaN(depositCents)) return null;
  return `Balance ${formatCents(priceCents - depositCents)}`;
}

const wordsOf = (puppy: Puppy): Record<Kind, { title: string; description: string; saveLabel: string }> => ({
  reserve: {
    title: `Reserve ${puppyName(puppy)}`,
    description: `Held until you sell or release ${puppyName(puppy)}.`,
    saveLabel: "Reserve Puppy",
  },
  sell: {
    title: `Sell ${puppyName(puppy)}`,
    description: "A sale can be undone until midnight tonight.",
    saveLabel: "Sell Puppy",
  },
  correct: {
    title: `Correct the Sale of ${puppyName(puppy)}`,
    description: `Sold to ${puppy.buyer?.name ?? "somebody"}. Contracts that were already created stay unchanged.`,
    saveLabel: "Save Sale",
  },
});

export function PuppySaleDialog(props: PuppySaleDialogProps) {
  const { puppy, bornOn, today, onClose } = props;
  // The puppy may be sold while the dialog is open.
  const [kind] = useState(props.kind);
  const { typed, change, errors, failure, isSaving, ask, askForContract, question } = useSale({
    ...props,
    kind,
  });
  const isSale = kind === "sell";
  const isCorrection = kind === "correct";
  const words = wordsOf(puppy)[kind];
  const field = { typed, errors, change };
  return (
    <SaveDialog
      title={words.title}
      description={words.description}
      size="md"
      isSaving={isSaving}
      onClose={onClose}
      className="grid content-start gap-4 sm:grid-cols-2"
      failure={failure}
      saveLabel={words.saveLabel}
      onSave={() => ask()}
      actions={
        isCorrection ? null : (
          <Button
            variant="outline"
            className="max-sm:basis-full"
            disabled={isSaving}
            onClick={askForContract}
          >
            {isSale ? "Sell" : "Reserve"} and Create Contract
          </Button>
        )
      }
    >
      {isCorrection ? null : (
        <FormField label="Buyer" required error={errors.buyerName ?? errors.buyerId}>
          {(described) => (
            <ContactField
              {...described}
              name={typed.buyerName}
              link={typed.buyerId}
              onPerson={({ link, name, email, phone, address }) =>
                change({
                  ...{ buyerId: link, buyerName: name ?? "" },
                  ...(phone !== undefined && {
                    ...{ buyerEmail: email ?? "", buyerPhone: phone ?? "", buyerAddress: address ?? "" },
                  }),
                })
              }
            />
          )}
        </FormField>
      )}
      <SaleField label="Email" type="email" name="buyerEmail" {...field} />
      <SaleField
        label="Phone"
        type="tel"
        name="buyerPhone"
        onBlur={() => change({ buyerPhone: formatPhone(typed.buyerPhone) })}
        {...field}
      />
      <SaleField label="Address" name="buyerAddress" {...field} />
      <SaleField
        label="Price ($)"
        inputMode="decimal"
        name="price"
        error={errors.priceCents}
        helper={balanceText(typed)}
        {...field}
      />
      <SaleField
        label="Deposit ($)"
        inputMode="decimal"
        name="deposit"
        error={errors.depositCents}
        {...field}
      />
      <SaleField
        label={kind === "reserve" ? "Reserved until" : "Sale date"}
        type="date"
        name="day"
        error={errors.saleDate ?? errors.reservedUntil}
        {...(kind === "reserve" ? { min: today } : { max: today })}
        {...field}
      />
      {question ? (
        <ConfirmDialog
          isOpen
          tone="default"
          title={`${puppyName(puppy)} is younger than 8 weeks`}
          confirmLabel="Sell Anyway"
          busyLabel="Saving..."
          isBusy={isSaving}
          onConfirm={question.confirm}
          onCancel={question.cancel}
        >
          <p>
            On {formatDay(question.saleDate)} it is {ageText(daysBetween(bornOn, question.saleDate))} old.
            Puppies usually stay with their dam until they are 8 weeks old: {formatDay(goingHomeOn(bornOn))}{" "}
            at the earliest.
          </p>
        </ConfirmDialog>
      ) : null}
    </SaveDialog>
  );
}

const ageText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

type SaleFieldProps = {
  label: string;
  name: keyof Typed;
  typed: Typed;
  errors: FieldErrors;
  error?: string | undefined;
  helper?: string | null;
  change: (changes: Partial<Typed>) => void;
  required?: boolean;
  type?: string;
  inputMode?: "decimal";
  min?: string;
  max?: string;
  onBlur?: () => void;
};

function SaleField(props: SaleFieldProps) {
  const [{ field }] = useScreenAddress(FIELD);
  const { label, name, typed, errors, error, helper, change, required = false, ...input } = props;
  return (
    <TextField
      label={label}
      required={required}
      error={error ?? errors[name]}
      helper={helper}
      {...input}
      autoFocus={field === name}
      autoComplete="off"
      value={typed[name]}
      onText={(text) => change({ [name]: text })}
    />
  );
}
