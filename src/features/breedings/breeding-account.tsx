/** Income and costs of one breeding: its stud fee, the sales of its puppies, and the entries of users. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { DetailSection } from "@/components/detail-section";
import { Fact } from "@/components/fact";
import { Loaded } from "@/components/loaded";
import { ChoiceControl, RecordField, type Control } from "@/components/record-form/record-field";
import { TypedDialog } from "@/components/record-form/typed-dialog";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import {
  COST_CATEGORIES,
  INCOME_CATEGORIES,
  type FinanceCategory,
  type FinanceKind,
} from "@domain/breedings/rules";
import { dollarsOf, typedCents } from "@domain/formatting/dollars";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { balanceOf, costOf, incomeOf } from "@domain/reports/finances";
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

type EntryDialogProps = { breedingId: string; entry: Entry | null; onClose: () => void };

function EntryDialog({ breedingId, entry, onClose }: EntryDialogProps) {
  const today = useToday();
  const create = useMutation(api.breedings.breedingFinances.create);
  const update = useMutation(api.breedings.breedingFinances.update);
  return (
    <TypedDialog
      title={entry ? "Edit Entry" : "Add Income or Cost"}
      className="grid content-start gap-4 sm:grid-cols-2"
      schema={financeEntrySchema}
      typed={{
        kind: entry?.kind ?? "cost",
        category: entry?.category ?? "whelping",
        amountCents: entry ? dollarsOf(entry.amountCents) : "",
        bookedOn: entry?.bookedOn ?? today,
        description: entry?.description ?? "",
      }}
      toServer={({ amountCents, ...typed }) => ({
        ...typed,
        amountCents: amountCents.trim() === "" ? undefined : typedCents(amountCents),
      })}
      send={async (fields) =>
        entry
          ? await update({ entryId: entry._id, ...fields, expectedUpdatedAt: entry.updatedAt })
          : await create({ breedingId, ...fields })
      }
      saveLabel="Save"
      doneText="Saved"
      failedText="Failed to save"
      actions={entry ? <DeleteEntry entryId={entry._id} onDone={onClose} /> : null}
      onClose={onClose}
    >
      <RecordField name="kind" label="Kind" control={KindControl} choices={KINDS} />
      <CategoryField />
      <RecordField name="amountCents" label="Amount ($)" required inputMode="decimal" />
      <RecordField name="bookedOn" label="Date" required type="date" />
      <RecordField name="description" label="Description" className="sm:col-span-2" />
    </TypedDialog>
  );
}

const KINDS = { cost: "Cost", income: "Income" } as const satisfies Record<FinanceKind, string>;

/** Each kind has its own categories, so choosing a kind also sets its default category. */
function KindControl(props: Parameters<Control>[0]) {
  const { setValue } = useFormContext<{ category: FinanceCategory }>();
  const onValue = (kind: string) => {
    props.onValue(kind);
    setValue("category", kind === "income" ? "other" : "whelping", { shouldDirty: true });
  };
  return <ChoiceControl {...props} onValue={onValue} />;
}

function CategoryField() {
  const kind = useWatch<{ kind: FinanceKind }, "kind">({ name: "kind" });
  const categories: readonly FinanceCategory[] = kind === "cost" ? COST_CATEGORIES : INCOME_CATEGORIES;
  const choices = Object.fromEntries(categories.map((each) => [each, categoryLabels[each]]));
  return <RecordField name="category" label="For" control={ChoiceControl} choices={choices} />;
}

function DeleteEntry({ entryId, onDone }: { entryId: Entry["_id"]; onDone: () => void }) {
  const remove = useMutation(api.breedings.breedingFinances.remove);
  const [isDeleting, setDeleting] = useState(false);
  const run = async () => {
    setDeleting(true);
    try {
      await remove({ entryId });
      toast.success("Deleted");
      onDone();
    } catch (error) {
      toast.error(failureText("Failed to delete", error));
      setDeleting(false);
    }
  };
  return (
    <Button
      variant="ghost"
      className="text-error sm:mr-auto"
      disabled={isDeleting}
      onClick={() => void run()}
    >
      <Trash2 aria-hidden />
      Delete
    </Button>
  );
}
