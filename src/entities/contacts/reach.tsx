/** Buttons and links that call a person or write to them. */
import { callAddress } from "@domain/formatting/formatting";
import { Mail, Phone } from "lucide-react";
import { Button } from "@/components/ui/button";

type Reachable = { name: string; phone: string | null; email: string | null };

/** On a phone, the buttons share one row. */
export function ReachButtons({ contact: { name, phone, email } }: { contact: Reachable }) {
  return (
    <>
      {phone ? (
        <Button asChild variant="ghost" size="icon" className="pointer-coarse:min-w-11">
          <a href={callAddress(phone)} aria-label={`Call ${name}`}>
            <Phone aria-hidden />
          </a>
        </Button>
      ) : null}
      {email ? (
        <Button asChild variant="ghost" size="icon" className="pointer-coarse:min-w-11">
          <a href={`mailto:${email}`} aria-label={`Email ${name}`}>
            <Mail aria-hidden />
          </a>
        </Button>
      ) : null}
    </>
  );
}
