/** Has the server make a dog's certificate and keeps it as a file of the browser until another one is chosen. */
import { useEffect, useState } from "react";
import { useAction } from "convex/react";
import { failureText } from "@/lib/failure-text";
import { api } from "../../../convex/_generated/api";
import type { CertificatePaper } from "../../../domain/constants/pedigree";

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

/** Makes the certificate of a choice, anew whenever the choice changes. */
export function useCertificate({ dogId, generations, paper, today }: CertificateChoice): CertificateState {
  const make = useAction(api.integrations.pedigreeCertificate.make);
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([dogId, generations, paper, today, attempt]);
  const [made, setMade] = useState<{ key: string; outcome: Outcome } | null>(null);
  useEffect(() => {
    let isWanted = true;
    let url: string | null = null;
    const finish = (outcome: Outcome) => (isWanted ? setMade({ key, outcome }) : undefined);
    make({ dogId, generations, paper, today }).then(
      ({ fileName, content }) => {
        if (!isWanted) return;
        url = URL.createObjectURL(new File([content], fileName, { type: "application/pdf" }));
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
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [make, key, dogId, generations, paper, today]);
  return made?.key === key ? made.outcome : { status: "making" };
}
