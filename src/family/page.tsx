/**
 * A family's page: the kennel first, then the puppy, the next steps, and everything that the link shows. The page
 * is live: when the kennel enters or removes something, the page changes at once.
 */
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useMutation, useQueries } from "convex/react";
import { Contract, documentToSign, type FamilyDocument } from "@/family/contract";
import { Growth } from "@/family/growth";
import { OfferAnswer, Wishes } from "@/family/entry";
import { Private } from "@/family/private";
import { Card, Press } from "@/family/parts";
import { apiAddress, type Page, type Story, type Trouble } from "@/family/session";
import { daysBetween, localDay, monthsBetween } from "@domain/dates/calendar-days";
import { callAddress, formatCents, formatDay, formatPhone } from "@domain/formatting/formatting";
import { nextStep, type NextAction, type NextStep } from "@domain/families/next-step";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

type Puppy = NonNullable<Page["puppy"]>;

const TROUBLE_WORDS: Readonly<Record<Trouble, { title: string; text: string }>> = {
  over: {
    title: "This link is no longer valid",
    text: "Please ask the kennel that sent it to you for a new one.",
  },
  unknown: {
    title: "This page needs your link",
    text: "Please open the link that the kennel sent you, as it is in the message.",
  },
  wait: {
    title: "Please wait a little",
    text: "This page was opened many times from your network. Try again in an hour.",
  },
  offline: {
    title: "No connection right now",
    text: "Please check your connection and open the link again.",
  },
};

export function NoPage({ trouble, kennel }: { trouble: Trouble; kennel?: Page["kennel"] | undefined }) {
  const { title, text } = TROUBLE_WORDS[trouble];
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-content-center gap-3 px-5 text-center">
      <h1 className="font-title text-2xl">{title}</h1>
      <p>{text}</p>
      {kennel ? <Contact kennel={kennel} /> : null}
      {trouble === "offline" ? (
        <Press look="main" onClick={() => window.location.reload()}>
          Try Again
        </Press>
      ) : null}
    </main>
  );
}

