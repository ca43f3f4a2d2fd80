/** Finds circles in a whole pedigree: restored dogs that descend from themselves. */
import { checkParent, PARENT_ROLES, type ParentRole } from "../../../domain/dogs/checks";
import { findCycles } from "../../../domain/pedigree/circles";
import type { Doc } from "../../_generated/dataModel";

export type Kin = Pick<Doc<"dogs">, "name" | "gender" | "dateOfBirth" | "sireId" | "damId">;

export const isKin = (row: object): row is Kin => "gender" in row && "isExternal" in row;

const ROLES = ["sire", "dam"] as const satisfies readonly ParentRole[];

/** Links that are invalid for other reasons are left out. Other code removes those links. */
function linksOf(pedigree: ReadonlyMap<string, Kin>, id: string, cut: ReadonlyMap<string, object>) {
  const dog = pedigree.get(id);
  return ROLES.flatMap((role) => {
    const { field } = PARENT_ROLES[role];
    const parentId = dog?.[field];
    const parent = parentId && pedigree.get(parentId);
    if (!dog || !parent || Object.hasOwn(cut.get(id) ?? {}, field)) return [];
    const facts = { ...parent, dateOfBirth: parent.dateOfBirth ?? null };
    return checkParent(role, facts, dog.dateOfBirth ?? null) === null ? [{ role, field, parentId }] : [];
  });
}

/** Finds one removable link in each circle, with the reason why the link is invalid. */
export function circlesIn(
  pedigree: ReadonlyMap<string, Kin>,
  mayChange: ReadonlySet<string>,
): Map<string, Record<string, string>> {
  const cut = new Map<string, Record<string, string>>();
  for (;;) {
    const circles = findCycles(pedigree.keys(), (id) =>
      linksOf(pedigree, id, cut).map(({ parentId }) => parentId),
    );
    let found = 0;
    for (const circle of circles) {
      const place = circle.findIndex((id) => mayChange.has(id));
      const id = circle[place];
      const parentId = circle[(place + 1) % circle.length];
      const link = id && linksOf(pedigree, id, cut).find((each) => each.parentId === parentId);
      if (!id || !link) continue;
      const { label } = PARENT_ROLES[link.role];
      const message =
        parentId === id
          ? "A dog cannot be its own parent"
          : `${label} ${pedigree.get(link.parentId)?.name ?? ""} descends from this dog`;
      cut.set(id, { ...cut.get(id), [link.field]: message });
      found += 1;
    }
    if (found === 0) return cut;
  }
}
