/** Who else is in the kennel right now. */
import { Companions } from "@/components/companions";
import { useKennelCompanions } from "@/hooks/use-stay";

/** Renders the others' avatars; on small screens they leave their place to the kennel's name. */
export function KennelCompanions() {
  const people = useKennelCompanions("kennel", false);
  return (
    <div className="hidden md:block">
      <Companions people={people} viewing="here" />
    </div>
  );
}
