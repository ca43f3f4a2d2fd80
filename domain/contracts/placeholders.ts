/**
 * The placeholders of contract templates, between `{{` and `}}`. A document shows the label of a placeholder
 * without a value; the editor shows the example. Decision GAP-BRD-13 defines the first five.
 */

export const PLACEHOLDERS = {
  sire: { label: "sire", about: "The sire's name", example: "Rex vom Eichenhof" },
  dam: { label: "dam", about: "The dam's name", example: "Bella of Oakhollow" },
  date: { label: "mating date", about: "The day of mating", example: "January 1, 2025" },
  studFee: { label: "stud fee", about: "The stud fee", example: "$1,500.00" },
  terms: {
    label: "terms",
    about: "The contract details of the breeding",
    example: "One free repeat mating if there are no live puppies.",
  },
  today: { label: "date of the contract", about: "The day it is made", example: "June 15, 2025" },
  kennel: { label: "kennel", about: "Your kennel's name", example: "Oakhollow" },
  kennelAddress: { label: "kennel address", about: "Your address", example: "12 Mill Lane, Dayton OH" },
  kennelPhone: { label: "kennel phone", about: "Your phone", example: "(555) 010-2030" },
  kennelEmail: { label: "kennel email", about: "Your email", example: "kennel@example.com" },
  breed: { label: "breed", about: "The breed", example: "Beagle" },
  sireRegistration: { label: "sire's registration", about: "Its number", example: "HR123456" },
  sireRegistrations: {
    label: "sire's registrations",
    about: "All of its numbers",
    example: "HR123456 · FCI: NHSB 3141592",
  },
  sireMicrochip: { label: "sire's microchip", about: "Its number", example: "985112345678903" },
  sireOwner: { label: "owner of the sire", about: "Its owner", example: "Kim Berg" },
  damRegistration: { label: "dam's registration", about: "Her number", example: "HR654321" },
  damRegistrations: {
    label: "dam's registrations",
    about: "All of her numbers",
    example: "HR654321 · FCI: NHSB 2718281",
  },
  damMicrochip: { label: "dam's microchip", about: "Her number", example: "985112345678911" },
  damOwner: { label: "owner of the dam", about: "Her owner", example: "Oakhollow" },
  breedingType: { label: "kind of mating", about: "How she was bred", example: "Natural" },
  dueDate: { label: "due date", about: "When puppies are expected", example: "March 5, 2025" },
  birthDate: { label: "date of birth", about: "The day of whelping", example: "March 5, 2025" },
  litterSize: { label: "puppies born", about: "Number of puppies born", example: "6" },
  puppy: { label: "puppy", about: "The puppy's name", example: "Juniper" },
  puppySex: { label: "sex", about: "Male or female", example: "Female" },
  puppyColor: { label: "color", about: "Color and markings", example: "Tricolor, white tip" },
  puppyMicrochip: { label: "microchip", about: "The puppy's number", example: "985112345678929" },
  buyer: { label: "buyer", about: "The buyer's name", example: "Robin Hale" },
  buyerAddress: { label: "buyer's address", about: "Where the buyer lives", example: "4 Elm St, Akron OH" },
  buyerEmail: { label: "buyer's email", about: "The buyer's email", example: "robin@example.com" },
  buyerPhone: { label: "buyer's phone", about: "The buyer's phone", example: "(555) 010-4050" },
  price: { label: "price", about: "The price of the puppy", example: "$2,500.00" },
  deposit: { label: "deposit", about: "What has already been paid", example: "$500.00" },
  balance: { label: "balance", about: "Price less deposit", example: "$2,000.00" },
  saleDate: { label: "date of sale", about: "The day of the sale", example: "May 1, 2025" },
} as const satisfies Record<string, { label: string; about: string; example: string }>;

export type Placeholder = keyof typeof PLACEHOLDERS;

export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as Placeholder[];

/** Null for a value that is not recorded. */
export type ContractValues = Record<Placeholder, string | null>;

export const EXAMPLE_VALUES = Object.fromEntries(
  PLACEHOLDER_NAMES.map((name) => [name, PLACEHOLDERS[name].example]),
) as ContractValues; // The object has all the keys.

export const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name);
