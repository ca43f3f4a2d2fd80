/**
 * Income and costs of one breeding: its stud fee and the sales of its puppies, which are known already, and what is
 * booked beside them.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { DetailSection } from "@/components/detail-section";
import { Fact } from "@/components/fact";
import { Loaded } from "@/components/loaded";
import { SaveDialog } from "@/components/save-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { always, useSaving } from "@/hooks/use-saving";
import { useToday } from "@/hooks/use-today";
import { cn } from "@/lib/utils";
import {
  COST_CATEGORIES,
  FINANCE_CATEGORIES,
  INCOME_CATEGORIES,
  type FinanceCategory,
  type FinanceKind,
} from "@domain/breedings/rules";
import { dollarsOf, typedCents } from "@domain/formatting/dollars";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { balanceOf, costOf, incomeOf } from "@domain/reports/finances";
import { fieldErrorsOf } from "@domain/records/parse";
import { financeEntrySchema } from "@domain/breedings/schemas";
import { api } from "@convex/_generated/api";
import type { FunctionReturnType } from "convex/server";

type Account = FunctionReturnType<typeof api.breedings.breedingFinances.account>;
type Entry = Account["entries"][number];

const categoryLabels: Record<FinanceCategory, string> = {
  health_tests: "Health tests",
  progesterone_tests: "Progesterone tests",
  veterinary: "Veterinarian",
  whelping: "Whelping",
  food: "Food",
  registration: "Registration",
  advertising: "Advertising",
  travel: "Travel",
  deposit_kept: "Deposit kept",
  prize: "Prize",
  other: "Other",
};

/** Renders the section of a breeding's page. */
export function BreedingAccount({ breedingId }: { breedingId: string }) {
  const { can } = useKennel();
  const canWrite = can("breeding", "write") && can("finances", "write");
  const account = useLiveQuery(api.breedings.breedingFinances.account, { breedingId, today: useToday() });
  const [edited, setEdited] = useState<Entry | "new" | null>(null);
  return (
    <DetailSection
      title="Income and Costs"
      action={
        canWrite ? (
          <Button variant="outline" size="sm" onClick={() => setEdited("new")}>
            <Plus aria-hidden />
            Add Entry
          </Button>
        ) : null
      }
    >
      <Loaded query={account} failureText="Failed to load income and costs. Please try again." height="h-20">
        {(data) => <Lines account={data} onEdit={canWrite ? setEdited : null} />}
      </Loaded>
      {edited ? (
        <EntryDialog
          breedingId={breedingId}
          entry={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </DetailSection>
  );
}

function Lines({ account, onEdit }: { account: Account; onEdit: ((entry: Entry) => void) | null }) {
  const { entries, sales, money } = account;
  const isEmpty = entries.length + sales.length === 0 && money.studCostCents + money.studIncomeCents === 0;
  if (isEmpty) {
    return (
      <p className="text-muted-foreground">No entries yet; the stud fee and sales are added automatically</p>
    );
  }
  return (
    <>
      <ul aria-label="Income and costs" className="flex flex-col divide-y">
        {money.studCostCents > 0 ? <Line name="Stud fee paid" cents={-money.studCostCents} /> : null}
        {money.studIncomeCents > 0 ? <Line name="Stud fee earned" cents={money.studIncomeCents} /> : null}
        {sales.map(({ puppyId, name, saleDate, priceCents }) => (
          <Line
            key={puppyId}
            name={`Sale of ${name}`}
            note={priceCents === null ? `${formatDay(saleDate)}, no price recorded` : formatDay(saleDate)}
            cents={priceCents ?? 0}
          />
        ))}
        {entries.map((entry) => (
          <Line
            key={entry._id}
            name={categoryLabels[entry.category]}
            note={[formatDay(entry.bookedOn), entry.description].filter((part) => part !== null).join(", ")}
            cents={entry.kind === "cost" ? -entry.amountCents : entry.amountCents}
            onEdit={onEdit ? () => onEdit(entry) : null}
          />
        ))}
      </ul>
      <dl className="mt-2 grid grid-cols-3 gap-3 border-t-2 border-brass-line pt-2">
        <Fact label="Income">{formatCents(incomeOf(money))}</Fact>
        <Fact label="Costs">{formatCents(costOf(money))}</Fact>
        <Fact label="Balance">{formatCents(balanceOf(money))}</Fact>
      </dl>
    </>
  );
}

type LineProps = { name: string; note?: string; cents: number; onEdit?: (() => void) | null };

function Line({ name, note, cents, onEdit }: LineProps) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <span className="min-w-0 flex-1 break-words">
        {name}
        {note ? <span className="block text-sm text-muted-foreground">{note}</span> : null}
      </span>
      <span className={cn("whitespace-nowrap tabular-nums", cents < 0 && "text-error")}>
        {formatCents(cents)}
      </span>
      {onEdit ? (
        <Button variant="ghost" size="icon-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
      ) : null}
    </li>
  );
}

type Typed = {
  kind: FinanceKind;
  category: FinanceCategory;
  amount: string;
  bookedOn: string;
  description: string;
};

type EntryDialogProps = { breedingId: string; entry: Entry | null; onClose: () => void };

function useEntry({ breedingId, entry, onClose }: EntryDialogProps, today: string) {
  const create = useMutation(api.breedings.breedingFinances.create);
  const update = useMutation(api.breedings.breedingFinances.update);
  const removeEntry = useMutation(api.breedings.breedingFinances.remove);
  const [typed, setTyped] = useState<Typed>({
    kind: entry?.kind ?? "cost",
    category: entry?.category ?? "whelping",
    amount: entry ? dollarsOf(entry.amountCents) : "",
    bookedOn: entry?.bookedOn ?? today,
    description: entry?.description ?? "",
  });
  const { errors, setErrors, failure, isSaving, save } = useSaving();
  const run = async (work: () => Promise<unknown>, done: string, failed: string) =>
    await save(async () => {
      await work();
      toast.success(done);
      onClose();
    }, always(failed));
  const store = async () => {
    const { amount, ...rest } = typed;
    const cents = amount.trim() === "" ? undefined : typedCents(amount);
    const parsed = financeEntrySchema.safeParse({ ...rest, amountCents: cents });
    setErrors(parsed.success ? {} : fieldErrorsOf(parsed.error));
    if (!parsed.success) return;
    const fields = { ...rest, amountCents: parsed.data.amountCents };
    await run(
      async () =>
        entry
          ? await update({ entryId: entry._id, ...fields, expectedUpdatedAt: entry.updatedAt })
          : await create({ breedingId, ...fields }),
      "Saved",
      "Failed to save",
    );
  };
  const remove = async () => {
    if (entry)
      await run(async () => await removeEntry({ entryId: entry._id }), "Deleted", "Failed to delete");
  };
  const change = (changes: Partial<Typed>) => {
    setErrors({});
    setTyped((last) => ({ ...last, ...changes }));
  };
  return { typed, change, errors, failure, isSaving, store, remove };
}

function EntryDialog(props: EntryDialogProps) {
  const { entry, onClose } = props;
  const today = useToday();
  const { typed, change, errors, failure, isSaving, store, remove } = useEntry(props, today);
  const categories: readonly FinanceCategory[] = typed.kind === "cost" ? COST_CATEGORIES : INCOME_CATEGORIES;
  return (
    <SaveDialog
      title={entry ? "Edit Entry" : "Add Income or Cost"}
      isSaving={isSaving}
      onClose={onClose}
      className="grid content-start gap-4 sm:grid-cols-2"
      failure={failure}
      saveLabel="Save"
      actions={
        entry ? (
          <Button
            variant="ghost"
            className="text-error sm:mr-auto"
            disabled={isSaving}
            onClick={() => void remove()}
          >
            <Trash2 aria-hidden />
            Delete
          </Button>
        ) : null
      }
      onSave={store}
    >
      <FormField label="Kind" error={errors.kind}>
        {(control) => (
          <Select
            value={typed.kind}
            onValueChange={(kind) =>
              change(
                kind === "income"
                  ? { kind: "income", category: "other" }
                  : { kind: "cost", category: "whelping" },
              )
            }
          >
            <SelectTrigger {...control}>
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              <SelectItem value="cost">Cost</SelectItem>
              <SelectItem value="income">Income</SelectItem>
            </SelectContent>
          </Select>
        )}
      </FormField>
      <FormField label="For" error={errors.category}>
        {(control) => (
          <Select
            value={typed.category}
            onValueChange={(chosen) =>
              change({ category: FINANCE_CATEGORIES.find((each) => each === chosen) ?? typed.category })
            }
          >
            <SelectTrigger {...control}>
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              {categories.map((choice) => (
                <SelectItem key={choice} value={choice}>
                  {categoryLabels[choice]}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </FormField>
      <TextField
        label="Amount ($)"
        required
        error={errors.amountCents}
        inputMode="decimal"
        autoComplete="off"
        value={typed.amount}
        onText={(text) => change({ amount: text })}
      />
      <TextField
        label="Date"
        required
        error={errors.bookedOn}
        type="date"
        value={typed.bookedOn}
        onText={(text) => change({ bookedOn: text })}
      />
      <TextField
        label="Description"
        error={errors.description}
        className="sm:col-span-2"
        autoComplete="off"
        value={typed.description}
        onText={(text) => change({ description: text })}
      />
    </SaveDialog>
  );
}
