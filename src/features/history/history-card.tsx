/**
 * The history of the whole kennel: filtered by kind of record, dog, person, days or deletions, and exported as a file.
 * Words are not searched, because an index of words would slow every change down.
 */
import { useState } from "react";
import { type ConvexReactClient, useConvex, usePaginatedQuery } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { FileDown } from "lucide-react";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { LIST_PAGE } from "@/components/paged-list";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { TextField } from "@/components/text-field";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { FormField } from "@/components/ui/form-field";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { ChangeList } from "@/entities/history/change-list";
import type { Change } from "@/entities/history/use-remedies";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";
import { day, flag, id, oneOf, text, useScreenAddress } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { localDay } from "@domain/dates/calendar-days";
import { historyOf } from "@domain/history/records";
import { HISTORY_TABLES } from "@domain/history/tables.gen";
import { historyRows } from "@domain/history/words";
import { readsRecords } from "@domain/permissions/confidential";
import { toCsv } from "@domain/text/csv";

const EVENTS = "events";

const ADDRESS = {
  records: oneOf([...HISTORY_TABLES, EVENTS], null),
  dogId: { ...text, as: "dog" },
  userId: { ...id, as: "person" },
  from: day,
  to: day,
  areDeletions: { ...flag, as: "deletions" },
};

const NO_FILTERS = { records: null, dogId: "", userId: null, from: "", to: "", areDeletions: false };

/** On the user's device. The day after the last day that can be typed has no calendar day. */
function startOf(calendarDay: string, daysLater = 0): number {
  const [year = 0, month = 0, dayOfMonth = 0] = calendarDay.split("-").map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater).getTime();
}

/** On its own page, the page has the title. */
export function HistoryCard({ isPage = false }: { isPage?: boolean }) {
  const { can, kennel, kennelId } = useKennel();
  const client = useConvex();
  const [filters, change] = useScreenAddress(ADDRESS);
  const { records, dogId, userId, from, to, areDeletions: wantsDeletions } = filters;
  const [isSaving, setSaving] = useState(false);
  const tables = HISTORY_TABLES.filter((each) => readsRecords(kennel.permissions, each));
  const canUndo = tables.some((each) => can(historyOf(each).area, "write"));
  const areEvents = records === EVENTS;
  const table = tables.find((each) => each === records) ?? null;
  const areDeletions = wantsDeletions && !areEvents;
  const asked = {
    ...{ table, userId, areDeletions, areEvents },
    ...(dogId !== "" && !areEvents && { dogId }),
    ...(from !== "" && { since: startOf(from) }),
    ...(to !== "" && { before: startOf(to, 1) }),
  };
  const isFiltered = Object.values(filters).some(Boolean);
  const save = async () => {
    setSaving(true);
    try {
      const isWhole = await saveHistory(client, { kennelId, ...asked });
      if (isWhole) toast.success("History exported successfully");
      else toast.warning(`The newest ${MAX_CHANGES.toLocaleString("en-US")} changes were exported`);
    } catch (error) {
      toast.error(failureText("Failed to export the history", error));
    }
    setSaving(false);
  };
  const intro = (
    <p className="max-w-prose text-pretty text-muted-foreground">
      Every change to the kennel&apos;s records and team, and every restore, with who made it.
      {canUndo
        ? " What was changed or added can be undone until somebody changes or uses it again; what was deleted can be brought back for 30 days."
        : null}
    </p>
  );
  return (
    <Card id="history">
      <CardHeader
        className={cn(
          "flex-row flex-wrap justify-between gap-3",
          isPage ? "items-start pb-4" : "items-center",
        )}
      >
        {isPage ? (
          <div className="min-w-0 flex-1 basis-72">
            <CardTitle className="sr-only">Changes</CardTitle>
            {intro}
          </div>
        ) : (
          <CardTitle>History</CardTitle>
        )}
        <Button variant="outline" disabled={isSaving} onClick={() => void save()}>
          <FileDown aria-hidden />
          <span>
            {isSaving ? "Exporting..." : "Export CSV"}
            <span className="sr-only"> of the history</span>
          </span>
        </Button>
      </CardHeader>
      <CardContent className="@container flex flex-col gap-5">
        {isPage ? null : intro}
        <div className="grid grid-cols-2 items-start gap-3 sm:gap-4 @4xl:grid-cols-5">
          <ChoiceField<string>
            label="Records"
            value={areEvents ? EVENTS : (table ?? "")}
            choices={[
              ["", "All records"],
              ...tables.map((each) => [each, historyOf(each).plural] as const),
              ...(can("members", "read") ? [[EVENTS, "Team and restores"] as const] : []),
            ]}
            onValue={(value) =>
              change({
                records: value === EVENTS ? EVENTS : (tables.find((each) => each === value) ?? null),
                ...(value === EVENTS && { dogId: "", areDeletions: false }),
              })
            }
          />
          {can("dogs", "read") ? (
            <FormField label="Dog">
              {(props) => (
                <DogCombobox
                  {...props}
                  placeholder="All dogs"
                  dogId={dogId}
                  disabled={areEvents}
                  onDog={(dog) => change({ dogId: dog?._id ?? "" })}
                />
              )}
            </FormField>
          ) : null}
          <TextField label="From" type="date" value={from} onText={(value) => change({ from: value })} />
          <TextField
            label="To"
            error={from !== "" && to !== "" && to < from ? "This is before the first day" : undefined}
            type="date"
            value={to}
            onText={(value) => change({ to: value })}
          />
          {can("members", "read") ? (
            <PersonChoice userId={userId} onUser={(user) => change({ userId: user })} />
          ) : null}
          <div className="mt-[1.625rem] flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 @4xl:col-span-full @4xl:mt-0">
            <Switch
              id="history-deletions"
              checked={areDeletions}
              disabled={areEvents}
              onCheckedChange={(checked) => change({ areDeletions: checked })}
            />
            <Label htmlFor="history-deletions">Deletions only</Label>
            <Button
              variant="outline"
              className={cn("ml-auto @4xl:ml-3", !isFiltered && "max-sm:hidden")}
              disabled={!isFiltered}
              onClick={() => change(NO_FILTERS)}
            >
              Clear
            </Button>
          </div>
        </div>
        <Entries
          key={`${table} ${dogId} ${userId} ${from} ${to} ${areDeletions} ${areEvents}`}
          asked={asked}
          isFiltered={isFiltered}
        />
      </CardContent>
    </Card>
  );
}

