/** What a person should know of their entries: a puppy weighed twice, and what the server did not take. */
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { puppyName } from "@domain/litters/labels";
import { timeText } from "@/features/litters/litter-words";
import type { BoardPuppy } from "@/features/litters/use-weighing-board";
import { weighingQueue, type WeighingNotice } from "@/features/litters/weighing-queue";

type WeighingNoticesProps = {
  notices: readonly WeighingNotice[];
  puppies: readonly BoardPuppy[];
  litterId: string;
};

/** Renders one message per notice, each with what can be done. */
export function WeighingNotices({ notices, puppies, litterId }: WeighingNoticesProps) {
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
  const before = other ? `${gramsText(other.grams)} at ${timeText(other.weighedAt)}` : "";
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
