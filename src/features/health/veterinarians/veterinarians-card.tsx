/** The kennel's veterinarians with their clinics and their dogs. */
import { callAddress } from "@domain/formatting/formatting";
import { useState } from "react";
import { useMutation } from "convex/react";
import { MapPin, Pencil, Phone, Plus, Star, Trash2 } from "lucide-react";
import { Link } from "@/lib/router";
import { toast } from "sonner";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useHistoryEntry } from "@/entities/history/record-history";
import { Loaded } from "@/components/loaded";
import { SearchBox } from "@/components/search-box";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { ScrollList } from "@/components/ui/scroll-list";
import { useHealthDialog } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { serverTextOr } from "@/lib/failure-text";
import { type VetGroup, type Veterinarian, groupVets } from "@/features/health/veterinarians/vets";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { pageOf } from "@domain/history/places";
import { matchesWords, searchWords } from "@domain/text/text";

/** A big kennel has several entries for each dog, but far fewer veterinarians. */
const READ_AT_ONCE = 1000;

/** With at least this many entries, the card has a search field. */
const SEARCHED_FROM = 6;

/** Source: decision GAP-HLT-10. */
export function VeterinariansCard({ canWrite }: { canWrite: boolean }) {
  const { kennelId } = useKennel();
  const { open } = useHealthDialog();
  const result = useLiveQuery(api.health.veterinaryRecords.list, { kennelId, page: 1, limit: READ_AT_ONCE });
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-3">
        <CardTitle>Veterinarians</CardTitle>
        {canWrite ? (
          <Button variant="outline" size="sm" onClick={() => open("vet", NEW)}>
            <Plus aria-hidden />
            Add Veterinarian
          </Button>
        ) : null}
      </CardHeader>
      <CardContent>
        <Loaded query={result} failureText="Failed to load health data. Please try again." height="h-32">
          {(page) => <Groups groups={groupVets(page.data)} canWrite={canWrite} />}
        </Loaded>
      </CardContent>
    </Card>
  );
}

function Groups({ groups, canWrite }: { groups: readonly VetGroup[]; canWrite: boolean }) {
  const [search, setSearch] = useState("");
  const [leaving, setLeaving] = useState<Veterinarian | null>(null);
  if (groups.length === 0) return <p className="text-muted-foreground">No veterinarians recorded</p>;
  const words = searchWords(search);
  const shown = groups.filter(({ vet, dogs }) =>
    matchesWords(words, [vet.veterinarianName, vet.veterinaryClinic, ...dogs.map(({ dog }) => dog?.name)]),
  );
  return (
    <div className="flex flex-col gap-3">
      {groups.length < SEARCHED_FROM ? null : (
        <SearchBox
          label="Search veterinarians"
          placeholder="Search by name, clinic or dog..."
          search={search}
          onSearch={setSearch}
        />
      )}
      {shown.length === 0 ? (
        <p role="status" className="text-muted-foreground">
          No veterinarian matches
        </p>
      ) : (
        <ScrollList aria-label="Veterinarians" className="flex flex-col divide-y sm:max-h-[32rem]">
          {shown.map((group) => (
            <GroupItem key={group.key} group={group} canWrite={canWrite} onDelete={setLeaving} />
          ))}
        </ScrollList>
      )}
      {leaving ? (
        <VeterinarianQuestion key={leaving._id} vet={leaving} onClose={() => setLeaving(null)} />
      ) : null}
    </div>
  );
}

type GroupItemProps = {
  group: VetGroup;
  canWrite: boolean;
  onDelete: (vet: Veterinarian) => void;
};

