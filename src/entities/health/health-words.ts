/** How failures of the Health screen read: the server's own message where it gave one, else the documented text. */
import { getErrorData } from "@domain/errors";

/** Source: rules HLT-21 and VET-06. */
export const serverTextOr = (text: string, error: unknown): string => getErrorData(error)?.message ?? text;
