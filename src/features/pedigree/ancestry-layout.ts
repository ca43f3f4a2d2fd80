/**
 * Calculates the position of each dog in the drawing: the dog on the left, each generation one column further to
 * the right, the sire above the dam. A missing parent of a drawn dog keeps its place.
 */
import type { FunctionReturnType } from "convex/server";
import { hierarchy, tree } from "d3-hierarchy";
import type { api } from "@convex/_generated/api";

type Pedigree = NonNullable<FunctionReturnType<typeof api.pedigree.ancestry.tree>>;
export type Ancestor = Pedigree["dogs"][number];

export const NODE_WIDTH = 236;
/** The height of two lines for the name, one for the breed, and one for call name and age. */
export const NODE_HEIGHT = 80;
const COLUMN_WIDTH = NODE_WIDTH + 36;
const ROW_HEIGHT = NODE_HEIGHT + 10;

/** One place of the drawing: a recorded dog, or a missing parent, of which possibly only the name is known. */
interface Place {
  readonly key: string;
  /** The path from the dog, such as "Sire’s dam"; empty for the dog itself. */
  readonly relation: string;
  readonly role: "sire" | "dam" | null;
  readonly dog: Ancestor | null;
  readonly nameOnly: string | null;
  readonly parents: Place[];
}

export interface PlacedNode extends Omit<Place, "parents"> {
  readonly left: number;
  readonly top: number;
  /** In how many places of the pedigree this dog appears. */
  readonly places: number;
}

export interface AncestryDrawing {
  readonly width: number;
  readonly height: number;
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

/** Calculates the drawing of a pedigree, or returns null if it is empty. */
export function layOutAncestry({ dogs, generations }: Pedigree): AncestryDrawing | null {
  const [dog] = dogs;
  if (!dog) return null;
  const byId = new Map<string, Ancestor>(dogs.map((ancestor) => [ancestor._id, ancestor]));
  const root: Place = { key: "x", relation: "", role: null, dog, nameOnly: null, parents: [] };
  growParents(root, byId, generations);
  const laidOut = tree<Place>()
    .nodeSize([ROW_HEIGHT, COLUMN_WIDTH])
    .separation(() => 1)(hierarchy(root, (place) => place.parents));
  const all = laidOut.descendants();
  const top = Math.min(...all.map(({ x }) => x));
  const counts = new Map<string, number>();
  for (const { data } of all) {
    if (data.dog) counts.set(data.dog._id, (counts.get(data.dog._id) ?? 0) + 1);
  }
  return {
    width: Math.max(...all.map(({ y }) => y)) + NODE_WIDTH,
    height: Math.max(...all.map(({ x }) => x)) - top + NODE_HEIGHT,
    nodes: all.map(({ x, y, data: { parents: _, ...place } }) => ({
      ...place,
      left: y,
      top: x - top,
      places: place.dog ? (counts.get(place.dog._id) ?? 1) : 1,
    })),
    links: laidOut.links().map(({ source, target }) => {
      const [fromX, fromY] = [source.y + NODE_WIDTH, source.x - top + NODE_HEIGHT / 2];
      const [toX, toY] = [target.y, target.x - top + NODE_HEIGHT / 2];
      const middle = (fromX + toX) / 2;
      return { key: target.data.key, path: `M${fromX} ${fromY}H${middle}V${toY}H${toX}` };
    }),
  };
}
