/** One place of the drawn pedigree: a dog that can be opened, or a parent that nobody has recorded. */
import { shortAge, distinctCallName, genderLabels } from "@/entities/dogs/dog-labels";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { GenderIcon } from "@/entities/dogs/gender-icon";
import type { Ancestor, PlacedNode } from "@/features/dogs/ancestry/ancestry-layout";
import { cn } from "@/lib/utils";

type AncestryNodeProps = { node: PlacedNode; today: string; onOpenDog: (dogId: string) => void };

/** Renders the place. */
export function AncestryNode({ node, today, onOpenDog }: AncestryNodeProps) {
  return node.dog ? (
    <DogNode node={node} dog={node.dog} today={today} onOpenDog={onOpenDog} />
  ) : (
    <div className="flex size-full flex-col justify-center rounded-md border border-dashed border-input px-3 text-sm leading-tight text-muted-foreground">
      {node.nameOnly ? (
        <>
          <span className="line-clamp-2 font-semibold break-words">{node.nameOnly}</span>
          <span>{node.role === "sire" ? "Sire" : "Dam"}, by name only</span>
        </>
      ) : node.role === "sire" ? (
        "Sire Unknown"
      ) : (
        "Dam Unknown"
      )}
    </div>
  );
}

/** Says all of a node, what is seen of it first and in that order, so that it can be called by what is seen. */
function describe({ relation, places }: PlacedNode, dog: Ancestor, age: string | null): string {
  const callName = distinctCallName(dog);
  return [
    relation === "" ? dog.name : `${relation}: ${dog.name}`,
    dog.breed,
    callName ? `“${callName}”` : null,
    age,
    places > 1 ? `×${places}` : null,
    genderLabels[dog.gender],
    places > 1 ? `appears ${places} times in this pedigree` : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

type DogNodeProps = AncestryNodeProps & { dog: Ancestor };

function DogNode({ node, dog, today, onOpenDog }: DogNodeProps) {
  const callName = distinctCallName(dog);
  const age = shortAge(dog, today);
  const isRepeated = node.places > 1;
  return (
    <button
      type="button"
      aria-label={describe(node, dog, age)}
      title={dog.name}
      onClick={() => onOpenDog(dog._id)}
      className={cn(
        "flex size-full items-center gap-2 overflow-hidden rounded-md border bg-card px-2 text-left text-card-foreground hover:border-brass-line focus-visible:-outline-offset-2",
        isRepeated && "border-brass-line bg-brass-soft",
      )}
    >
      <DogPortrait dog={dog} className="size-11" />
      <span className="flex min-w-0 flex-1 flex-col text-xs leading-snug">
        <span className="flex items-start gap-1">
          <GenderIcon gender={dog.gender} className="mt-px size-3.5" />
          {/* Dogs of one kennel differ where their names end. */}
          <span className="font-title line-clamp-2 min-w-0 flex-1 text-sm leading-[1.15] break-words">
            {dog.name}
          </span>
        </span>
        <span className="truncate">{dog.breed}</span>
        <span className="flex items-center gap-1.5">
          {callName ? <span className="min-w-0 truncate">“{callName}”</span> : null}
          {age ? (
            <span className="shrink-0 rounded-sm bg-muted px-1.5 text-muted-foreground">{age}</span>
          ) : null}
          {isRepeated ? <span className="ml-auto font-semibold text-brass">×{node.places}</span> : null}
        </span>
      </span>
    </button>
  );
}