function Contact({ kennel }: { kennel: Page["kennel"] }) {
  const link = "inline-flex min-h-11 items-center underline underline-offset-4";
  return (
    <p className="flex flex-wrap justify-center gap-x-4">
      {kennel.phone === null ? null : (
        <a className={link} href={callAddress(kennel.phone)}>
          {formatPhone(kennel.phone)}
        </a>
      )}
      {kennel.email === null ? null : (
        <a className={link} href={`mailto:${kennel.email}`}>
          {kennel.email}
        </a>
      )}
      {kennel.website === null ? null : (
        <a
          className={`${link} break-all`}
          href={/^https?:\/\//iu.test(kennel.website) ? kennel.website : `https://${kennel.website}`}
          target="_blank"
          rel="noreferrer"
        >
          {kennel.website.replace(/^https?:\/\//iu, "").replace(/\/$/u, "")}
        </a>
      )}
    </p>
  );
}

const TOUCH_MS = 12 * 3_600_000;

/** Until the first live result, shows the data that the page's script has loaded. */
export function FamilyPage({ session, first }: { session: string; first: Page | null }) {
  const asked = useMemo(
    () => ({
      page: { query: api.families.pages.page, args: { session } },
      story: { query: api.families.pages.story, args: { session } },
      documents: { query: api.signings.familySignings.list, args: { session } },
    }),
    [session],
  );
  const found = useQueries(asked);
  const touch = useMutation(api.families.links.touch);
  useEffect(() => {
    const stay = () => void touch({ session }).catch(() => undefined);
    stay();
    // An open page counts as used, so its session does not expire.
    const timer = setInterval(stay, TOUCH_MS);
    return () => clearInterval(timer);
  }, [touch, session]);
  const live = found["page"] as Page | Error | undefined;
  const told = found["story"] as Story | Error | undefined;
  const documents = found["documents"] as readonly FamilyDocument[] | Error | undefined;
  const page = live instanceof Error ? null : (live ?? first);
  useEffect(() => {
    if (page) document.title = page.kennel.name;
  }, [page]);
  if (live instanceof Error) {
    const isOver = getErrorData(live)?.code === "LINK_OVER";
    return <NoPage trouble={isOver ? "over" : "unknown"} kennel={first?.kennel} />;
  }
  if (!page) return <p className="p-6 text-center text-muted-foreground">Loading...</p>;
  return (
    <Shown
      session={session}
      page={page}
      story={told instanceof Error ? undefined : told}
      found={documents instanceof Error ? [] : documents}
    />
  );
}

const FIRST_DAYS = 14;
const WEEKS_DAYS = 20 * 7;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"} old`;

/** In days during the first two weeks, then in weeks, then in months and years. */
function ageInWords(bornOn: string, today: string): string | null {
  const days = daysBetween(bornOn, today);
  if (days < 0) return null;
  if (days < FIRST_DAYS) return counted(days, "day");
  if (days < WEEKS_DAYS) return counted(Math.floor(days / 7), "week");
  const months = monthsBetween(bornOn, today);
  return months < 24 ? counted(months, "month") : counted(Math.floor(months / 12), "year");
}

const factsOf = (puppy: Puppy, today: string): string =>
  [
    puppy.gender === null ? null : puppy.gender === "female" ? "Female" : "Male",
    puppy.color,
    puppy.markings,
    puppy.collarColor === null ? null : `${puppy.collarColor} collar`,
    puppy.bornOn === null ? null : `born ${formatDay(puppy.bornOn)}`,
    puppy.bornOn === null ? null : ageInWords(puppy.bornOn, today),
  ]
    .filter((part) => part !== null)
    .join(" · ");

/** A due dose is left out if a newer dose of its vaccine was given. */
function nextDoseOf(story: Story | undefined) {
  const newest = new Map<string, Story["doses"][number]>();
  for (const dose of story?.doses ?? [])
    if (!newest.has(dose.vaccineName)) newest.set(dose.vaccineName, dose);
  const due = [...newest.values()]
    .flatMap(({ vaccineName: name, nextDueDate }) =>
      nextDueDate === null ? [] : [{ name, dueOn: nextDueDate }],
    )
    .sort((one, other) => (one.dueOn < other.dueOn ? -1 : 1));
  return due[0] ?? null;
}

/** A puppy's gain is shown this long after the weighing. */
const FRESH_MS = 7 * 86_400_000;

const freshGain = (puppy: Puppy | null): number | null =>
  puppy?.weighedAt && Date.now() - puppy.weighedAt < FRESH_MS ? puppy.gramsPerDay : null;

type ShownProps = {
  session: string;
  page: Page;
  story: Story | undefined;
  /** Undefined until the documents are loaded. A contract that waits for a signature is the page's next step. */
  found: readonly FamilyDocument[] | undefined;
};

function Shown({ session, page, story, found }: ShownProps) {
  const documents = found ?? [];
  const today = localDay(new Date());
  const [opened, setOpened] = useState<string | null>(null);
  const toSign = documentToSign(documents);
  const contract = toSign ? { signBy: toSign.expiresOn } : null;
  const { kennel, entry, placement, puppy } = page;
  const step = nextStep(
    {
      ...{ kennelName: kennel.name, puppyName: puppy?.calledName ?? null, entry, placement, contract },
      ...{ gramsPerDay: freshGain(puppy), nextDose: nextDoseOf(story) },
    },
    today,
  );
  const isOffered = step.state === "offered" && entry !== null;
  const isAlone = puppy === null && placement === null && documents.length === 0;
  return (
    <div className={`mx-auto pb-10 ${isAlone ? "max-w-2xl" : "max-w-5xl"}`}>
      <Header page={page} />
      <main className={`grid items-start gap-4 px-3 lg:px-4 ${isAlone ? "" : "lg:grid-cols-[1.15fr_1fr]"}`}>
        <div className="grid gap-4">
          {puppy ? <Hero puppy={puppy} today={today} /> : null}
          {found === undefined && placement !== null ? (
            <p className="p-4 text-muted-foreground">Loading...</p>
          ) : (
            <Step step={step} isFirst={puppy === null} onSign={() => setOpened(toSign?._id ?? null)}>
              {isOffered ? (
                <OfferAnswer
                  session={session}
                  entry={entry}
                  puppyName={puppy?.calledName ?? "the puppy"}
                  kennelName={kennel.name}
                />
              ) : null}
            </Step>
          )}
          {entry && (step.state === "on_list" || isOffered) ? (
            <Wishes session={session} entry={entry} />
          ) : null}
        </div>
        <div className="grid gap-4">
          <Contract
            session={session}
            documents={documents}
            opened={opened}
            onOpen={setOpened}
            asked={step.state === "contract" ? toSign?._id : undefined}
          />
          {story ? <Rest page={page} story={story} /> : null}
          {story &&
          (placement ?? page.contact) &&
          step.state !== "goodbye" &&
          (page.isConfirmed || !opened) ? (
            <Private session={session} page={page} />
          ) : null}
        </div>
      </main>
      <footer className="px-4 pt-8 text-center text-sm text-muted-foreground">
        <p className="font-semibold">{kennel.name}</p>
        {kennel.address === null ? null : <p>{kennel.address}</p>}
        <Contact kennel={kennel} />
        <p className="pt-4">This page is for you alone: everyone who has its link can read it.</p>
        <p>Made with Studbook</p>
      </footer>
    </div>
  );
}

function Header({ page: { kennel, contact, entry } }: { page: Page }) {
  const name = contact?.name ?? entry?.name;
  return (
    <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
      <p className="flex min-w-0 items-center gap-3">
        {kennel.logo === null ? null : (
          <img src={apiAddress(kennel.logo)} alt="" className="h-10 max-w-24 object-contain" />
        )}
        <span className="font-title text-lg break-words">{kennel.name}</span>
      </p>
      {name === undefined || name === "" ? null : <p className="text-sm text-muted-foreground">For {name}</p>}
    </header>
  );
}

function Hero({ puppy, today }: { puppy: Puppy; today: string }) {
  return (
    <section className="overflow-hidden rounded-lg border bg-card shadow-page">
      {puppy.photo === null ? null : (
        <img
          src={apiAddress(puppy.photo.preview)}
          alt={puppy.photo.caption ?? puppy.calledName}
          fetchPriority="high"
          // On a slow connection the small picture appears first, and the large picture is drawn over it.
          style={{ backgroundImage: `url("${apiAddress(puppy.photo.thumbnail)}")` }}
          className="h-72 w-full bg-muted bg-cover bg-position-[50%_30%] object-cover object-[50%_30%] sm:h-96 lg:h-88"
        />
      )}
      <div className="px-4 py-3 sm:px-5">
        <h1 className="font-title text-3xl">{puppy.calledName}</h1>
        <p>{factsOf(puppy, today)}</p>
      </div>
    </section>
  );
}

const TARGETS: Readonly<Record<NextAction, string>> = {
  answer: "answer",
  sign: "contract",
  health: "health",
};

/** Without a puppy, the title of this part is the title of the page. */
type StepProps = { step: NextStep; isFirst: boolean; onSign: () => void; children: ReactNode };

function Step({ step, isFirst, onSign, children }: StepProps) {
  const Title = isFirst ? "h1" : "h2";
  return (
    <section
      aria-live="polite"
      aria-label="What comes next"
      className="overflow-hidden rounded-lg border border-brass-line bg-card shadow-page"
    >
      <div className="px-4 pt-4 pb-4 sm:px-5">
        <Title className="font-title text-xl">{step.title}</Title>
        <p className="mt-1">{step.text}</p>
        {step.button === null || children ? null : (
          <a
            href={`#${TARGETS[step.button.action]}`}
            onClick={(event) => {
              event.preventDefault();
              if (step.button?.action === "sign") onSign();
              const target = step.button === null ? "" : TARGETS[step.button.action];
              document.getElementById(target)?.scrollIntoView({ behavior: "smooth" });
            }}
            className="mt-3 inline-flex min-h-11 items-center justify-center rounded-md bg-primary px-4 font-semibold text-primary-foreground"
          >
            {step.button.label}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

function Rest({ page, story }: { page: Page; story: Story }) {
  const { puppy, placement } = page;
  return (
    <>
      {puppy ? <Growth puppy={puppy} story={story} /> : null}
      {story.diary.length > 0 ? <Diary story={story} /> : null}
      {puppy && story.photos.length > 1 ? <Photos story={story} name={puppy.calledName} /> : null}
      {placement && puppy ? <Money placement={placement} /> : null}
      {story.doses.length > 0 ? <Doses story={story} /> : null}
      {puppy ? <Identity puppy={puppy} /> : null}
      {story.parents.length > 0 ? (
        <Card title="Parents">
          <Parents parents={story.parents} />
        </Card>
      ) : null}
      {story.plans.length > 0 ? <Plans story={story} /> : null}
      {story.papers.length > 0 ? <Papers story={story} /> : null}
    </>
  );
}

function Diary({ story }: { story: Story }) {
  return (
    <Card title="Diary">
      <ul className="px-4 pb-2 sm:px-5">
        {story.diary.map(({ text, sharedAt, photos }) => (
          <li key={sharedAt} className="border-t py-3 first:border-t-0 first:pt-0">
            <p className="text-sm text-muted-foreground">{formatDay(localDay(new Date(sharedAt)))}</p>
            <p className="whitespace-pre-wrap">{text}</p>
            {photos.length === 0 ? null : (
              <div className="mt-2 grid grid-cols-3 gap-1.5">
                {photos.map(({ id, thumbnail, full, caption }) => (
                  <a key={id} href={apiAddress(full)} target="_blank" rel="noreferrer">
                    <img
                      src={apiAddress(thumbnail)}
                      alt={caption ?? "Photo of the diary"}
                      loading="lazy"
                      className="aspect-square w-full rounded-md bg-muted object-cover"
                    />
                  </a>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Photos({ story, name }: { story: Story; name: string }) {
  return (
    <Card title="Photos">
      <ul className="grid grid-cols-3 gap-1.5 px-4 pb-4 sm:grid-cols-4 sm:px-5">
        {story.photos.map(({ id, thumbnail, full, caption }) => (
          <li key={id}>
            <a href={apiAddress(full)} target="_blank" rel="noreferrer">
              <img
                src={apiAddress(thumbnail)}
                alt={caption ?? `Photo of ${name}`}
                loading="lazy"
                className="aspect-square w-full rounded-md bg-muted object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="px-4 pb-4 sm:px-5">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 py-1">
          <dt>{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Money({ placement }: { placement: NonNullable<Page["placement"]> }) {
  const rows = [
    ...(placement.priceCents === null ? [] : [["Price", formatCents(placement.priceCents)] as const]),
    ...(placement.depositCents === null ? [] : [["Deposit", formatCents(placement.depositCents)] as const]),
  ];
  if (rows.length === 0) return null;
  return (
    <Card title="Price">
      <Rows rows={rows} />
    </Card>
  );
}

function Doses({ story }: { story: Story }) {
  return (
    <Card title="Vaccinations" id="health">
      <ul className="px-4 pb-4 sm:px-5">
        {story.doses.map((dose) => (
          <li key={`${dose.vaccineName} ${dose.dateAdministered}`} className="border-t py-2 first:border-t-0">
            <p className="font-semibold">{dose.vaccineName}</p>
            <p className="text-sm text-muted-foreground">
              {[
                `Given on ${formatDay(dose.dateAdministered)}`,
                dose.nextDueDate === null ? null : `next on ${formatDay(dose.nextDueDate)}`,
                dose.manufacturer,
                dose.batchNumber === null ? null : `batch ${dose.batchNumber}`,
                dose.veterinaryClinic,
              ]
                .filter((part) => part !== null)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Identity({ puppy }: { puppy: Puppy }) {
  const rows = (
    [
      ["Registered name", puppy.registeredName],
      ["Registration number", puppy.registrationNumber],
      ["Chip number", puppy.microchipNumber],
      ["Chip database", puppy.chipDatabase],
    ] as const
  ).flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
  if (rows.length === 0) return null;
  return (
    <Card title="Numbers">
      <Rows rows={rows} />
    </Card>
  );
}

function Parents({ parents }: { parents: Story["parents"] }) {
  return (
    <ul className="grid gap-3 px-4 pb-4 sm:grid-cols-2 sm:px-5 lg:grid-cols-1">
      {parents.map((parent) => (
        <li key={parent.gender} className="flex items-center gap-3">
          {parent.photo === null ? null : (
            <img
              src={apiAddress(parent.photo.thumbnail)}
              alt={`Photo of ${parent.callName ?? parent.name}`}
              loading="lazy"
              className="size-20 rounded-md bg-muted object-cover"
            />
          )}
          <span className="min-w-0 break-words">
            <span className="font-semibold">
              {[parent.titles, parent.name].filter((part) => part !== null).join(" ")}
            </span>
            <span className="block text-sm text-muted-foreground">
              {[parent.gender === "male" ? "Sire" : "Dam", parent.callName, parent.registrationNumber]
                .filter((part) => part !== null)
                .join(" · ")}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Plans({ story }: { story: Story }) {
  return (
    <Card title={story.plans.length === 1 ? "A litter is planned" : "Planned litters"}>
      <ul>
        {story.plans.map(({ expectedDueDate, parents }, index) => (
          // Plans have no ids here, and their order rarely changes.
          <li key={index} className="border-t pt-3 first:border-t-0 first:pt-0">
            <p className="px-4 pb-2 sm:px-5">
              {expectedDueDate === null
                ? "The date is not known yet"
                : `Expected around ${formatDay(expectedDueDate)}`}
            </p>
            <Parents parents={parents} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const paperName = (paper: string): string => {
  const words = paper.replaceAll("_", " ").replace("dna", "DNA");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function Papers({ story }: { story: Story }) {
  return (
    <Card title="Papers you have">
      <ul className="px-4 pb-4 sm:px-5">
        {story.papers.map(({ paper, handedOn, number }) => (
          <li
            key={`${paper} ${handedOn} ${number ?? ""}`}
            className="flex flex-wrap justify-between gap-x-4 py-1"
          >
            <span>
              {paperName(paper)}
              {number === null ? "" : `, ${number}`}
            </span>
            <span className="text-sm text-muted-foreground">{formatDay(handedOn)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
