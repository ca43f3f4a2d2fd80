/** Valid names of tables and fields in code, and Convex's messages for invalid ones. */

const MAX_IDENTIFIER_LENGTH = 64;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * Returns null if the name is valid (get-convex/convex-backend: crates/convex/sync_types/src/identifier.rs,
 * check_valid_identifier).
 */
export function identifierProblem(name: string): string | null {
  if (IDENTIFIER.test(name) && !/^_+$/.test(name)) return null;
  const [first] = name;
  if (first === undefined) return "Identifier cannot be empty";
  if (!/[A-Za-z_]/.test(first)) {
    return `Invalid first character '${first}' in ${name}: Identifiers must start with an alphabetic character or underscore`;
  }
  const invalid = /[^A-Za-z0-9_]/u.exec(name)?.[0];
  if (invalid !== undefined) {
    return `Identifier ${name} has invalid character '${invalid}': Identifiers can only contain alphanumeric characters or underscores`;
  }
  if (name.length > MAX_IDENTIFIER_LENGTH) {
    return `Identifier is too long (${name.length} > maximum ${MAX_IDENTIFIER_LENGTH})`;
  }
  return `Identifier ${name} cannot have exclusively underscores`;
}