type HistoryArgs = Omit<FunctionArgs<typeof api.history.history.page>, "now" | "paginationOpts">;

type EntriesProps = { asked: Omit<HistoryArgs, "kennelId">; isFiltered: boolean };

function Entries({ asked, isFiltered }: EntriesProps) {
  const { kennelId } = useKennel();
  const [now] = useState(() => Date.now());
  const page = usePaginatedQuery(
    api.history.history.page,
    { kennelId, ...asked, now },
    { initialNumItems: LIST_PAGE },
  );
  return (
    <ChangeList
      page={page}
      hasLinks
      emptyText={
        !isFiltered
          ? "No changes recorded yet."
          : asked.since !== undefined || asked.before !== undefined
            ? "No change matches. Choose other days or records."
            : asked.areDeletions
              ? "Nothing was deleted."
              : "No change matches. Choose other records."
      }
    />
  );
}

function PersonChoice({ userId, onUser }: { userId: string | null; onUser: (id: string | null) => void }) {
  const { kennelId } = useKennel();
  const people = useLiveQuery(api.kennels.members.list, { kennelId });
  const members = people.status === "ready" ? people.data : [];
  return (
    <ChoiceField<string>
      label="Person"
      value={userId ?? ""}
      choices={[
        ["", "Everybody"],
        ...members.flatMap((member) =>
          member.userId === null ? [] : [[member.userId, member.name ?? member.email] as const],
        ),
      ]}
      onValue={(id) => onUser(id || null)}
    />
  );
}

const ROWS_AT_ONCE = 200;

/** If there are more changes, the file contains the newest. */
const MAX_CHANGES = 20_000;

/** Returns whether the file contains all changes. */
async function saveHistory(client: ConvexReactClient, asked: HistoryArgs): Promise<boolean> {
  const changes: Change[] = [];
  const now = Date.now();
  let cursor: string | null = null;
  let isDone = false;
  while (!isDone && changes.length < MAX_CHANGES) {
    const found: { page: Change[]; isDone: boolean; continueCursor: string } = await client.query(
      api.history.history.page,
      { ...asked, now, paginationOpts: { numItems: ROWS_AT_ONCE, cursor } },
    );
    changes.push(...found.page);
    cursor = found.continueCursor;
    isDone = found.isDone;
  }
  const day = localDay(new Date(now));
  const csv = toCsv(historyRows(changes, "You"));
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `studbook-history-${day}.csv`);
  return isDone;
}
