/** What a family on the waiting list sees and can do: its offer, its wishes, a pause, and leaving the list. */
import { useState, type SyntheticEvent } from "react";
import { useMutation } from "convex/react";
import { addDays, localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";
import { Card, Field, Press, Problem, useChange } from "@/family/parts";
import type { Page } from "@/family/session";

type Entry = NonNullable<Page["entry"]>;

/** The default length of a pause. */
const PAUSE_DAYS = 90;

/** Each choice asks for a confirmation. */
export function OfferAnswer({
  session,
  entry,
  puppyName,
  kennelName,
}: {
  session: string;
  entry: Entry;
  puppyName: string;
  kennelName: string;
}) {
  const answer = useMutation(api.families.pages.answerOffer);
  const { isBusy, problem, run } = useChange();
  const [asked, setAsked] = useState<boolean | null>(null);
  const send = async (isAccepted: boolean) => {
    const today = localDay(new Date());
    await run(async () => await answer({ session, isAccepted, expectedUpdatedAt: entry.updatedAt, today }));
    setAsked(null);
  };
  return (
    <div id="answer" className="px-4 pb-4 sm:px-5">
      {asked === null ? (
        <div className="flex flex-wrap gap-3">
          <Press look="main" className="grow" onClick={() => setAsked(true)}>
            Accept
          </Press>
          <Press className="grow" onClick={() => setAsked(false)}>
            Decline
          </Press>
        </div>
      ) : (
        <>
          <p className="mb-3">
            {asked
              ? `${kennelName} will reserve ${puppyName} for you.`
              : `${kennelName} will offer ${puppyName} to somebody else. You keep your place.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <Press look="main" className="grow" disabled={isBusy} onClick={() => void send(asked)}>
              {isBusy ? "Sending..." : asked ? `Yes, we want ${puppyName}` : "Yes, decline"}
            </Press>
            <Press className="grow" disabled={isBusy} onClick={() => setAsked(null)}>
              Back
            </Press>
          </div>
        </>
      )}
      <Problem text={problem} />
    </div>
  );
}

const wishWords = ({ gender, color, breed, wantedFrom }: Entry): string[] => [
  gender === null ? "Either sex" : gender === "female" ? "A female" : "A male",
  ...(color === null ? [] : [color]),
  ...(breed === null ? [] : [breed]),
  ...(wantedFrom === null ? [] : [`from ${formatDay(wantedFrom)}`]),
];

export function Wishes({ session, entry }: { session: string; entry: Entry }) {
  const [open, setOpen] = useState<"wishes" | "pause" | "leave" | null>(null);
  const today = localDay(new Date());
  const isPaused = entry.pausedUntil !== null && entry.pausedUntil > today;
  const close = () => setOpen(null);
  return (
    <Card title="Your wishes">
      <div className="px-4 pb-4 sm:px-5">
        <p>{wishWords(entry).join(" · ")}</p>
        <p className="text-sm text-muted-foreground">
          On the list since {formatDay(localDay(new Date(entry.since)))}
          {isPaused ? ` · No offers until ${formatDay(entry.pausedUntil ?? "")}` : ""}
        </p>
        {open === null ? (
          <div className="mt-3 flex flex-wrap gap-3">
            <Press onClick={() => setOpen("wishes")}>Change Wishes</Press>
            <Press onClick={() => setOpen("pause")}>{isPaused ? "Change Pause" : "Pause"}</Press>
            <Press onClick={() => setOpen("leave")}>Leave List</Press>
          </div>
        ) : null}
        {open === "wishes" ? <WishesForm session={session} entry={entry} close={close} /> : null}
        {open === "pause" ? (
          <PauseForm session={session} entry={entry} close={close} isPaused={isPaused} />
        ) : null}
        {open === "leave" ? <Leave session={session} entry={entry} close={close} /> : null}
      </div>
    </Card>
  );
}

type PartProps = { session: string; entry: Entry; close: () => void };

const typed = (data: FormData, name: string): string | null => {
  const text = data.get(name);
  return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
};

function WishesForm({ session, entry, close }: PartProps) {
  const change = useMutation(api.families.pages.changeWishes);
  const { isBusy, problem, run } = useChange();
  const save = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const gender = data.get("gender");
    const wishes = {
      gender: gender === "male" || gender === "female" ? gender : null,
      color: typed(data, "color"),
      wantedFrom: typed(data, "wantedFrom"),
    } as const;
    const expectedUpdatedAt = entry.updatedAt;
    if (await run(async () => await change({ session, expectedUpdatedAt, ...wishes }))) close();
  };
  return (
    <form className="mt-3 space-y-3" onSubmit={(event) => void save(event)}>
      <fieldset>
        <legend className="text-sm font-semibold">Sex</legend>
        <div className="flex flex-wrap gap-x-5">
          {[
            ["", "Either"],
            ["female", "Female"],
            ["male", "Male"],
          ].map(([value = "", label]) => (
            <label key={value} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="gender"
                value={value}
                defaultChecked={(entry.gender ?? "") === value}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Color you hope for" name="color" defaultValue={entry.color ?? ""} maxLength={200} />
      <Field
        label="From when a puppy could come"
        name="wantedFrom"
        type="date"
        defaultValue={entry.wantedFrom ?? ""}
      />
      <div className="flex flex-wrap gap-3">
        <Press look="main" type="submit" disabled={isBusy}>
          {isBusy ? "Saving..." : "Save Wishes"}
        </Press>
        <Press onClick={close}>Back</Press>
      </div>
      <Problem text={problem} />
    </form>
  );
}

function PauseForm({ session, entry, close, isPaused }: PartProps & { isPaused: boolean }) {
  const change = useMutation(api.families.pages.changeWishes);
  const { isBusy, problem, run } = useChange();
  const today = localDay(new Date());
  const save = async (pausedUntil: string | null) => {
    const expectedUpdatedAt = entry.updatedAt;
    if (await run(async () => await change({ session, expectedUpdatedAt, pausedUntil }))) close();
  };
  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save(typed(new FormData(event.currentTarget), "pausedUntil"));
      }}
    >
      <Field
        label="No offers until"
        name="pausedUntil"
        type="date"
        required
        min={addDays(today, 1)}
        defaultValue={isPaused ? (entry.pausedUntil ?? "") : addDays(today, PAUSE_DAYS)}
      />
      <p className="text-sm text-muted-foreground">You keep your place on the list.</p>
      <div className="flex flex-wrap gap-3">
        <Press look="main" type="submit" disabled={isBusy}>
          {isBusy ? "Saving..." : "Pause Offers"}
        </Press>
        {isPaused ? (
          <Press disabled={isBusy} onClick={() => void save(null)}>
            End Pause
          </Press>
        ) : null}
        <Press onClick={close}>Back</Press>
      </div>
      <Problem text={problem} />
    </form>
  );
}

function Leave({ session, entry, close }: PartProps) {
  const leave = useMutation(api.families.pages.leave);
  const { isBusy, problem, run } = useChange();
  return (
    <div className="mt-3">
      <p className="mb-3">You lose your place on the list. Write to the kennel if you want it back.</p>
      <div className="flex flex-wrap gap-3">
        <Press
          look="main"
          disabled={isBusy}
          onClick={() => void run(async () => await leave({ session, expectedUpdatedAt: entry.updatedAt }))}
        >
          {isBusy ? "Leaving..." : "Yes, leave the list"}
        </Press>
        <Press onClick={close}>Back</Press>
      </div>
      <Problem text={problem} />
    </div>
  );
}
