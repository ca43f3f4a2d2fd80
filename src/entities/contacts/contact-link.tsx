/** A person's name as a record stores it. For users who may see contacts, the name links to the contact. */
import { useKennel } from "@/hooks/use-kennel";
import { Link } from "@/lib/router";
import { pageOf } from "@domain/history/places";

type ContactLinkProps = { contactId: string | null; name: string };

export function ContactLink({ contactId, name }: ContactLinkProps) {
  const { hasRight } = useKennel();
  if (contactId === null || !hasRight("finances", "read")) return name;
  return (
    <Link
      to={pageOf("contacts", contactId)}
      className="underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {name}
    </Link>
  );
}
