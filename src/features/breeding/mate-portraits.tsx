/** The pictures of sire and dam side by side, the dam's over the sire's edge. */
import { DogMark } from "@/components/dogs/dog-mark";
import { DogPortrait } from "@/components/dogs/dog-portrait";
import { damNameOf, sireNameOf } from "@/features/breeding/breeding-words";
import type { Breeding, Mate } from "@/features/breeding/types";
import { cn } from "@/lib/utils";

type PortraitProps = { mate: Mate | null; name: string; id: string; className: string };

function Portrait({ mate, name, id, className }: PortraitProps) {
  if (mate) return <DogPortrait dog={mate} className={className} />;
  const frame = cn("overflow-hidden rounded-md border border-border/70", className);
  return <DogMark id={id} name={name} className={frame} />;
}

type MatePortraitsProps = { breeding: Breeding; className?: string };

/** Renders both; `className` sizes each. */
export function MatePortraits({ breeding, className = "size-14" }: MatePortraitsProps) {
  return (
    <div className="flex shrink-0">
      <Portrait
        mate={breeding.sire}
        name={sireNameOf(breeding)}
        id={`${breeding._id}/sire`}
        className={className}
      />
      <Portrait
        mate={breeding.dam}
        name={damNameOf(breeding)}
        id={`${breeding._id}/dam`}
        className={cn("-ml-2.5 ring-2 ring-card", className)}
      />
    </div>
  );
}
