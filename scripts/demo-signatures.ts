/**
 * Signs contracts of the demo kennel, with the same calls as people: the first contract is sent, the second is
 * signed by the family, and the third is complete. The script reads the family's word from the last page of the
 * file, like a person.
 */
import type { ConvexHttpClient } from "convex/browser";
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { WORD_LENGTH, WORD_LETTERS } from "../domain/signings/rules";

interface Owner {
  readonly client: ConvexHttpClient;
  readonly token: string;
}

const decode = (stream: unknown): string =>
  stream instanceof PDFRawStream ? new TextDecoder("latin1").decode(decodePDFRawStream(stream).decode()) : "";

/** Maps a font's glyphs, as four hexadecimal digits, to characters. */
function glyphsOf(toUnicode: unknown): Map<string, string> {
  const pairs = decode(toUnicode).matchAll(/<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]{4})>\s*$/gmu);
  return new Map(
    [...pairs].map(([, glyph = "", text = ""]) => [
      glyph.toLowerCase(),
      String.fromCharCode(parseInt(text, 16)),
    ]),
  );
}

/** The word is printed as single letters with spaces between them. */
async function wordOn(file: ArrayBuffer): Promise<string> {
  const page = (await PDFDocument.load(file, { updateMetadata: false })).getPages().at(-1);
  if (!page) throw new Error("The file has no pages");
  const { context } = page.doc;
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of("Font"), PDFDict);
  const tables = (fonts?.entries() ?? []).map(([, reference]) =>
    glyphsOf(context.lookup(context.lookup(reference, PDFDict).get(PDFName.of("ToUnicode")))),
  );
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const drawn = streams.map((stream) => decode(context.lookup(stream))).join("\n");
  const spaced = new RegExp(`^[${WORD_LETTERS}](?: [${WORD_LETTERS}]){${WORD_LENGTH - 1}}$`, "u");
  for (const [, hex = ""] of drawn.matchAll(/<([0-9A-Fa-f]*)> Tj/gu)) {
    const glyphs = hex.toLowerCase().match(/.{4}/gu) ?? [];
    for (const table of tables) {
      const text = glyphs.map((glyph) => table.get(glyph) ?? "?").join("");
      if (spaced.test(text)) return text.replaceAll(" ", "");
    }
  }
  throw new Error("The word on the last page was not found");
}

export async function signContracts(
  origin: string,
  { client, token }: Owner,
  kennelId: Id<"kennels">,
  { puppies, signer, today }: { puppies: readonly string[]; signer: string; today: string },
): Promise<void> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { data: { session: string } };
  };
  const { data: placements } = await client.query(api.placements.placements.list, { kennelId, limit: 100 });
  for (const [index, name] of puppies.entries()) {
    const placement = placements.find((each) => each.name === name);
    if (!placement?.breedingId || !placement.puppyId) throw new Error(`${name} is not placed`);
    const { _id: placementId, breedingId, puppyId, toName } = placement;
    const contract = { breedingId, puppyId, templateId: "built-in-sale", today };
    const { missing: accepted } = await client.query(api.contracts.contracts.preview, contract);
    const { _id: signingId } = await client.action(api.signings.actions.documents.send, {
      ...{ placementId, templateId: "built-in-sale", accepted, today },
    });
    if (index === 0) continue;
    const link = await client.mutation(api.families.links.create, { kennelId, placementId });
    const opened = await post("/links/open", { token: link.address?.split("#")[1] });
    const { session } = opened.data;
    await post("/links/code", { session });
    const waiting = await client.query(api.families.links.get, { kennelId, placementId });
    const code = waiting?.devices.find((device) => device.code)?.code?.digits;
    await post("/links/code/check", { session, code });
    const { filePath } = await client.query(api.signings.familySignings.read, { session, signingId });
    await post(`/links/signings/${signingId}/open`, { session });
    const word = await wordOn(await (await fetch(`${origin}/api${filePath}`)).arrayBuffer());
    await post(`/links/signings/${signingId}/sign`, { session, word, name: toName ?? "" });
    if (index === 1) continue;
    await post(`/signings/${signingId}/sign`, { name: signer }, { authorization: `Bearer ${token}` });
  }
}
