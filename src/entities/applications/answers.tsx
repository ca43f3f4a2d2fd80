/**
 * An applicant's answers. They are shown beside new applications, and from the applicant's entry in the waiting
 * list.
 */
import type { FunctionReturnType } from "convex/server";
import { ClipboardList } from "lucide-react";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useLiveQuery } from "@/hooks/use-live-query";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { isCalendarDay, localDay } from "@domain/dates/calendar-days";
import { callAddress, formatDay } from "@domain/formatting/formatting";

export type Application = FunctionReturnType<typeof api.applications.applications.get>;

export function Answers({
  application: { email, phone, address, answers, consents },
}: {
  application: Pick<Application, "email" | "phone" | "address" | "answers" | "consents">;
}) {
  const link = "inline-flex min-h-7 items-center underline pointer-coarse:min-h-11 underline-offset-4";
  return (
    <div className="flex max-w-prose flex-col gap-3">
      <p className="flex flex-wrap gap-x-3 text-sm">
        <a href={`mailto:${email}`} className={cn(link, "break-all")}>
          {email}
        </a>
        {phone ? (
          <a href={callAddress(phone)} className={link}>
            {phone}
          </a>
        ) : null}
        {address ? <span className="self-center break-words">{address}</span> : null}
      </p>
      <dl className="flex flex-col gap-2">
        {answers.map(({ key, asked, answer }) => (
          <div key={key}>
            <dt className="text-sm font-semibold text-muted-foreground">{asked}</dt>
            <dd className="break-words whitespace-pre-wrap">
              {isCalendarDay(answer) ? formatDay(answer) : answer}
            </dd>
          </div>
        ))}
      </dl>
      <details className="text-sm text-muted-foreground">
        <summary className="min-h-7 cursor-pointer pointer-coarse:leading-11">Agreed to</summary>
        <ul className="list-disc pl-5">
          {consents.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** Renders nothing for people who were put on the list by hand. */
export function ApplicationEntry({
  applicantId,
  onOpen,
}: {
  applicantId: string;
  onOpen: (application: Application) => void;
}) {
  const application = useLiveQuery(api.applications.applications.ofApplicant, { applicantId }).data;
  if (!application) return null;
  return (
    <DropdownMenuItem onSelect={() => onOpen(application)}>
      <ClipboardList aria-hidden />
      Application
    </DropdownMenuItem>
  );
}

export function ApplicationDialog({
  application,
  onClose,
}: {
  application: Application;
  onClose: () => void;
}) {
  return (
    <TitledDialog
      title={`Application of ${application.name}`}
      description={`Sent on ${formatDay(localDay(new Date(application.sentAt)))}`}
      onClose={onClose}
    >
      <DialogBody tabIndex={0} role="region" aria-label={`Answers of ${application.name}`}>
        <Answers application={application} />
      </DialogBody>
    </TitledDialog>
  );
}
