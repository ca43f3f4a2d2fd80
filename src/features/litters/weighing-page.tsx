/**
 * The weighing screen, on which a user weighs one puppy after another and types with one thumb. Several phones may
 * weigh one litter at the same time, and each shows the others' weights. An entry stays on the device until the
 * server has stored it.
 */
import { useState } from "react";
import { ArrowLeft, Check, CloudUpload, Scale } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useWeightQuestion } from "@/entities/weights/weight-question";
import { collarText } from "@/features/litters/puppy-dot";
import { litterPath, littersPath } from "@/features/litters/litter-words";
import { parentNames, signedWeight } from "@/features/litters/litter-words";
import { NumberPad } from "@/components/number-pad";
import { PuppyDot } from "@/features/litters/puppy-dot";
import { type BoardPuppy, type WeighingBoard, useWeighingBoard } from "@/features/litters/use-weighing-board";
import { type WeighingNotice, weighingQueue } from "@/entities/weights/weighing-queue";
import { useKennel } from "@/hooks/use-kennel";
import { useRecordTitle } from "@/hooks/use-page-title";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { isNotFound } from "@/lib/failure-text";
import { Link, useParams } from "@/lib/router";
import { cn } from "@/lib/utils";
import { MAX_PUPPY_GRAMS } from "@domain/litters/rules";
import { formatClock, formatShortMoment, grouped } from "@domain/formatting/formatting";
import { weightDoubt } from "@domain/health/weight-doubt";
import { type PuppyWeightUnit, puppyWeightText, readPuppyWeight } from "@domain/health/weights";
import { puppyName } from "@domain/litters/words";

export function WeighingPage() {
  const { litterId = "" } = useParams();
  const { hasRight } = useKennel();
  const board = useWeighingBoard(litterId);
  const { litter } = board;
  const { sire, dam } = litter.data ? parentNames(litter.data) : { sire: "", dam: "" };
  useRecordTitle(litter.data ? `${sire} × ${dam}` : null);
  if (litter.status === "error") {
    return isNotFound(litter.error) ? (
      <EmptyState
        title="Litter not found"
        text="It may have been deleted, or it belongs to another kennel."
        action={
          <Button asChild variant="outline">
            <Link to={littersPath}>All Litters</Link>
          </Button>
        }
      />
    ) : (
      <LoadError message="Failed to load the litter. Please try again." onRetry={litter.retry} />
    );
  }
  if (!board.isReady || !litter.data) return <BoardSkeleton />;
  return (
    <div className="mx-auto flex max-w-lg flex-col gap-3">
      <header className="flex items-center gap-2">
        <Button asChild variant="ghost" size="icon" aria-label="Back to the litter">
          <Link to={litterPath(litterId)}>
            <ArrowLeft aria-hidden />
          </Link>
        </Button>
        <h2 className="font-title line-clamp-3 min-w-0 flex-1 text-lg leading-snug break-words">
          {sire} × {dam}
        </h2>
        <WaitingMark count={board.waitingCount} />
      </header>
      {/* The form also works offline, because weights are stored on this device. */}
      {!hasRight("breeding", "write") ? (
        <EmptyState
          title="You do not have permission to weigh"
          text="Ask an owner of the kennel for permission to change breedings."
        />
      ) : board.puppies.length === 0 ? (
        <EmptyState
          icon={<Scale aria-hidden className="size-9 text-brass" />}
          title="No puppies to weigh"
          text="Record the puppies of this litter first."
        />
      ) : (
        <Weighing board={board} litterId={litterId} />
      )}
    </div>
  );
}

function BoardSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="mx-auto flex max-w-lg flex-col gap-3">
      <Skeleton className="h-10" />
      <Skeleton className="h-14" />
      <Skeleton className="h-32" />
      <Skeleton className="h-80" />
    </div>
  );
}

