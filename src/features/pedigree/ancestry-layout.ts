/**
 * Calculates the position of each dog in the drawing: the dog on the left, each generation one column further to
 * the right, the sire above the dam. A missing parent of a drawn dog has a position too. On a narrow screen each
 * ancestor has a row of its own and the columns overlap, so that all generations are visible and readable.
 */
import type { FunctionReturnType } from "convex/server";
import { hierarchy, tree, type HierarchyPointNode } from "d3-hierarchy";
import type { api } from "@convex/_generated/api";

export type Pedigree = NonNullable<FunctionReturnType<typeof api.pedigree.ancestry.tree>>;
export type Ancestor = Pedigree["dogs"][number];

const NODE_WIDTH = 236;
/** The portrait is left out in a narrow drawing, such as on a tablet or beside the navigation. */
const SLIM_NODE_WIDTH = 176;
/** Two lines for the name, one line for the breed, and one for call name and age. */
const NODE_HEIGHT = 80;
/** On a narrow screen, the breed is left out. */
const NARROW_NODE_HEIGHT = 60;
const COLUMN_GAP = 36;
const ROW_GAP = 10;
const NARROW_ROW_GAP = 6;

/** One position in the drawing: a recorded dog, or a missing parent of which at most the name is known. */
interface Place {
  readonly key: string;
  /** Such as "Sire’s dam". Empty for the dog itself. */
  readonly relation: string;
  readonly role: "sire" | "dam" | null;
  readonly dog: Ancestor | null;
  readonly nameOnly: string | null;
  readonly parents: Place[];
}

export interface PlacedNode extends Omit<Place, "parents"> {
  readonly left: number;
  readonly top: number;
  /** The number of the dog's positions in the pedigree. */
  readonly places: number;
}

export interface AncestryDrawing {
  readonly width: number;
  readonly height: number;
  readonly nodeWidth: number;
  readonly nodeHeight: number;
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly { readonly key: string; readonly path: string }[];
}

const roleLabels = { sire: "Sire", dam: "Dam" } as const;

function relationOf(child: Place, role: "sire" | "dam"): string {
  return child.relation === "" ? roleLabels[role] : `${child.relation}’s ${role}`;
}

function growParents(child: Place, dogs: ReadonlyMap<string, Ancestor>, left: number): void {
  if (!child.dog || left === 0) return;
  for (const role of ["sire", "dam"] as const) {
    const id = role === "sire" ? child.dog.sireId : child.dog.damId;
    const place: Place = {
      key: `${child.key}${role === "sire" ? "s" : "d"}`,
      relation: relationOf(child, role),
      role,
      dog: (id && dogs.get(id)) ?? null,
      nameOnly: role === "sire" ? child.dog.sireName : child.dog.damName,
      parents: [],
    };
    child.parents.push(place);
    growParents(place, dogs, left - 1);
  }
}

type Laid = HierarchyPointNode<Place>;

function layOutColumns(root: Place, nodeWidth: number): Laid {
  return tree<Place>()
    .nodeSize([NODE_HEIGHT + ROW_GAP, nodeWidth + COLUMN_GAP])
    .separation(() => 1)(hierarchy(root, ({ parents }) => parents));
}

/**
 * Places each dog in a row between its sire's rows and its dam's rows, one step further to the right than its
 * offspring.
 */
function layOutRows(root: Place): Laid {
  const laid = layOutColumns(root, NODE_WIDTH);
  let row = 0;
  const place = (node: Laid): void => {
    const [sire, dam] = node.children ?? [];
    if (sire) place(sire);
    node.x = row * (NARROW_NODE_HEIGHT + NARROW_ROW_GAP);
    node.y = node.depth * COLUMN_GAP;
    row += 1;
    if (dam) place(dam);
  };
  place(laid);
  return laid;
}

/** Columns with portraits, columns without portraits, or rows. */
type Room = "wide" | "slim" | "narrow";

/** Null if the pedigree is empty. */
export function layOutAncestry({ dogs, generations }: Pedigree, room: Room): AncestryDrawing | null {
  const [dog] = dogs;
  if (!dog) return null;
  const byId = new Map<string, Ancestor>(dogs.map((ancestor) => [ancestor._id, ancestor]));
  const root: Place = { key: "x", relation: "", role: null, dog, nameOnly: null, parents: [] };
  growParents(root, byId, generations);
  const isNarrow = room === "narrow";
  const nodeWidth = room === "slim" ? SLIM_NODE_WIDTH : NODE_WIDTH;
  const laidOut = isNarrow ? layOutRows(root) : layOutColumns(root, nodeWidth);
  const nodeHeight = isNarrow ? NARROW_NODE_HEIGHT : NODE_HEIGHT;
  const all = laidOut.descendants();
  const top = Math.min(...all.map(({ x }) => x));
  const counts = new Map<string, number>();
  for (const { data } of all) {
    if (data.dog) counts.set(data.dog._id, (counts.get(data.dog._id) ?? 0) + 1);
  }
  const middleOf = ({ x }: Laid): number => x - top + nodeHeight / 2;
  return {
    width: Math.max(...all.map(({ y }) => y)) + nodeWidth,
    height: Math.max(...all.map(({ x }) => x)) - top + nodeHeight,
    nodeWidth,
    nodeHeight,
    nodes: all.map(({ x, y, data: { parents: _, ...place } }) => ({
      ...place,
      left: y,
      top: x - top,
      places: place.dog ? (counts.get(place.dog._id) ?? 1) : 1,
    })),
    links: laidOut.links().map(({ source, target }) => {
      const [from, to] = [middleOf(source), middleOf(target)];
      const bend = isNarrow ? (source.y + target.y) / 2 : (source.y + nodeWidth + target.y) / 2;
      const start = isNarrow
        ? `M${bend} ${from + (Math.sign(to - from) * nodeHeight) / 2}`
        : `M${source.y + nodeWidth} ${from}H${bend}`;
      return { key: target.data.key, path: `${start}V${to}H${target.y}` };
    }),
  };
}
