/** The form of a dog: groups of fields that the user decides together, and what is sent. */
import { RadioControl } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { orEmpty, type RecordGroup } from "@/components/record-form/record-groups";
import { BreedControl } from "@/entities/dogs/breed-field";
import { rightsLabels, statusLabels } from "@/entities/dogs/dog-labels";
import { contactControl } from "@/entities/contacts/contact-field";
import { DogName } from "@/entities/dogs/dog-name";
import type { Dog } from "@/entities/dogs/types";
import { api } from "@convex/_generated/api";
import { limitReachedText } from "@domain/billing/dog-limit";
import { PLACES } from "@domain/contacts/naming";
import { DOG_FIELDS } from "@domain/dogs/record";
import { getErrorData } from "@domain/errors";
import { formatDay, spoken } from "@domain/formatting/formatting";
import { headingOf } from "@domain/records/record";
import type { TypedForm } from "@domain/records/typed-form";

export type DogFormValues = TypedForm<typeof DOG_FIELDS>;

type DogGroup = RecordGroup<DogFormValues>;

/** The documented message, or the plan's limit if that is the reason. */
export function saveFailureText(error: unknown): string {
  const dogLimit = getErrorData(error)?.details.dogLimit;
  return dogLimit ? `Failed to save dog. ${limitReachedText(dogLimit)}` : "Failed to save dog";
}

const STATUS: DogGroup = {
  key: "status",
  label: "Status",
  fields: ["status", "statusChangedOn"],
  show: ({ status, statusChangedOn }) =>
    status === "active" || !statusChangedOn
      ? statusLabels[status]
      : `${statusLabels[status]} on ${formatDay(statusChangedOn)}`,
};

export const dogForm = recordForm({
  fields: DOG_FIELDS,
  noun: "dog",
  nameOf: ({ name }: Dog) => name,
  functions: api.dogs.dogs,
  id: "dogId",
  isOfKennel: true,
  controls: {
    ...{ breed: BreedControl, gender: RadioControl, breedingRights: RadioControl },
    ...Object.fromEntries(PLACES.dogs.map((place) => [place.copies.name, contactControl(place)])),
  },
  together: [
    STATUS,
    {
      key: "breeding",
      label: "Breeding Information",
      fields: ["isBreedingDog", "breedingRights"],
      show: ({ isBreedingDog, breedingRights }) =>
        isBreedingDog ? `Breeding dog, rights: ${rightsLabels[breedingRights]}` : "Not a breeding dog",
    },
    {
      key: "sire",
      label: "Sire",
      fields: ["sireId", "sireName", "sireProof"],
      show: ({ sireId, sireName }) => <DogName dogId={sireId} otherwise={orEmpty(sireName)} />,
    },
    {
      key: "dam",
      label: "Dam",
      fields: ["damId", "damName", "damProof"],
      show: ({ damId, damName }) => <DogName dogId={damId} otherwise={orEmpty(damName)} />,
    },
    ...PLACES.dogs.map(({ link, copies: { name } }): DogGroup => ({
      key: name,
      label: headingOf(DOG_FIELDS[name]),
      fields: [link, name],
      show: (values) => orEmpty(values[name]),
    })),
  ],
  beside: {
    // If the server refuses a contact, the message is shown at the name.
    names: Object.fromEntries(PLACES.dogs.map(({ link, copies }) => [link, copies.name])),
    empty: {},
    of: () => ({}),
    // Breeding rights are not sent for a dog that is not a breeding dog. Form and server share this rule.
    send: ({ isBreedingDog, breedingRights }) => ({
      breedingRights: isBreedingDog ? breedingRights : "none",
    }),
  },
  failureOf: saveFailureText,
});

/**
 * The Status dialog changes these fields. The owner's fields are one group, because a buyer replaces the former
 * owner completely.
 */
export const STATUS_GROUPS: readonly DogGroup[] = [
  STATUS,
  {
    key: "causeOfDeath",
    label: "Cause of Death",
    fields: ["causeOfDeath", "causeOfDeathNotes"],
    show: ({ causeOfDeath, causeOfDeathNotes }) =>
      orEmpty([spoken(causeOfDeath), causeOfDeathNotes].filter((text) => text.trim()).join(", ")),
  },
  {
    key: "owner",
    label: "Owner",
    fields: ["currentOwnerId", "currentOwnerName", "currentOwnerPhone", "currentOwnerEmail"],
    show: ({ currentOwnerName, currentOwnerPhone, currentOwnerEmail }) =>
      orEmpty(
        [currentOwnerName, currentOwnerPhone, currentOwnerEmail].filter((text) => text.trim()).join(", "),
      ),
  },
];
