/** Which fields of the dog form are decided together when two people changed them, and how their values read. */
import { rightsLabels, statusLabels } from "@/entities/dogs/dog-labels";
import { DogName } from "@/entities/dogs/dog-name";
import { describedGroups, orEmpty, type RecordGroup } from "@/components/record-form/record-groups";
import type { DogFormValues } from "@/features/dogs/form/dog-form-values";
import { formatDay } from "@domain/formatting/formatting";
import { DOG_FIELDS } from "@domain/dogs/record";

type Values = DogFormValues;

export type DogGroup = RecordGroup<Values>;

const showStatus = ({ status, statusChangedOn }: Values): string =>
  status === "active" || !statusChangedOn
    ? statusLabels[status]
    : `${statusLabels[status]} on ${formatDay(statusChangedOn)}`;

const showBreeding = ({ isBreedingDog, breedingRights }: Values): string =>
  isBreedingDog ? `Breeding dog, rights: ${rightsLabels[breedingRights]}` : "Not a breeding dog";

/** All fields of the form, in its order. */
export const DOG_GROUPS: readonly DogGroup[] = describedGroups<Values>(DOG_FIELDS, [
  { key: "status", label: "Status", fields: ["status", "statusChangedOn"], show: showStatus },
  {
    key: "breeding",
    label: "Breeding Information",
    fields: ["isBreedingDog", "breedingRights"],
    show: showBreeding,
  },
  {
    key: "sire",
    label: "Sire",
    fields: ["sireId", "sireName"],
    show: ({ sireId, sireName }) => <DogName dogId={sireId} otherwise={orEmpty(sireName)} />,
  },
  {
    key: "dam",
    label: "Dam",
    fields: ["damId", "damName"],
    show: ({ damId, damName }) => <DogName dogId={damId} otherwise={orEmpty(damName)} />,
  },
]);

/** The owner as a person: a buyer takes the place of the former one whole. */
const OWNER: DogGroup = {
  key: "owner",
  label: "Owner",
  fields: ["currentOwnerName", "currentOwnerPhone", "currentOwnerEmail"],
  show: ({ currentOwnerName, currentOwnerPhone, currentOwnerEmail }) =>
    orEmpty(
      [currentOwnerName, currentOwnerPhone, currentOwnerEmail].filter((text) => text?.trim()).join(", "),
    ),
};

/** What the Status dialog changes. */
export const STATUS_GROUPS: readonly DogGroup[] = [
  ...DOG_GROUPS.filter(({ key }) => key === "status"),
  OWNER,
];
