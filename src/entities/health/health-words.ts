/** The messages for failures of the Health screen: the server's own message, or else the documented text. */
import { getErrorData } from "@domain/errors";

/** Source: rules HLT-21 and VET-06. */
export const serverTextOr = (text: string, error: unknown): string => getErrorData(error)?.message ?? text;
