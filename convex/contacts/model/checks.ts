/** Validates contacts. */
import type { Checks } from "../../platform/model/changes/checking";
import { derivedOf } from "./contacts";

export const contactChecks: Checks = { contacts: { derived: derivedOf } };
