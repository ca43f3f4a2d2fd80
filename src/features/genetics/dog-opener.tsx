/** The name of a dog in a list of figures: it leads to the dog's page or, for an ancestor from outside, its pedigree. */
import { useAncestryAddress } from "@/features/pedigree/pedigree-address";
import { Link } from "@/lib/router";

const LINK =
  "rounded-sm text-left break-words underline decoration-1 underline-offset-4 hover:text-primary hover:decoration-2";

type OpenedDog = { _id: string; name: string; isExternal: boolean };

export function DogOpener({ dog: { _id, name, isExternal } }: { dog: OpenedDog }) {
  const ancestry = useAncestryAddress();
  if (!isExternal) {
    return (
      <Link to={`/dashboard/dogs/${_id}`} className={LINK}>
        {name}
      </Link>
    );
  }
  return (
    <button type="button" onClick={() => ancestry.open(_id)} className={LINK}>
      {name}
    </button>
  );
}
