/**
 * Reads GEDCOM 5.5 and 5.5.1, the format in which pedigree programs exchange individuals and families. Each
 * individual becomes a row of a table, with the parents of the family in which it is a child. The table is then
 * imported like any other. Source: The GEDCOM Standard, Release 5.5 (1996).
 */

/** The first record must be a header. */
export const isGedcom = (text: string): boolean => /^\uFEFF?\s*0\s+HEAD\b/.test(text);

interface Structure {
  readonly tag: string;
  readonly line: number;
  value: string;
  readonly children: Structure[];
}

interface RecordStructure extends Structure {
  readonly pointer: string;
}

const LINE = /^\s*(\d+)\s+(?:(@[^@]+@)\s+)?([A-Za-z0-9_]+)(?: (.*))?$/;

function parse(text: string): RecordStructure[] {
  const records: RecordStructure[] = [];
  /** The last structure of each level. */
  let open: Structure[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const match = LINE.exec(raw);
    if (!match) continue;
    const level = Number(match[1]);
    const structure = {
      tag: (match[3] ?? "").toUpperCase(),
      line: index + 1,
      value: match[4] ?? "",
      children: [],
    };
    if (level === 0) {
      records.push({ ...structure, pointer: match[2] ?? "" });
      open = [records.at(-1) ?? structure];
      continue;
    }
    const parent = open[level - 1];
    if (!parent) continue;
    if (structure.tag === "CONC") parent.value += structure.value;
    else if (structure.tag === "CONT") parent.value += `\n${structure.value}`;
    else parent.children.push(structure);
    open.length = level;
    open.push(structure);
  }
  return records;
}

const childrenOf = (structure: Structure, tag: string): Structure[] =>
  structure.children.filter((each) => each.tag === tag);

const child = (structure: Structure | undefined, tag: string): Structure | undefined =>
  structure?.children.find((each) => each.tag === tag);

/** A text contains each @ twice. */
const plain = (value: string): string => value.replaceAll("@@", "@");

const textAt = (structure: Structure, ...path: string[]): string =>
  plain((path.reduce<Structure | undefined>(child, structure)?.value ?? "").trim());

