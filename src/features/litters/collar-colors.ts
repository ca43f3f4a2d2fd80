/** The collars by which puppies are told apart, and the colours in which their curves are drawn. */

interface CollarColor {
  readonly name: string;
  /** As drawn by day and by night; both keep 3:1 on their paper. */
  readonly light: string;
  readonly dark: string;
}

export const COLLAR_COLORS: readonly CollarColor[] = [
  { name: "Red", light: "#c0392b", dark: "#ef8377" },
  { name: "Blue", light: "#2c6fb3", dark: "#7db6ee" },
  { name: "Green", light: "#2e7d46", dark: "#7fce97" },
  { name: "Yellow", light: "#967300", dark: "#ecd05f" },
  { name: "Orange", light: "#c05f0b", dark: "#f3a45c" },
  { name: "Purple", light: "#7a48a8", dark: "#c39aea" },
  { name: "Pink", light: "#c2477f", dark: "#f29bc1" },
  { name: "Turquoise", light: "#0f7f86", dark: "#62cdd3" },
  { name: "Brown", light: "#7b5230", dark: "#cda17a" },
  { name: "Black", light: "#333a36", dark: "#aab5ae" },
  { name: "White", light: "#8a8574", dark: "#f2efe4" },
  { name: "Gray", light: "#69716c", dark: "#a3ada7" },
];

/** Finds a collar's colour by what was typed, like 'light blue'. */
const byName = (text: string): CollarColor | undefined => {
  const folded = text.toLowerCase();
  return COLLAR_COLORS.find(({ name }) => folded.includes(name.toLowerCase()));
};

interface Collared {
  readonly collarColor: string | null;
  readonly order: number;
}

/** Returns the colour of the collar that a puppy wears, if its name tells. */
export const collarOf = ({ collarColor }: Pick<Collared, "collarColor">): CollarColor | undefined =>
  collarColor === null ? undefined : byName(collarColor);

/** Returns the colour of a puppy's curve: its collar's, else one by its place in the litter. */
export const colorsOf = (puppy: Collared): CollarColor =>
  collarOf(puppy) ??
  COLLAR_COLORS[(puppy.order - 1) % COLLAR_COLORS.length] ?? {
    name: "Black",
    light: "#333a36",
    dark: "#aab5ae",
  };

/** Names the collars that no puppy of the litter wears yet. */
export const freeCollars = (worn: readonly (string | null)[]): string[] =>
  COLLAR_COLORS.map(({ name }) => name).filter(
    (name) => !worn.some((collar) => collar?.toLowerCase() === name.toLowerCase()),
  );
