/**
 * Reading and signing a document in three steps: the code from the mail, the document with its file, and the
 * signature. Only the file contains the word of the last page, so a person who signs must have opened the file.
 */
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { FamilyDocument } from "@/family/contract";
import { Field, Press, Problem, useChange } from "@/family/parts";
import { apiAddress, post } from "@/family/session";
import { LINK_CODE_DIGITS } from "@domain/families/rules";
import { agreementOf, grouped, INTENT, WORD_LENGTH } from "@domain/signings/rules";
import { api } from "@convex/_generated/api";

type Reading = FunctionReturnType<typeof api.signings.familySignings.read>;
type SigningProps = { session: string; document: FamilyDocument; close: () => void };

const inside = "px-4 pb-4 sm:px-5";

/** The heading gets the focus, so that a screen reader reads out the current step. */
function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [number]);
  return (
    <div className={inside}>
      <p className="text-sm text-muted-foreground">Step {number} of 3</p>
      <h3 ref={heading} tabIndex={-1} className="mb-3 font-semibold">
        {title}
      </h3>
      {children}
    </div>
  );
}

export function Signing({ session, document, close }: SigningProps) {
  const page = useQuery(api.families.pages.page, { session });
  if (!page) return <p className={`${inside} text-muted-foreground`}>Loading...</p>;
  return page.isConfirmed ? (
    <Confirmed session={session} document={document} close={close} />
  ) : (
    <Code session={session} kennel={document.kennel} close={close} />
  );
}

function Code({ session, kennel, close }: { session: string; kennel: string; close: () => void }) {
  const { isBusy, problem, run } = useChange();
  const [sent, setSent] = useState<{ isMailed: boolean } | null>(null);
  const send = async () =>
    await run(async () => setSent(await post<{ isMailed: boolean }>("/links/code", { session })));
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void send();
  });
  const check = async (typed: string) => {
    const code = typed.replaceAll(/\D/gu, "");
    if (code.length === LINK_CODE_DIGITS)
      await run(async () => await post("/links/code/check", { session, code }));
  };
  return (
    <Step number={1} title="Show that it is you">
      <p className="mb-3">
        {sent === null
          ? "We are sending you a code..."
          : sent.isMailed
            ? "We have sent a code to your email address. It is valid for 10 minutes."
            : `${kennel} can tell you the code by phone. It is valid for 10 minutes.`}
      </p>
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={LINK_CODE_DIGITS + 2}
        onChange={(event) => void check(event.target.value)}
      />
      <Problem text={problem} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Press disabled={isBusy} onClick={() => void send()}>
          Send a New Code
        </Press>
        <Press onClick={close}>Back</Press>
      </div>
    </Step>
  );
}

function Confirmed({ session, document, close }: SigningProps) {
  const reading = useQuery(api.signings.familySignings.read, { session, signingId: document._id });
  const [step, setStep] = useState<"read" | "sign" | "decline">("read");
  const [wasToSign] = useState(document.next === "family");
  if (!reading) return <p className={`${inside} text-muted-foreground`}>Loading...</p>;
  const isToSign = reading.next === "family";
  if (!isToSign) return <Done reading={reading} isNew={wasToSign} close={close} />;
  const back = () => setStep("read");
  if (step === "sign") return <Sign session={session} reading={reading} back={back} />;
  if (step === "decline") return <Decline session={session} reading={reading} back={back} />;
  return (
    <Read
      session={session}
      reading={reading}
      close={close}
      onSign={() => setStep("sign")}
      onDecline={() => setStep("decline")}
    />
  );
}

const SHAPES = {
  title: "mb-2 border-b border-brass-line pb-1 font-title text-xl",
  heading: "mt-3 font-title text-lg",
  item: "relative pl-4 before:absolute before:left-0 before:text-brass before:content-['•']",
  paragraph: "",
} as const satisfies Record<Reading["blocks"][number]["kind"], string>;

function Text({ reading }: { reading: Reading }) {
  return (
    <div
      role="region"
      aria-label={`Text of ${reading.title}`}
      tabIndex={0}
      className="max-h-[60dvh] overflow-y-auto rounded-md border bg-background px-4 py-3"
    >
      {reading.blocks.map(({ kind, runs }, index) => (
        // The text never changes, so the position can be the key.
        <p key={index} className={`mb-1.5 break-words ${SHAPES[kind]}`}>
          {runs.map(({ text, isMissing }, at) =>
            isMissing ? (
              <mark key={at} className="rounded-sm bg-brass-soft px-0.5 font-semibold text-brass">
                {text}
              </mark>
            ) : (
              <span key={at}>{text}</span>
            ),
          )}
        </p>
      ))}
    </div>
  );
}

const link = "inline-flex min-h-11 items-center justify-center rounded-md px-4 py-2 font-semibold";

type ReadProps = {
  session: string;
  reading: Reading;
  close: () => void;
  onSign: () => void;
  onDecline: () => void;
};

