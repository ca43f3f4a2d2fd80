/**
 * Validates documents for signing. Their events are checked when they are shown, and a complete document is sealed.
 */
import type { Checks } from "../../platform/model/changes/checking";

const HASH = /^[0-9a-f]{64}$/u;

export const signingChecks: Checks = {
  signings: {
    isSealed: ({ status }) => status === "complete",
    own: ({ title, sha256, parties }) => ({
      ...(title.trim() === "" && { title: "Document is required" }),
      ...(!HASH.test(sha256) && { sha256: "It is not a fingerprint" }),
      ...(parties.family.name.trim() === "" && { parties: "Names are required" }),
    }),
  },
};
