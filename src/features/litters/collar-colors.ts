/** The collars by which puppies are told apart, and the colours in which their curves are drawn. */

interface CollarColor {
  readonly name: string;
  /** As the collar itself looks. */
  readonly fill: string;
  /** As its curve is drawn; keeps 3:1 on the paper of day and of night, so that a puppy has one colour in both. */
  readonly line: string;
}

const COLLAR_COLORS: readonly [CollarColor, ...CollarColor[]] = [
  { name: "Red", fill: "#d63a2f", line: "#d63a2f" },
  { name: "Blue", fill: "#2b78c8", line: "#3b82c4" },
  { name: "Green", fill: "#2f9151", line: "#3a9157" },
  { name: "Yellow", fill: "#f5cd1f", line: "#a58400" },
  { name: "Orange", fill: "#f0821e", line: "#cc6a12" },
  { name: "Purple", fill: "#8a4fc2", line: "#9561c4" },
  { name: "Pink", fill: "#ee7fb0", line: "#d1598f" },
  { name: "Turquoise", fill: "#2bb3bb", line: "#1b8d95" },
  { name: "Brown", fill: "#8a5630", line: "#a06a3c" },
  { name: "Black", fill: "#1d1f1e", line: "#66746d" },
  { name: "White", fill: "#ffffff", line: "#8f8a7a" },
  { name: "Gray", fill: "#8f9793", line: "#7b847f" },
];
const [FIRST_COLOR] = COLLAR_COLORS;

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
export const curveColorOf = (puppy: Collared): CollarColor =>
  collarOf(puppy) ?? COLLAR_COLORS[(puppy.order - 1) % COLLAR_COLORS.length] ?? FIRST_COLOR;

/** Names the collar of a puppy whose own name does not, as 'Red collar'; null of all others. */
export const collarText = ({ name, collarColor }: { name: string | null; collarColor: string | null }) =>
  name === null || collarColor === null ? null : `${collarColor} collar`;

/** Names the collars that no puppy of the litter wears yet. */
export const freeCollars = (worn: readonly (string | null)[]): string[] =>
  COLLAR_COLORS.map(({ name }) => name).filter(
    (name) => !worn.some((collar) => collar?.toLowerCase() === name.toLowerCase()),
  );
