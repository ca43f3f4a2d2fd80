/** The name of a vaccination's patient, linked to the dog's page or to the puppy's litter. */
import { Link } from "@/lib/router";
import { cn } from "@/lib/utils";
import { pageOf } from "@domain/history/places";

type PatientLinkProps = {
  patient: {
    dog: { _id: string; name: string; callName?: string | null } | null;
    puppy: { name: string; litterId: string } | null;
  };
  /** Whether a dog is shown by its call name. */
  isShort?: boolean;
  className?: string;
};

/** If the patient's record was deleted, renders only the name. */
export function PatientLink({ patient: { dog, puppy }, isShort = false, className }: PatientLinkProps) {
  if (!dog && !puppy) return <span className={className}>A dog that was deleted</span>;
  return (
    <Link
      title={isShort ? dog?.name : undefined}
      to={dog ? pageOf("dogs", dog._id) : pageOf("litters", puppy?.litterId ?? "")}
      className={cn(
        // The padding makes the link 24 px high without moving the text.
        "font-title py-0.5 text-foreground underline decoration-border decoration-1 underline-offset-4 hover:decoration-current",
        className,
      )}
    >
      {(isShort && dog?.callName) || (dog?.name ?? puppy?.name)}
    </Link>
  );
}
