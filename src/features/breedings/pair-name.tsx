/** A breeding's name: sire and dam, each with the picture, one under the other. */
import { DogMark } from "@/entities/dogs/dog-mark";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { damNameOf, sireNameOf, titleOf } from "@/features/breedings/breeding-words";
import type { Breeding, Mate } from "@/features/breedings/types";
import { cn } from "@/lib/utils";

type PortraitProps = { mate: Mate | null; name: string; markId: string; className: string };

function Portrait({ mate, name, markId, className }: PortraitProps) {
  if (mate) return <DogPortrait dog={mate} className={className} />;
  const frame = cn("overflow-hidden rounded-md border border-border/70", className);
  return <DogMark id={markId} name={name} className={frame} />;
}

type PairNameProps = { breeding: Breeding; portraitClassName?: string };

/** Renders the name; read out it is one line, 'sire × dam'. */
export function PairName({ breeding, portraitClassName = "size-11" }: PairNameProps) {
  const { _id, sire, dam } = breeding;
  const [sireName, damName] = [sireNameOf(breeding), damNameOf(breeding)];
  return (
    <>
      <span className="sr-only">{titleOf(breeding)}</span>
      <span aria-hidden className="flex flex-col gap-2">
        <span className="flex items-center gap-3">
          <Portrait mate={sire} name={sireName} markId={`${_id}/sire`} className={portraitClassName} />
          <span className="min-w-0 flex-1 break-words">{sireName}</span>
        </span>
        <span className="flex items-center gap-3">
          <Portrait mate={dam} name={damName} markId={`${_id}/dam`} className={portraitClassName} />
          <span className="min-w-0 flex-1 break-words">
            <span className="mr-1.5 font-sans text-[1.1em] leading-none text-brass">×</span>
            {damName}
          </span>
        </span>
      </span>
    </>
  );
}