/** Removes the slashes around the surname. */
export const readName = (value: string): string => value.replace(/\//g, " ").replace(/\s+/g, " ").trim();

/** Programs use these tags for a registration number. The standard's own tag is first. */
const NUMBER_TAGS: readonly string[] = ["REFN", "IDNO", "_REG", "_REGN", "_REGNR", "_STUDBOOK"];

/** An import recognizes these headings. */
const COLUMNS: readonly (readonly [
  heading: string,
  read: (record: Structure, parents: Partial<Record<Role, string>>) => string,
])[] = [
  ["Name", nameOf],
  ["Call Name", (record) => textAt(record, "NAME", "NICK")],
  ["Sex", (record) => textAt(record, "SEX")],
  ["Date of Birth", (record) => textAt(record, "BIRT", "DATE")],
  ["Date of Death", readDeath],
  ["Registration Number", (record) => plain((numberOf(record)?.value ?? "").trim())],
  ["Microchip Number", (record) => firstOf(record, ["_CHIP", "_MICROCHIP"])],
  ["Breed", (record) => textAt(record, "_BREED")],
  ["Color", (record) => firstOf(record, ["_COLOR", "_COLOUR", "DSCR"])],
  ["Markings", (record) => textAt(record, "_MARKINGS")],
  ["Status", (record) => textAt(record, "_STATUS")],
  ["Status Date", (record) => textAt(record, "_STATUSDATE")],
  ["Outside the Kennel", (record) => textAt(record, "_EXTERNAL")],
  ["Titles", (record) => textsAt(record, "TITL").join(" ")],
  ["Notes", (record) => textsAt(record, "NOTE").join("\n")],
  ["Sire ID", (_record, { sire = "" }) => sire],
  ["Dam ID", (_record, { dam = "" }) => dam],
];

/** These structures are read, or only connect records. */
const READ_TAGS = new Set(
  "SEX BIRT DEAT TITL NOTE FAMC FAMS CHAN _COLOR _COLOUR DSCR _BREED _CHIP _MICROCHIP _FULLNAME _MARKINGS _STATUS _STATUSDATE _EXTERNAL".split(
    " ",
  ),
);

/** A death without a date is written as the tag alone or with a Y. */
function readDeath(record: Structure): string {
  const death = child(record, "DEAT");
  if (!death) return "";
  return textAt(death, "DATE") || (/^n(?:o)?$/i.test(death.value.trim()) ? "" : "Y");
}

/** Some programs write only the parts of a name. */
function nameOf(record: Structure): string {
  const whole = textAt(record, "_FULLNAME") || readName(textAt(record, "NAME"));
  return (
    whole ||
    ["GIVN", "SURN"]
      .map((part) => textAt(record, "NAME", part))
      .join(" ")
      .trim()
  );
}

/** A program may write several structures with the same tag. */
const numberOf = (record: Structure): Structure | undefined =>
  NUMBER_TAGS.map((tag) => child(record, tag)).find(
    (found) => found !== undefined && found.value.trim() !== "",
  );

const firstOf = (record: Structure, tags: readonly string[]): string =>
  tags.map((tag) => textAt(record, tag)).find((text) => text !== "") ?? "";

const textsAt = (record: Structure, tag: string): string[] =>
  record.children
    .filter((each) => each.tag === tag && !/^@[^@]+@$/.test(each.value))
    .map(({ value }) => plain(value));

/** Programs write only a few dozen tags. */
const MAX_REST_TAGS = 200;

/** The user can see that these data are not imported. */
function readRest(record: Structure): Map<string, string> {
  const rest = new Map<string, string>();
  const read = new Set([numberOf(record), child(record, "NAME")]);
  for (const structure of record.children) {
    const { tag, value, children } = structure;
    if (READ_TAGS.has(tag) || read.has(structure)) continue;
    const text = [value, ...children.map((each) => each.value)].filter((each) => each !== "").join(", ");
    const before = rest.get(tag);
    if (text !== "") rest.set(tag, before === undefined ? text : `${before}; ${text}`);
  }
  return rest;
}

/** The words for a parent by descent. Any other word, such as `adopted`, means something else. */
const DESCENT = /^(?:birth|natural|biological|blood|genetic|leiblich|biologisch|biologique|unknown|)$/i;

/**
 * Words that do not say whether the dog is the parent's offspring. The parent is linked, and the user is warned.
 */
const UNKNOWN_RELATION = /^unknown$/i;

/** The tags that some programs use for the relation of a child to its father and its mother. */
const RELATION_TAGS = { sire: "_FREL", dam: "_MREL" } as const;
/** The parents who adopted a child. */
const ADOPTERS: Readonly<Record<string, readonly Role[]>> = { HUSB: ["sire"], WIFE: ["dam"] };
const ROLES = ["sire", "dam"] as const;
type Role = (typeof ROLES)[number];

/** Contains only relations that the file states. */
type Relations = Partial<Record<Role, string>>;

const isOther = (relation: string | undefined): relation is string =>
  relation !== undefined && !DESCENT.test(relation);

const isBirth = (relation: string): boolean =>
  relation !== "" && DESCENT.test(relation) && !UNKNOWN_RELATION.test(relation);

interface Family {
  readonly pointer: string;
  readonly sire: string;
  readonly dam: string;
  readonly swapped: string | undefined;
  readonly relations: ReadonlyMap<string, Relations>;
}

interface FamilyLink {
  readonly family: Family;
  readonly relations: Relations;
  /** The file states that the dog was born into this family. */
  readonly isSaid: boolean;
}

/** Each family is read once, however many children it has. */
class Families {
  private readonly byPointer = new Map<string, Family>();
  private readonly byChild = new Map<string, string[]>();

  constructor(
    records: readonly RecordStructure[],
    private readonly names: ReadonlyMap<string, string>,
    private readonly sexes: ReadonlyMap<string, string>,
  ) {
    for (const record of records) {
      const relations = new Map<string, Relations>();
      for (const entry of childrenOf(record, "CHIL")) {
        const child = entry.value.trim();
        relations.set(child, {
          sire: textAt(entry, RELATION_TAGS.sire),
          dam: textAt(entry, RELATION_TAGS.dam),
        });
        this.byChild.set(child, [...(this.byChild.get(child) ?? []), record.pointer].slice(0, MOST_FAMILIES));
      }
      this.byPointer.set(record.pointer, { ...this.readParents(record), relations });
    }
  }

  /** If the sexes show that the parents are exchanged, they are corrected. */
  private readParents(record: RecordStructure) {
    const { pointer } = record;
    const [husbands, wives] = ["HUSB", "WIFE"].map((tag) =>
      childrenOf(record, tag).map(({ value }) => value.trim()),
    );
    // Some programs write both parents under the same tag.
    const husband = husbands?.[0] ?? wives?.[1] ?? "";
    const wife = wives?.[0] ?? husbands?.[1] ?? "";
    const [one, other] = [this.sexes.get(husband), this.sexes.get(wife)];
    const isSwapped = (one === "F" && other !== "F") || (other === "M" && one !== "M");
    if (!isSwapped) return { pointer, sire: husband, dam: wife, swapped: undefined };
    const told = [
      ...(husband === "" ? [] : [`${this.nameOf(husband)} as HUSB`]),
      ...(wife === "" ? [] : [`${this.nameOf(wife)} as WIFE`]),
    ];
    return {
      ...{ pointer, sire: wife, dam: husband },
      swapped: `Its family has ${told.join(" and ")}, which is put right by the sex of the dogs`,
    };
  }

  /**
   * Warns about other parents. An adoptive parent is left out. If there are several families, the family that the
   * file marks as `birth` is used, or otherwise the first family.
   */
  of(record: RecordStructure): { parents: Partial<Record<Role, string>>; fault: string | undefined } {
    const links = this.linksOf(record);
    const own = links.filter(({ family, relations }) =>
      ROLES.some((role) => family[role] !== "" && !isOther(relations[role])),
    );
    const said = own.filter(({ isSaid }) => isSaid);
    const chosen = (said.length === 1 ? said : own)[0];
    const parents: Partial<Record<Role, string>> = {};
    for (const role of ROLES) {
      const isParent = ({ family, relations }: FamilyLink) =>
        family[role] !== "" && !isOther(relations[role]);
      const link = isOther(chosen?.relations[role]) ? own.find(isParent) : chosen;
      if (link && isParent(link)) parents[role] = link.family[role];
    }
    const told = [
      ...links.flatMap((link) => this.tellOf(link, parents)),
      ...childrenOf(record, "FAMC")
        .map(({ value }) => value.trim())
        .filter((pointer) => !this.byPointer.has(pointer))
        .map((pointer) => `Its family ${pointer} is not in the file`),
    ];
    return { parents, fault: told.length > 0 ? told.join(". ") : undefined };
  }

  /** Warns about uncertain parts of a family and parts that are left out. */
  private tellOf({ family, relations }: FamilyLink, parents: Partial<Record<Role, string>>): string[] {
    const left = ROLES.filter((role) => family[role] !== "" && family[role] !== parents[role]);
    const byRelation = new Map<string, Role[]>();
    for (const role of left) {
      const relation = isOther(relations[role]) ? relations[role].toLowerCase() : "";
      byRelation.set(relation, [...(byRelation.get(relation) ?? []), role]);
    }
    const told = [...byRelation].map(([relation, roles]) => {
      const names = this.namesOf(roles.map((role) => family[role]));
      return relation === ""
        ? `Two sets of parents in the file. Used: ${this.namesOf(ROLES.flatMap((role) => parents[role] ?? []))}. Not used: ${names}`
        : `Left out as parents: ${names}, because the file says “${relation}”`;
    });
    const unsure = ROLES.filter(
      (role) => family[role] !== "" && UNKNOWN_RELATION.test(relations[role] ?? "") && !left.includes(role),
    );
    if (unsure.length > 0)
      told.push(
        `The file says “unknown” of how it descends from ${this.namesOf(unsure.map((role) => family[role]))}. Check the parents`,
      );
    if (family.swapped !== undefined && left.length < ROLES.length) told.push(family.swapped);
    return told;
  }

  /** The families that the individual refers to come before other families that list the individual. */
  private linksOf(record: RecordStructure): FamilyLink[] {
    const named = childrenOf(record, "FAMC").slice(0, MOST_FAMILIES);
    const adoptions = new Map<string, readonly Role[]>();
    for (const event of childrenOf(record, "ADOP")) {
      const family = child(event, "FAMC");
      if (family) adoptions.set(family.value.trim(), ADOPTERS[textAt(family, "ADOP").toUpperCase()] ?? ROLES);
    }
    const pointers = [
      ...named.map((link) => ({
        pointer: link.value.trim(),
        // A link that the file marks as disproven is ignored.
        pedigree: /^disproven$/i.test(textAt(link, "STAT")) ? "disproven" : textAt(link, "PEDI"),
        own: { sire: textAt(link, RELATION_TAGS.sire), dam: textAt(link, RELATION_TAGS.dam) },
      })),
      ...(this.byChild.get(record.pointer) ?? []).map((pointer) => ({
        ...{ pointer, pedigree: "" },
        own: { sire: "", dam: "" },
      })),
    ];
    const links = new Map<string, FamilyLink>();
    for (const { pointer, pedigree, own } of pointers) {
      const family = this.byPointer.get(pointer);
      if (!family || links.has(pointer)) continue;
      const adopters = adoptions.get(pointer);
      const relationTo = (role: Role): string | undefined => {
        // A statement that one parent adopted the child is more precise than a word for both parents.
        const ofBoth = adopters !== undefined && /^adopted$/i.test(pedigree) ? "" : pedigree;
        const said = [own[role], family.relations.get(record.pointer)?.[role], ofBoth];
        if (adopters?.includes(role)) said.push("adopted");
        return said.find(isOther) ?? said.find((each) => each !== undefined && each !== "");
      };
      const relations = { sire: relationTo("sire"), dam: relationTo("dam") };
      const isSaid = [pedigree, ...Object.values(relations)].some(
        (each) => each !== undefined && isBirth(each),
      );
      links.set(pointer, { family, relations, isSaid });
    }
    return [...links.values()];
  }

  private nameOf(pointer: string): string {
    return this.names.get(pointer) || pointer;
  }

  private namesOf(pointers: readonly string[]): string {
    return pointers.map((pointer) => this.nameOf(pointer)).join(" and ") || "nobody";
  }
}

/** A dog has one family, and sometimes an adoptive family. */
const MOST_FAMILIES = 10;

export interface GedcomTable {
  readonly headings: string[];
  readonly rows: { line: number; cells: string[]; fault?: string }[];
}

/** Each other tag has a column, up to a limit. */
export function readGedcom(text: string): GedcomTable {
  const parsed = parse(text);
  const individuals = parsed.filter(({ tag }) => tag === "INDI");
  const families = new Families(
    parsed.filter(({ tag }) => tag === "FAM"),
    new Map(individuals.map((record) => [record.pointer, nameOf(record)])),
    new Map(individuals.map((record) => [record.pointer, textAt(record, "SEX").slice(0, 1).toUpperCase()])),
  );
  const rests = individuals.map(readRest);
  const tags = [...new Set(rests.flatMap((rest) => [...rest.keys()]))].slice(0, MAX_REST_TAGS);
  const rows = individuals.map((record, at) => {
    const { parents, fault } = families.of(record);
    const known = COLUMNS.map(([, read]) => read(record, parents));
    return {
      line: record.line,
      cells: [record.pointer, ...known, ...tags.map((tag) => rests[at]?.get(tag) ?? "")],
      ...(fault === undefined ? {} : { fault }),
    };
  });
  const isUsed = (column: number) => rows.some(({ cells }) => cells[column] !== "");
  const headings = ["ID", ...COLUMNS.map(([heading]) => heading), ...tags];
  const used = headings.flatMap((_heading, column) => (isUsed(column) ? [column] : []));
  return {
    headings: used.map((column) => headings[column] ?? ""),
    rows: rows.map((row) => ({ ...row, cells: used.map((column) => row.cells[column] ?? "") })),
  };
}

/** For example ANSEL, UNICODE or UTF-8; empty if the header contains no encoding. */
export const gedcomEncoding = (text: string): string =>
  /^[ \t]*1[ \t]+CHAR[ \t]+(\S+)/m.exec(text.slice(0, 4000))?.[1] ?? "";