/** A short delay avoids flicker on a good connection. */
function WaitingMark({ count }: { count: number }) {
  return (
    <div role="status" className="shrink-0">
      {count === 0 ? null : (
        <span className="inline-flex animate-in items-center gap-1.5 rounded-full bg-warning-soft px-2.5 py-1 text-sm font-semibold text-warning delay-500 fade-in-0 fill-mode-both">
          <CloudUpload aria-hidden className="size-4" />
          {count} waiting to be sent
        </span>
      )}
    </div>
  );
}

/** Skips puppies that were weighed in this round. Null if none is left. */
function nextAfter(puppies: readonly BoardPuppy[], id: string | null): string | null {
  const start = puppies.findIndex(({ puppy }) => puppy._id === id) + 1;
  const inTurn = [...puppies.slice(start), ...puppies.slice(0, start)];
  const next = inTurn.find(({ puppy, current }) => current === null && puppy._id !== id);
  return next?.puppy._id ?? null;
}

const MAX_DIGITS = String(MAX_PUPPY_GRAMS).length;

/** The keys can type weights such as '1lb2.5'. */
const POUNDS_AND_OUNCES = /^(?:\d{1,2}lb)?\d{0,3}(?:\.\d?)?$/u;

/** The text stays unchanged if the result cannot become a weight. */
function withKey(typed: string, key: string, unit: PuppyWeightUnit): string {
  const next = `${typed}${key}`.replace(/^0+(?=\d)/u, "");
  if (unit === "g") return next.replace(/^0$/u, "").slice(0, MAX_DIGITS);
  return POUNDS_AND_OUNCES.test(next) ? next : typed;
}

interface Typing {
  readonly puppyId: string | null;
  readonly typed: string;
  readonly lastKey: string | null;
}

function useTyping({ puppies }: WeighingBoard, litterId: string) {
  const { unit, gramsText } = usePuppyWeights();
  const { saveOrAsk, isAsking, question } = useWeightQuestion();
  const [{ puppyId, typed, lastKey }, setTyping] = useState<Typing>({
    puppyId: null,
    typed: "",
    lastKey: null,
  });
  const shown =
    puppies.find(({ puppy }) => puppy._id === puppyId) ??
    puppies.find(({ current }) => current === null) ??
    puppies[0];
  const grams = readPuppyWeight(typed, unit) ?? 0;
  const canSave = shown !== undefined && grams > 0 && grams <= MAX_PUPPY_GRAMS;
  const choose = (id: string) => setTyping((last) => ({ ...last, puppyId: id, typed: "" }));
  const press = (key: string) =>
    setTyping((last) => ({
      ...last,
      // The weight is for the puppy that was selected when typing began, even if another phone weighs that puppy
      // meanwhile.
      puppyId: shown?.puppy._id ?? null,
      typed: withKey(last.typed, key, unit),
    }));
  const erase = () => setTyping((last) => ({ ...last, typed: last.typed.replace(/(?:lb|.)$/u, "") }));
  const save = () => {
    if (!canSave) return;
    const weighedAt = Date.now();
    saveOrAsk(weightDoubt({ ...shown, grams, at: weighedAt }, gramsText), () => {
      const entryKey = crypto.randomUUID();
      const puppyId = shown.puppy._id;
      weighingQueue().add({ kind: "weigh", litterId, puppyId, grams, weighedAt, entryKey });
      setTyping({ puppyId: nextAfter(puppies, puppyId), typed: "", lastKey: entryKey });
    });
  };
  const undo = (entryKey: string, id: string) => {
    weighingQueue().add({ kind: "undo", litterId, entryKey });
    setTyping({ puppyId: id, typed: "", lastKey: null });
  };
  return { shown, typed, lastKey, canSave, choose, press, erase, save, undo, isAsking, question };
}

