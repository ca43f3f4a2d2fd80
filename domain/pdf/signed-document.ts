/**
 * Creates the final file of a signed document: the document's own pages, then a page about its signatures. The
 * signed file itself is attached unchanged, so that anybody can calculate its fingerprint.
 */
import { AFRelationship, PDFDocument } from "pdf-lib";
import { dayIn, timeIn } from "../dates/zones";
import type { CertificatePaper } from "../pedigree/rules";
import type { SigningEvent } from "../signings/chain";
import { INTENT, type Party } from "../signings/rules";
import { actorName, eventText } from "../signings/words";
import { deviceLabel } from "../text/device-label";
import type { Brand } from "./brand";
import { describeDocument } from "./certificate/describe-document";
import { Lettering, tidy } from "./certificate/lettering";
import { INK } from "./certificate/sheet";
import { PageFlow } from "./page-flow";

export interface SignedDocument {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly fileName: string;
  readonly parties: Readonly<Record<Party, { readonly name: string; readonly email?: string | undefined }>>;
  readonly events: readonly SigningEvent[];
  readonly timeZone: string;
  readonly brand?: Brand;
  readonly paper: CertificatePaper;
}

const inUtc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** The name of the zone is included. */
const inZone = (at: number, zone: string): string => `${dayIn(zone, at)} ${timeIn(zone, at)} ${zone}`;

const HEADING = { face: "serif", size: 13.5, before: 9, after: 3, keepWith: 30 } as const;
const SMALL = { size: 9, after: 2 } as const;

const ROLES: Record<Party, string> = { kennel: "Kennel", family: "Family" };

export async function makeSignedDocument({
  title,
  bytes,
  sha256,
  fileName,
  parties,
  events,
  timeZone,
  brand,
  paper,
}: SignedDocument): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const names = { kennel: parties.kennel.name, family: parties.family.name };
  const signatures = events.filter(({ what }) => what === "signed");
  const lastAt = events.at(-1)?.at ?? 0;
  const facts = signatures.map((event) => {
    const party: Party = event.actor === "kennel" ? "kennel" : "family";
    const { name, email } = parties[party];
    return {
      heading: `${ROLES[party]}: ${name}`,
      lines: [
        `Name typed: ${event.typedName ?? ""}`,
        ...(email === undefined ? [] : [`Email on record: ${email}`]),
        `Signed: ${inUtc(event.at)} (${inZone(event.at, timeZone)})`,
        `Network address: ${event.from ?? "not known"}`,
        `Device: ${deviceLabel(event.device ?? "")}${event.device ? ` (${event.device})` : ""}`,
        `Said: ${[INTENT, event.agreedTo].filter(Boolean).join(" ")}`,
      ].map(tidy),
    };
  });
  const rows = events.map((event) =>
    [String(event.number), eventText(event), actorName(event, names), inUtc(event.at), event.from ?? ""].map(
      tidy,
    ),
  );
  const texts = [
    "·",
    tidy(title),
    tidy(fileName),
    tidy(brand?.footerText ?? ""),
    ...facts.flatMap(({ heading, lines }) => [tidy(heading), ...lines]),
    ...rows.flat(),
  ];
  const lettering = await Lettering.embed(document, texts);
  describeDocument(document, {
    title: tidy(title),
    author: names.kennel,
    printedOn: new Date(lastAt).toISOString().slice(0, 10),
  });
  const flow = new PageFlow(document, lettering, paper, true, brand);
  flow.paragraph("Signatures", { face: "serif", size: 21, after: 2 });
  flow.paragraph(tidy(title), { color: INK.muted, after: 4 });
  flow.rule(INK.line, 10);
  flow.paragraph("Fingerprint of the signed file (SHA-256)", { ...SMALL, face: "bold" });
  flow.paragraph(sha256, { size: 10.5, after: 4 });
  flow.paragraph(
    `The signed file is attached to this PDF as “${tidy(fileName)}”. Save it and calculate its SHA-256: the result must be this number, and the one in the mail to both sides.`,
    { ...SMALL, color: INK.muted, after: 4 },
  );
  for (const { heading, lines } of facts) {
    flow.paragraph(tidy(heading), HEADING);
    for (const line of lines) flow.paragraph(line, SMALL);
  }
  flow.paragraph("What happened", HEADING);
  flow.table(
    [
      { label: "", share: 0.35 },
      { label: "Event", share: 2.2 },
      { label: "Who", share: 1.7 },
      { label: "When", share: 2 },
      { label: "Address", share: 1.6 },
    ],
    rows,
  );
  flow.paragraph("Hash of the last event", { ...SMALL, face: "bold" });
  flow.paragraph(events.at(-1)?.hash ?? "", { size: 10.5, after: 4 });
  flow.paragraph(
    "Each event contains the hash of the one before. These are simple electronic signatures (Regulation (EU) 910/2014 Art. 3(10); 15 USC 7001).",
    { ...SMALL, color: INK.muted },
  );
  flow.finish(`${tidy(names.kennel)} · Signatures`);
  const on = new Date(lastAt);
  await document.attach(bytes, fileName, {
    mimeType: "application/pdf",
    description: "The file that was signed",
    creationDate: on,
    modificationDate: on,
    afRelationship: AFRelationship.Source,
  });
  return await document.save();
}