function Read({ session, reading, close, onSign, onDecline }: ReadProps) {
  const [isOpened, setOpened] = useState(false);
  const { _id, filePath, fileName } = reading;
  // Opening the file's address changes nothing on the server, so the page reports that the file was opened.
  const open = () => {
    setOpened(true);
    void post(`/links/signings/${_id}/open`, { session }).catch(() => undefined);
  };
  return (
    <Step number={2} title="Read the document">
      <Text reading={reading} />
      <p className="my-3">
        Please also open the file: you sign exactly this file. On its last page is a word of {WORD_LENGTH}{" "}
        letters, which you type in the next step.
      </p>
      <div className="flex flex-wrap gap-3">
        <a
          className={`${link} border border-input bg-card`}
          href={`${apiAddress(filePath)}&show=true`}
          target="_blank"
          rel="noreferrer"
          onClick={open}
        >
          Open the File
        </a>
        <a
          className={`${link} border border-input bg-card`}
          href={apiAddress(filePath)}
          download={fileName}
          onClick={open}
        >
          Download
        </a>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Press look={isOpened ? "main" : "plain"} className="grow" onClick={onSign}>
          Continue
        </Press>
        <Press onClick={onDecline}>Decline</Press>
        <Press onClick={close}>Back</Press>
      </div>
    </Step>
  );
}

const textOf = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
};

type PartProps = { session: string; reading: Reading; back: () => void };

function Sign({ session, reading: { _id, kennel }, back }: PartProps) {
  const { isBusy, problem, field, run } = useChange();
  const isAtField = field === "word" || field === "name";
  return (
    <Step number={3} title="Sign">
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          const [word, name] = [textOf(event.currentTarget, "word"), textOf(event.currentTarget, "name")];
          void run(async () => await post(`/links/signings/${_id}/sign`, { session, word, name }));
        }}
      >
        <Field
          label="The word on the last page"
          name="word"
          problem={field === "word" ? problem : null}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Field
          label="Your full name"
          name="name"
          problem={field === "name" ? problem : null}
          required
          autoComplete="name"
          maxLength={120}
        />
        <div className="rounded-md bg-muted px-3 py-2 text-sm">
          <p className="font-semibold">By pressing I Sign you say:</p>
          <p>{INTENT}</p>
          {agreementOf(kennel).map((sentence) => (
            <p key={sentence} className="mt-1">
              {sentence}
            </p>
          ))}
        </div>
        <Problem text={isAtField ? null : problem} />
        <div className="flex flex-wrap gap-3">
          <Press look="main" type="submit" className="grow" disabled={isBusy}>
            {isBusy ? "Signing..." : "I Sign"}
          </Press>
          <Press onClick={back}>Back</Press>
        </div>
      </form>
    </Step>
  );
}

function Decline({ session, reading: { _id, kennel }, back }: PartProps) {
  const { isBusy, problem, run } = useChange();
  return (
    <div className={inside}>
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          const reason = textOf(event.currentTarget, "reason");
          void run(async () => await post(`/links/signings/${_id}/decline`, { session, reason }));
        }}
      >
        <label className="block">
          <span className="text-sm font-semibold">Why do you decline?</span>
          <textarea
            name="reason"
            required
            rows={4}
            maxLength={1000}
            className="mt-1 block w-full rounded-md border border-input bg-background px-3 py-2 text-base"
          />
        </label>
        <p className="text-sm text-muted-foreground">{kennel} reads this, and can send you a new document.</p>
        <Problem text={problem} />
        <div className="flex flex-wrap gap-3">
          <Press look="main" type="submit" disabled={isBusy}>
            {isBusy ? "Sending..." : "Decline"}
          </Press>
          <Press onClick={back}>Back</Press>
        </div>
      </form>
    </div>
  );
}

function Done({ reading, isNew, close }: { reading: Reading; isNew: boolean; close: () => void }) {
  const { status, kennel, next, sha256, finalSha256, filePath, finalPath, fileName } = reading;
  const words =
    status === "complete"
      ? "Signed by both sides. Both of you also receive it by email."
      : next === "kennel"
        ? `Thank you. ${kennel} signs next.`
        : status === "declined"
          ? `You declined it. ${kennel} was told.`
          : `${kennel} closed this document.`;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <div className={inside} role="status">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {words}
      </h3>
      <p className="mt-3 text-sm">
        Fingerprint of the document: whoever calculates the SHA-256 of the file gets the same number.
      </p>
      <p className="font-mono text-sm break-words">{grouped(sha256)}</p>
      {finalSha256 === null ? null : (
        <>
          <p className="mt-2 text-sm">Fingerprint of the file with both signatures:</p>
          <p className="font-mono text-sm break-words">{grouped(finalSha256)}</p>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <a
          className={`${link} bg-primary text-primary-foreground`}
          href={apiAddress(finalPath ?? filePath)}
          download={fileName}
        >
          Download
        </a>
        <Press onClick={close}>Close</Press>
      </div>
      {status === "complete" && finalPath === null ? (
        <p className="mt-2 text-sm text-muted-foreground">The file with both signatures is being made.</p>
      ) : null}
    </div>
  );
}
