/** Formats values for error messages. */
export function show(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "bigint" ? `${inner}n` : inner)) ??
    "nothing"
  );
}
