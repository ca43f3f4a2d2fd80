/** The labels of fields, used as headings of columns. */

/** These labels cannot be derived from the field's name. */
const LABELS: Readonly<Record<string, string>> = {
  damId: "Dam",
  sireId: "Sire",
  damName: "Dam by name",
  sireName: "Sire by name",
  isExternal: "From outside",
  primaryPhotoId: "Primary photo",
  weighedBy: "Weighed by",
  givenBy: "Given by",
  fileSize: "File size (bytes)",
  grams: "Weight",
  weightGrams: "Weight",
  temperatureFahrenheit: "Temperature",
};

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();

/** `veterinarianPresent` becomes 'Veterinarian present'. */
export const tidyName = (field: string): string =>
  LABELS[field] ??
  sentence(
    field
      .replace(/Id$/, "")
      .replace(/(On|At)$/, "")
      .replace(/Cents$/, " (USD)")
      .replace(/^is(?=[A-Z])/, "")
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2"),
  ).replace("(usd)", "(USD)");

/** Returns, for example, 'Buyer: Email'. */
export const labelOf = (path: readonly string[]): string => path.map(tidyName).join(": ");