function Weighing({ board, litterId }: { board: WeighingBoard; litterId: string }) {
  const { unit, gramsText } = usePuppyWeights();
  const typing = useTyping(board, litterId);
  const { shown } = typing;
  const done = board.puppies.filter(({ current }) => current !== null).length;
  const last = board.puppies.find(({ current }) => current?.entryKey === typing.lastKey);
  if (!shown) return null;
  return (
    <>
      <PuppyStrip board={board} shownId={shown.puppy._id} onChoose={typing.choose} />
      <p role="status" className="text-center text-sm text-muted-foreground">
        {done === board.puppies.length
          ? `All ${board.puppies.length} puppies are weighed`
          : `${done} of ${board.puppies.length} weighed`}
      </p>
      <WeighingNotices notices={board.notices} puppies={board.puppies} litterId={litterId} />
      <PuppyOnScale shown={shown} typed={typing.typed} onUndo={typing.undo} />
      <NumberPad
        canSave={typing.canSave}
        isPaused={typing.isAsking}
        marks={unit === "lb" ? ["lb", "."] : []}
        onKey={typing.press}
        onErase={typing.erase}
        onSave={typing.save}
      />
      {typing.question}
      <div className="flex min-h-11 items-center justify-between gap-2">
        {last?.current ? (
          <>
            <p className="min-w-0 truncate text-sm">
              {puppyName(last.puppy)}: <strong>{gramsText(last.current.grams)}</strong>
            </p>
            <Button
              variant="outline"
              onClick={() => typing.undo(last.current?.entryKey ?? "", last.puppy._id)}
            >
              Undo
            </Button>
          </>
        ) : null}
      </div>
    </>
  );
}

type PuppyStripProps = { board: WeighingBoard; shownId: string; onChoose: (id: string) => void };

