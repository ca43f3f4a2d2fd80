/** The private address of a calendar: copying it, and adding it to Apple, Google or Outlook. */
import { useId, useState } from "react";
import { Check, Copy, ExternalLink } from "lucide-react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { googleOf, isAtHome, outlookOf, webcalOf } from "@/entities/calendar/calendar-words";

/** Renders the address and the ways to add it. */
export function CalendarAddress({ url, name }: { url: string; name: string }) {
  const labelId = useId();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(url);
      toast.success("Address copied");
    } catch {
      // Browsers refuse this on pages without a secure connection.
      toast.error("Failed to copy. Select the address and copy it yourself.");
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <FormField
        label="Calendar address"
        helper="Private to you: whoever has it can read the calendar. Renew it if somebody else gets hold of it."
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              readOnly
              value={url}
              className="font-mono text-sm"
              onFocus={(event) => event.target.select()}
            />
            <Button variant="outline" onClick={() => void copy()}>
              {copied === url ? <Check aria-hidden /> : <Copy aria-hidden />}
              Copy
            </Button>
          </div>
        )}
      </FormField>
      <div role="group" aria-labelledby={labelId} className="grid gap-x-2 gap-y-1.5 sm:grid-cols-3">
        <p id={labelId} className="text-sm leading-snug font-semibold sm:col-span-3">
          Add it to
        </p>
        <Button asChild variant="outline" className="h-11">
          <a href={webcalOf(url)}>Apple Calendar</a>
        </Button>
        <Button asChild variant="outline" className="h-11">
          <a href={googleOf(url)} target="_blank" rel="noreferrer">
            Google Calendar
            <ExternalLink aria-hidden />
          </a>
        </Button>
        <Button asChild variant="outline" className="h-11">
          <a href={outlookOf(url, name)} target="_blank" rel="noreferrer">
            Outlook
            <ExternalLink aria-hidden />
          </a>
        </Button>
      </div>
      {isAtHome(url) ? (
        <Alert variant="info">
          This address is on your own network. Calendars on devices there can use it; Google and Outlook on
          the web cannot reach it.
        </Alert>
      ) : null}
      <p className="text-sm text-muted-foreground">
        In any other program choose “Subscribe by address” and paste it. Calendars check for changes on their
        own: Apple within an hour, Google and Outlook within a day.
      </p>
    </div>
  );
}
