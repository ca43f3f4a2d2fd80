/**
 * Has the server make a dog's certificate and keeps it as a file of the browser. The last few stay, also when their
 * dialog is closed: a tab that shows one can be loaded again and its PDF be saved.
 */
import { useEffect, useState } from "react";
import { useAction } from "convex/react";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { CertificatePaper } from "@domain/constants/pedigree";

export interface CertificateChoice {
  readonly dogId: string;
  readonly generations: number;
  readonly paper: CertificatePaper;
  readonly today: string;
}

export type CertificateState =
  | { readonly status: "making" }
  | { readonly status: "failed"; readonly message: string; readonly retry: () => void }
  | { readonly status: "ready"; readonly url: string; readonly fileName: string; readonly bytes: number };

type Outcome = Exclude<CertificateState, { status: "making" }>;

const MAX_KEPT_FILES = 12;
const keptUrls: string[] = [];

function keepFile(file: File): string {
  const url = URL.createObjectURL(file);
  keptUrls.push(url);
  const oldest = keptUrls.length > MAX_KEPT_FILES ? keptUrls.shift() : undefined;
  if (oldest !== undefined) URL.revokeObjectURL(oldest);
  return url;
}

/** Makes the certificate of a choice, again whenever the choice changes. */
export function useCertificate({ dogId, generations, paper, today }: CertificateChoice): CertificateState {
  const make = useAction(api.pedigree.actions.pedigreeCertificate.make);
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([dogId, generations, paper, today, attempt]);
  const [made, setMade] = useState<{ key: string; outcome: Outcome } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const finish = (outcome: Outcome) => (isWanted ? setMade({ key, outcome }) : undefined);
    make({ dogId, generations, paper, today }).then(
      ({ fileName, content }) => {
        if (!isWanted) return;
        const url = keepFile(new File([content], fileName, { type: "application/pdf" }));
        finish({ status: "ready", url, fileName, bytes: content.byteLength });
      },
      (error: unknown) =>
        finish({
          status: "failed",
          message: failureText("Failed to print the pedigree", error),
          retry: () => setAttempt((last) => last + 1),
        }),
    );
    return () => {
      isWanted = false;
    };
  }, [make, key, dogId, generations, paper, today]);
  return made?.key === key ? made.outcome : { status: "making" };
}
