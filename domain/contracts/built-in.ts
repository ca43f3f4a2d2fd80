/**
 * The built-in templates of every kennel. They cover the points of the breed clubs' own sample contracts, in words
 * that people understand without a lawyer. Kennels can copy and change a template. Sources: decisions GAP-BRD-13
 * and GAP-SET-15.
 */
import type { ContractKind } from "./rules";

export interface BuiltInTemplate {
  readonly id: string;
  readonly name: string;
  readonly kind: ContractKind;
  readonly body: string;
}

const STUD = `# Stud Service Contract

Made on {{today}} between {{sireOwner}} (the stud owner) and {{damOwner}} (the owner of the dam).

## The dogs
- Sire: {{sire}}, {{breed}}, registration {{sireRegistrations}}, microchip {{sireMicrochip}}
- Dam: {{dam}}, {{breed}}, registration {{damRegistrations}}, microchip {{damMicrochip}}

## The mating
- Date of mating: {{date}}
- Kind of mating: {{breedingType}}
- Puppies expected: {{dueDate}}

## Stud fee
The stud fee is {{studFee}}. It is paid for the service, when the mating has taken place.

## Terms
{{terms}}

## What both confirm
- Both dogs are, as far as their owners know, in good health and free of contagious disease on the day of mating.
- The owner of the dam cares for dam and puppies and bears the cost of whelping and raising them.
- The stud owner signs the papers that the registry needs for the litter, once the fee is paid.
- The owner of the dam tells the stud owner the date of whelping and the number of puppies within two weeks.
- What is changed in this contract is changed in writing, signed by both.
`;

const SALE = `# Puppy Sale Contract

Made on {{today}} between {{kennel}}, {{kennelAddress}}, phone {{kennelPhone}}, email {{kennelEmail}} (the seller), and {{buyer}}, {{buyerAddress}}, phone {{buyerPhone}}, email {{buyerEmail}} (the buyer).

## The puppy
- Name: {{puppy}}
- Breed: {{breed}}
- Sex: {{puppySex}}
- Color and markings: {{puppyColor}}
- Date of birth: {{birthDate}}
- Microchip: {{puppyMicrochip}}
- Sire: {{sire}}, registration {{sireRegistrations}}
- Dam: {{dam}}, registration {{damRegistrations}}

## Price
- Price: {{price}}
- Deposit paid: {{deposit}}
- Balance due on handover: {{balance}}
- Date of sale: {{saleDate}}

The puppy becomes the buyer's when the whole price is paid.

## What the seller confirms
- The puppy was raised with care, has been dewormed and vaccinated as its record shows, and is healthy on the day of sale as far as the seller knows.
- The buyer has received the puppy's record of weights and health checks.

## What the buyer confirms
- The buyer has the puppy examined by a veterinarian within three working days. If it is found to have a serious illness that it had on the day of sale, the buyer may return it for the price paid.
- The buyer gives it the food, shelter, training and veterinary care that it needs.
- If the buyer can no longer keep the dog, the seller is told first and may take it back.

What is changed in this contract is changed in writing, signed by both.
`;

const COOWN = `# Co-Ownership Contract

Made on {{today}} between {{kennel}}, {{kennelAddress}} (the breeder), and {{buyer}}, {{buyerAddress}}, phone {{buyerPhone}}, email {{buyerEmail}} (the co-owner).

## The dog
- Name: {{puppy}}
- Breed: {{breed}}
- Sex: {{puppySex}}
- Color and markings: {{puppyColor}}
- Date of birth: {{birthDate}}
- Microchip: {{puppyMicrochip}}
- Sire: {{sire}}, registration {{sireRegistrations}}
- Dam: {{dam}}, registration {{damRegistrations}}

## Ownership
Breeder and co-owner each own half of the dog. The co-owner has paid {{price}} for that half. Both names stand on the registration.

## Keeping
- The dog lives with the co-owner, who bears the daily cost of food, training and veterinary care.
- Neither moves, sells, lends or breeds the dog without the other's written consent.

## Breeding
- Decisions on breeding are taken together, after the health tests that the breed asks for.
- Cost and puppies of a litter are shared as both agree in writing before the mating.

## End
Co-ownership ends when both agree in writing, or when one sells the other their half. If the co-owner can no longer keep the dog, it returns to the breeder.

What is changed in this contract is changed in writing, signed by both.
`;

export const BUILT_IN_TEMPLATES = [
  { id: "built-in-stud", name: "Stud contract", kind: "stud", body: STUD },
  { id: "built-in-sale", name: "Puppy sale contract", kind: "sale", body: SALE },
  { id: "built-in-coown", name: "Co-ownership contract", kind: "coown", body: COOWN },
] as const satisfies readonly BuiltInTemplate[];

export const findBuiltIn = (id: string): BuiltInTemplate | null =>
  BUILT_IN_TEMPLATES.find((template) => template.id === id) ?? null;

/** The left and the right signer. */
export const SIGNATORIES: Record<ContractKind, readonly [string, string]> = {
  stud: ["Owner of the sire", "Owner of the dam"],
  sale: ["Seller", "Buyer"],
  coown: ["Breeder", "Co-owner"],
};