function PuppyStrip({ board, shownId, onChoose }: PuppyStripProps) {
  return (
    <ul aria-label="Puppies" className="flex flex-wrap gap-1.5">
      {board.puppies.map(({ puppy, current }) => (
        <li key={puppy._id}>
          <button
            type="button"
            aria-current={puppy._id === shownId}
            onClick={() => onChoose(puppy._id)}
            className={cn(
              "inline-flex h-11 max-w-40 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold",
              puppy._id === shownId ? "border-primary bg-accent text-accent-foreground" : "bg-card",
              current !== null && puppy._id !== shownId && "text-muted-foreground",
            )}
          >
            <PuppyDot puppy={puppy} />
            <span className="truncate">
              {[puppy.name, puppy.collarColor].filter(Boolean).join(" · ") || `No. ${puppy.order}`}
              {puppy.name === null && puppy.collarColor !== null ? (
                <span className="sr-only"> collar</span>
              ) : null}
            </span>
            {current === null ? (
              // The empty place keeps the width, so that the keys below never move.
              <span className="size-4 shrink-0" />
            ) : current.isWaiting ? (
              <CloudUpload aria-label="waiting to be sent" className="size-4 shrink-0 text-warning" />
            ) : (
              <Check aria-label="weighed" className="size-4 shrink-0 text-success" />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** While nothing is typed, shows the stored weight. */
const poundsText = (typed: string, grams: number): string =>
  typed === ""
    ? puppyWeightText(grams, "lb")
    : `${typed.replace("lb", " lb ")}${/lb$/u.test(typed) ? "" : " oz"}`;

type PuppyOnScaleProps = {
  shown: BoardPuppy;
  typed: string;
  onUndo: (entryKey: string, puppyId: string) => void;
};

function PuppyOnScale({ shown: { puppy, current, previous }, typed, onUndo }: PuppyOnScaleProps) {
  const { unit, gramsText } = usePuppyWeights();
  const collar = collarText(puppy);
  const grams = typed === "" ? (current?.grams ?? null) : (readPuppyWeight(typed, unit) ?? 0);
  return (
    <section
      aria-label={puppyName(puppy)}
      className="flex flex-col gap-1 rounded-lg border bg-card px-4 py-3 shadow-page"
    >
      <h3 className="font-title flex items-center gap-2 text-2xl">
        <PuppyDot puppy={puppy} className="size-5" />
        <span className="min-w-0 truncate">{puppyName(puppy)}</span>
        {collar === null ? null : (
          <span className="shrink-0 font-sans text-base text-muted-foreground">{collar}</span>
        )}
      </h3>
      <p className="text-sm text-muted-foreground">
        {previous === null
          ? "First weighing"
          : `Last ${gramsText(previous.grams)}${previous.weighedAt === null ? " at birth" : `, ${formatShortMoment(previous.weighedAt)}`}`}
      </p>
      <p className="flex items-baseline justify-between gap-3">
        <output
          aria-label={unit === "g" ? "Weight in grams" : "Weight in pounds and ounces"}
          className={cn(
            "text-5xl leading-none font-semibold",
            typed === "" && current === null && "text-muted-foreground",
          )}
        >
          {grams === null ? "–" : unit === "g" ? grouped(grams) : poundsText(typed, grams)}
          {unit === "g" ? <span className="text-2xl font-normal"> g</span> : null}
        </output>
        {grams !== null && previous !== null && grams > previous.grams / 2 ? (
          <span className={cn("text-lg", grams < previous.grams ? "text-error" : "text-success")}>
            {signedWeight(grams - previous.grams, gramsText)}
          </span>
        ) : null}
      </p>
      {current !== null && typed === "" ? (
        <p className="flex items-center justify-between gap-2 text-sm">
          <span className={current.isWaiting ? "text-warning" : "text-success"}>
            {current.isWaiting ? "Waiting to be sent" : "Saved"} · {formatShortMoment(current.weighedAt)}
          </span>
          <Button size="sm" variant="ghost" onClick={() => onUndo(current.entryKey, puppy._id)}>
            Undo
          </Button>
        </p>
      ) : current !== null ? (
        <p className="text-sm text-warning">Weighed a moment ago: {gramsText(current.grams)}</p>
      ) : null}
    </section>
  );
}

type WeighingNoticesProps = {
  notices: readonly WeighingNotice[];
  puppies: readonly BoardPuppy[];
  litterId: string;
};

/**
 * For a puppy that was weighed twice, and for entries that the server refused. Each message offers the possible
 * actions.
 */
function WeighingNotices({ notices, puppies, litterId }: WeighingNoticesProps) {
  const nameOf = (notice: WeighingNotice): string => {
    const found = puppies.find(({ puppy }) => puppy._id === notice.entry.puppyId);
    return found ? puppyName(found.puppy) : "A puppy";
  };
  const { gramsText } = usePuppyWeights();
  return notices.map((notice) => (
    <Alert key={notice.entry.entryKey} variant={notice.kind === "refused" ? "error" : "warning"}>
      <div className="flex flex-col gap-2">
        <p>{noticeText(notice, nameOf(notice), gramsText)}</p>
        <NoticeActions notice={notice} litterId={litterId} />
      </div>
    </Alert>
  ));
}

function noticeText(
  { kind, entry, other, reason }: WeighingNotice,
  name: string,
  gramsText: (grams: number) => string,
): string {
  if (kind === "refused") return `${name}, ${gramsText(entry.grams)}, was not saved. ${reason ?? ""}`;
  const before = other ? `${gramsText(other.grams)} at ${formatClock(other.weighedAt)}` : "";
  return kind === "same"
    ? `${name} was already weighed: ${before}. It is counted once.`
    : `${name} was weighed twice: ${before}, then ${gramsText(entry.grams)}.`;
}

function NoticeActions({ notice, litterId }: { notice: WeighingNotice; litterId: string }) {
  const { kind, entry, other } = notice;
  const queue = weighingQueue();
  const { gramsText } = usePuppyWeights();
  const drop = (entryKey: string) => {
    queue.add({ kind: "undo", litterId, entryKey });
    queue.dismiss(notice);
  };
  if (kind !== "second" || !other) {
    return (
      <Button size="sm" variant="outline" className="self-start" onClick={() => queue.dismiss(notice)}>
        OK
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="outline" onClick={() => drop(entry.entryKey)}>
        Keep {gramsText(other.grams)}
      </Button>
      <Button size="sm" variant="outline" onClick={() => drop(other.entryKey)}>
        Keep {gramsText(entry.grams)}
      </Button>
      <Button size="sm" variant="outline" onClick={() => queue.dismiss(notice)}>
        Keep Both
      </Button>
    </div>
  );
}
