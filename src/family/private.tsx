/**
 * The part of the page that needs a code: the documents of the placement, and the family's own phone and address.
 */
import { useMemo, useState, type SyntheticEvent } from "react";
import { useMutation, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { LINK_CODE_DIGITS } from "@domain/families/rules";
import { formatFileSize } from "@domain/files/file-size";
import { api } from "@convex/_generated/api";
import { Card, Field, Press, Problem, useChange } from "@/family/parts";
import { apiAddress, post, type Page } from "@/family/session";

type Documents = FunctionReturnType<typeof api.families.pages.documents>;

export function Private({ session, page }: { session: string; page: Page }) {
  return page.isConfirmed ? (
    <>
      <DocumentList session={session} />
      {page.contact ? <OwnDetails session={session} contact={page.contact} /> : null}
    </>
  ) : (
    <CodeQuestion session={session} kennelName={page.kennel.name} />
  );
}

/** The code is sent to the recorded address. */
export function CodeQuestion({ session, kennelName }: { session: string; kennelName: string }) {
  const [isMailed, setMailed] = useState<boolean | null>(null);
  const { isBusy, problem, run } = useChange();
  const send = async () =>
    await run(async () =>
      setMailed((await post<{ isMailed: boolean }>("/links/code", { session })).isMailed),
    );
  const check = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get("code");
    await run(async () => await post("/links/code/check", { session, code }));
  };
  return (
    <Card title="Documents and your details">
      <div className="px-4 pb-4 sm:px-5">
        {isMailed === null ? (
          <>
            <p className="mb-3">A code shows that it is you. It goes to the address that {kennelName} has.</p>
            <Press disabled={isBusy} onClick={() => void send()}>
              {isBusy ? "Sending..." : "Send Code"}
            </Press>
          </>
        ) : (
          <form className="space-y-3" onSubmit={(event) => void check(event)}>
            <p>
              {isMailed
                ? "The code is in your mail."
                : `The code was not mailed. Please call ${kennelName} for it, they see it now.`}
            </p>
            <Field
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={LINK_CODE_DIGITS + 1}
              required
            />
            <div className="flex flex-wrap gap-3">
              <Press look="main" type="submit" disabled={isBusy}>
                {isBusy ? "Checking..." : "Open"}
              </Press>
              <Press disabled={isBusy} onClick={() => void send()}>
                Send Another Code
              </Press>
            </div>
          </form>
        )}
        <Problem text={problem} />
      </div>
    </Card>
  );
}

function DocumentList({ session }: { session: string }) {
  const asked = useMemo(
    () => ({ documents: { query: api.families.pages.documents, args: { session } } }),
    [session],
  );
  const found = useQueries(asked)["documents"] as Documents | Error | undefined;
  if (found === undefined || found instanceof Error || found.length === 0) return null;
  return (
    <Card title="Documents">
      <ul className="px-4 pb-4 sm:px-5">
        {found.map(({ id, fileName, fileSize, path }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <a
              href={apiAddress(path)}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {fileName}
            </a>
            <span className="text-sm text-muted-foreground">{formatFileSize(fileSize)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OwnDetails({ session, contact }: { session: string; contact: NonNullable<Page["contact"]> }) {
  const change = useMutation(api.families.pages.changeContact);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, problem, run } = useChange();
  const save = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [phone, address] = [data.get("phone"), data.get("address")].map((text) =>
      typeof text === "string" && text.trim() !== "" ? text.trim() : null,
    );
    const own = { phone: phone ?? null, address: address ?? null };
    const expectedUpdatedAt = contact.updatedAt;
    if (await run(async () => await change({ session, expectedUpdatedAt, ...own }))) setOpen(false);
  };
  return (
    <Card title="Your details">
      <div className="px-4 pb-4 sm:px-5">
        {isOpen ? (
          <form className="space-y-3" onSubmit={(event) => void save(event)}>
            <Field
              label="Phone"
              name="phone"
              type="tel"
              autoComplete="tel"
              defaultValue={contact.phone ?? ""}
            />
            <Field
              label="Address"
              name="address"
              autoComplete="street-address"
              defaultValue={contact.address ?? ""}
            />
            <div className="flex flex-wrap gap-3">
              <Press look="main" type="submit" disabled={isBusy}>
                {isBusy ? "Saving..." : "Save Details"}
              </Press>
              <Press onClick={() => setOpen(false)}>Back</Press>
            </div>
          </form>
        ) : (
          <>
            <p>{contact.name}</p>
            {[contact.email, contact.phone, contact.address].map((line) =>
              line === null ? null : <p key={line}>{line}</p>,
            )}
            <Press className="mt-3" onClick={() => setOpen(true)}>
              Change Details
            </Press>
          </>
        )}
        <Problem text={problem} />
      </div>
    </Card>
  );
}
