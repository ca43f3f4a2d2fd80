/**
 * The kennel's view of a family's page: its address, who opened it, and the code that the kennel reads out by
 * phone. Users without the right to the waiting list and to contacts see nothing of it.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Copy, ExternalLink, Link2, Link2Off, PanelTop, RefreshCw } from "lucide-react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Loaded } from "@/components/loaded";
import { TitledDialog } from "@/components/titled-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { formatMoment } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type FamilyLink = NonNullable<FunctionReturnType<typeof api.families.links.get>>;

export type Family = { applicantId: string } | { placementId: string } | { contactId: string };

export function useMayShare(): boolean {
  const { can } = useKennel();
  return can("breeding", "write") && can("finances", "write");
}

export const openedText = ({ openings, openedAt }: Pick<FamilyLink, "openings" | "openedAt">): string =>
  openings === 0 || openedAt === null
    ? "Not opened yet"
    : `Opened ${openings === 1 ? "once" : `${openings} times`}, last ${formatMoment(openedAt)}`;

type TheirPageDialogProps = { family: Family; name: string; onClose: () => void };

export function TheirPageDialog({ family, name, onClose }: TheirPageDialogProps) {
  const { kennelId } = useKennel();
  const link = useLiveQuery(api.families.links.get, { kennelId, ...family });
  return (
    <TitledDialog
      title={`Page of ${name}`}
      description="Everyone who has its address can read it, without an account. Contracts and documents also need a code."
      size="md"
      onClose={onClose}
    >
      <Loaded query={link} failureText="Failed to load the page of this family" height="h-24">
        {(found) => (found ? <Shared link={found} name={name} /> : <NotShared family={family} name={name} />)}
      </Loaded>
    </TitledDialog>
  );
}

function NotShared({ family, name }: { family: Family; name: string }) {
  const { kennelId } = useKennel();
  const create = useMutation(api.families.links.create);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      await create({ kennelId, ...family });
    } catch (error) {
      toast.error(failureText("Failed to create the page", error));
    }
    setBusy(false);
  };
  return (
    <>
      <DialogBody>
        <p>
          {name} has no page yet. The first offer and the first reservation create one, or you create it now.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button disabled={isBusy} onClick={() => void make()}>
          <Link2 aria-hidden />
          {isBusy ? "Creating..." : "Create Page"}
        </Button>
      </DialogFooter>
    </>
  );
}

const QUESTIONS = {
  renew: {
    title: "Create a new link?",
    text: "The old link stops working at once, also in browsers that are open.",
    confirm: "New Link",
    busy: "Creating...",
    failed: "Failed to create a new link",
  },
  end: {
    title: "End this link?",
    text: "The page closes at once, wherever it is open. You can create another one later.",
    confirm: "End Link",
    busy: "Ending...",
    failed: "Failed to end the link",
  },
} as const;

function Shared({ link, name }: { link: FamilyLink; name: string }) {
  const { _id: linkId, address, devices, madeBy } = link;
  const actions = { renew: useMutation(api.families.links.renew), end: useMutation(api.families.links.end) };
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null);
  const [isBusy, setBusy] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address ?? "");
      toast.success("Link copied");
    } catch {
      toast.error("Failed to copy the link. Please select it and copy it yourself.");
    }
  };
  const act = async (what: keyof typeof QUESTIONS) => {
    setBusy(true);
    try {
      await actions[what]({ linkId });
      toast.success(what === "renew" ? "The new link is ready" : "The link has ended");
    } catch (error) {
      toast.error(failureText(QUESTIONS[what].failed, error));
    }
    setBusy(false);
    setAsked(null);
  };
  const question = asked === null ? null : QUESTIONS[asked];
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {address === null ? (
          <p>This server has no secret for links, so no address can be made. Ask the person who runs it.</p>
        ) : (
          <p className="rounded-md border bg-muted px-3 py-2 text-sm break-all select-all">{address}</p>
        )}
        <p className="text-sm text-muted-foreground">
          {[
            openedText(link),
            `Created ${madeBy === null ? "by itself" : `by ${madeBy}`} on ${formatMoment(link.createdAt)}`,
            ...(link.endsAt === null ? [] : [`ends on ${formatMoment(link.endsAt)}`]),
          ].join(" · ")}
        </p>
        <Devices devices={devices} />
      </DialogBody>
      <DialogFooter className="flex-wrap">
        <Button variant="ghost" onClick={() => setAsked("end")}>
          <Link2Off aria-hidden />
          End Link
        </Button>
        <Button variant="outline" onClick={() => setAsked("renew")}>
          <RefreshCw aria-hidden />
          New Link
        </Button>
        {address === null ? null : (
          <>
            <Button variant="outline" asChild>
              <a href={address} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                Open
              </a>
            </Button>
            <Button onClick={() => void copy()}>
              <Copy aria-hidden />
              Copy Link
            </Button>
          </>
        )}
      </DialogFooter>
      <ConfirmDialog
        isOpen={question !== null}
        title={question?.title ?? ""}
        confirmLabel={question?.confirm ?? ""}
        busyLabel={question?.busy ?? ""}
        tone={asked === "end" ? "destructive" : "default"}
        isBusy={isBusy}
        onConfirm={() => (asked === null ? undefined : void act(asked))}
        onCancel={() => setAsked(null)}
      >
        <p>{question?.text}</p>
        {asked === "renew" ? <p>Send the new one to {name}.</p> : null}
      </ConfirmDialog>
    </>
  );
}

/** The browsers that opened the page. A code is shown while one of the browsers waits for it. */
function Devices({ devices }: Pick<FamilyLink, "devices">) {
  if (devices.length === 0) return null;
  return (
    <section aria-label="Devices">
      <h3 className="font-title text-lg">Devices</h3>
      <ul className="divide-y">
        {devices.map(({ device, lastSeenAt, isConfirmed, code }, index) => (
          // A device has no id of its own, and two devices may have the same description.
          <li key={index} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
            <span>
              {device}
              <span className="block text-sm text-muted-foreground">{formatMoment(lastSeenAt)}</span>
            </span>
            {isConfirmed ? <Badge variant="success">Confirmed</Badge> : null}
            {code ? (
              <span className="text-right">
                <span className="block text-xl font-semibold tracking-widest">{code.digits}</span>
                <span className="block text-sm text-muted-foreground">
                  Code to tell by phone, until {formatMoment(code.expiresAt)}
                </span>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders nothing for users who may not see the page. */
export function TheirPageButton({ family, name }: { family: Family; name: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMayShare()) return null;
  return (
    <>
      <Button size="sm" variant="outline" aria-label={`Page of ${name}`} onClick={() => setOpen(true)}>
        <PanelTop aria-hidden />
        Their Page
      </Button>
      {isOpen ? <TheirPageDialog family={family} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
