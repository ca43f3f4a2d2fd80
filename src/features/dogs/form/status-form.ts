/**
 * What is chosen in the Status dialog, kept in step with the record that somebody else may change meanwhile
 * (lib/form-merge.ts). The buyer's fields are empty until the dog is sold, as its recorded owner is the seller until
 * then; a buyer that is given becomes the owner as a whole.
 */
import type { DogFormValues } from "@/features/dogs/form/dog-form-values";
import { STATUS_GROUPS } from "@/features/dogs/form/dog-merge";
import { FormMerge, type Stored } from "@/lib/form-merge";
import { DOG_STATUSES, type DogStatus } from "@domain/constants/dogs";

export type StatusValues = {
  status: DogStatus;
  changedOn: string;
  name: string;
  phone: string;
  email: string;
};

type Field = keyof DogFormValues;

/** Where the dialog shows a field of the record. */
const PLACES = {
  statusChangedOn: "changedOn",
  currentOwnerName: "name",
  currentOwnerPhone: "phone",
  currentOwnerEmail: "email",
} as const satisfies Partial<Record<Field, keyof StatusValues>>;

const isPlaced = (field: Field): field is keyof typeof PLACES => field in PLACES;

const buyerOf = ({ currentOwnerName, currentOwnerPhone, currentOwnerEmail }: DogFormValues) => ({
  name: currentOwnerName ?? "",
  phone: currentOwnerPhone ?? "",
  email: currentOwnerEmail ?? "",
});

export class StatusForm {
  readonly merge: FormMerge<DogFormValues>;
  private values: StatusValues;
  private isRecordSold: boolean;
  private readonly listeners = new Set<() => void>();

  constructor(
    begun: Stored<DogFormValues>,
    private readonly today: string,
  ) {
    const { status, statusChangedOn } = begun.values;
    this.isRecordSold = status === "sold";
    const nobody = { name: "", phone: "", email: "" };
    const buyer = this.isRecordSold ? buyerOf(begun.values) : nobody;
    // A new status begins today unless the breeder says otherwise.
    this.values = { status, changedOn: (statusChangedOn ?? "") || today, ...buyer };
    this.merge = new FormMerge(STATUS_GROUPS, begun, {
      read: () => this.inTermsOfRecord(),
      show: (field, value) => {
        const isOwner = field !== "status" && field !== "statusChangedOn";
        this.fill(field, isOwner && !this.isRecordSold ? "" : value);
      },
      type: (field, value) => this.fill(field, value),
    });
  }

  readonly getValues = (): StatusValues => this.values;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes the record as it is stored now. */
  take(stored: Stored<DogFormValues>): void {
    this.isRecordSold = stored.values.status === "sold";
    this.merge.take(stored);
  }

  change(changes: Partial<StatusValues>): void {
    this.values = { ...this.values, ...changes };
    for (const listener of [...this.listeners]) listener();
  }

  chooseStatus(status: DogStatus): void {
    const { base } = this.merge.getState();
    const since = status === base.status ? base.statusChangedOn : "";
    this.change({ status, changedOn: (since ?? "") || this.today });
  }

  /** Whether saving would tell that the dog has died. */
  isDeathNews(): boolean {
    return this.values.status === "deceased" && this.merge.getState().base.status !== "deceased";
  }

  /** Makes the change to send. */
  toChange() {
    const { status, changedOn, name, phone, email } = this.values;
    return {
      status,
      statusChangedOn: status === "active" ? null : changedOn,
      ...(this.hasBuyer() && {
        currentOwnerName: name,
        currentOwnerPhone: phone,
        currentOwnerEmail: email,
      }),
    };
  }

  private hasBuyer(): boolean {
    const { status, name, phone, email } = this.values;
    const wasSold = this.merge.getState().base.status === "sold";
    return status === "sold" && (wasSold || `${name}${phone}${email}`.trim() !== "");
  }

  private inTermsOfRecord(): DogFormValues {
    const { statusChangedOn, ...change } = this.toChange();
    return { ...this.merge.getState().base, ...change, statusChangedOn: statusChangedOn ?? "" };
  }

  private fill(field: Field, value: unknown): void {
    if (field === "status") {
      const status = DOG_STATUSES.find((each) => each === value);
      if (status) this.change({ status });
    } else if (isPlaced(field)) {
      this.change({ [PLACES[field]]: typeof value === "string" ? value : "" });
    }
  }
}