function GroupItem({ group: { vet, dogs }, canWrite, onDelete }: GroupItemProps) {
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold break-words">{vet.veterinarianName}</span>
        {vet.specialization ? <Badge>{vet.specialization}</Badge> : null}
      </div>
      <p className="break-words text-muted-foreground">{vet.veterinaryClinic}</p>
      {vet.clinicAddress ? (
        <p className="flex items-start gap-1.5 text-sm break-words text-muted-foreground">
          <MapPin aria-hidden className="mt-0.5 size-4 shrink-0" />
          {vet.clinicAddress}
        </p>
      ) : null}
      {vet.clinicPhone ? (
        <a
          href={callAddress(vet.clinicPhone)}
          className="inline-flex min-h-9 items-center gap-1.5 self-start font-semibold text-primary tabular-nums underline decoration-1 underline-offset-4"
        >
          <Phone aria-hidden className="size-4" />
          {vet.clinicPhone}
        </a>
      ) : null}
      <ul
        aria-label={`Dogs of ${vet.veterinarianName}`}
        className="mt-0.5 flex flex-wrap gap-1.5 pointer-coarse:gap-2"
      >
        {dogs.map((record) => (
          <li key={record._id} className="max-w-full">
            <DogOfVet record={record} canWrite={canWrite} onDelete={() => onDelete(record)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const chipClass =
  "inline-flex min-h-9 min-w-9 max-w-full items-center gap-1.5 rounded-full border px-3 text-sm hover:bg-accent";

type DogOfVetProps = { record: Veterinarian; canWrite: boolean; onDelete: () => void };

function DogOfVet({ record, canWrite, onDelete }: DogOfVetProps) {
  const { open } = useHealthDialog();
  const setPrimary = useMutation(api.health.veterinaryRecords.setPrimary);
  const dogName = record.dog?.name ?? "Unknown";
  const name = record.veterinarianName;
  const history = useHistoryEntry({ table: "veterinaryRecords", recordId: record._id, name });
  const makePrimary = async () => {
    try {
      await setPrimary({ veterinaryRecordId: record._id });
      toast.success(`${record.veterinarianName} is the primary veterinarian of ${dogName}`);
    } catch (error) {
      toast.error(serverTextOr("Failed to save veterinary record. Please try again.", error));
    }
  };
  const content = (
    <>
      {record.isPrimary ? <Star aria-hidden className="size-3.5 shrink-0 fill-current text-brass" /> : null}
      <span className="truncate">{record.dog?.callName ?? dogName}</span>
      {record.isPrimary ? <span className="sr-only">, primary</span> : null}
    </>
  );
  if (!canWrite) {
    return (
      <Link to={pageOf("dogs", record.dogId)} className={chipClass}>
        {content}
      </Link>
    );
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger className={chipClass}>{content}</DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => open("vet", record._id)}>
            <Pencil aria-hidden />
            Edit
          </DropdownMenuItem>
          {record.isPrimary ? null : (
            <DropdownMenuItem onSelect={() => void makePrimary()}>
              <Star aria-hidden />
              Make Primary
            </DropdownMenuItem>
          )}
          <DropdownMenuItem asChild>
            <Link to={pageOf("dogs", record.dogId)}>Open {dogName}</Link>
          </DropdownMenuItem>
          {history.entry}
          <DropdownMenuItem variant="destructive" onSelect={onDelete}>
            <Trash2 aria-hidden />
            Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {history.dialog}
    </>
  );
}

function VeterinarianQuestion({ vet, onClose }: { vet: Veterinarian; onClose: () => void }) {
  const remove = useMutation(api.health.veterinaryRecords.remove);
  return (
    <DeleteQuestion
      recordId={vet._id}
      title="Are you sure you want to delete this veterinarian?"
      remove={async () => await remove({ veterinaryRecordId: vet._id })}
      deletedText="Veterinary record deleted"
      failureOf={(error) => serverTextOr("Failed to delete veterinary record.", error)}
      onClose={onClose}
    >
      <p className="break-words">
        {vet.veterinarianName} is no longer listed for {vet.dog?.name ?? "this dog"}. Health records stay as
        they are.
      </p>
    </DeleteQuestion>
  );
}
