/**
 * All recorded facts about one dog: due items and the most important facts, then the sections of the product
 * documents. Empty fields have no row. One line at the end names them.
 */
import type { ReactNode } from "react";
import { HistoryButton } from "@/entities/history/record-history";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DogLink } from "@/features/dogs/dog-link";
import { DogOwners } from "@/features/dogs/detail/dog-owners";
import { DogFacts, DogNext } from "@/features/dogs/detail/dog-next";
import { ContactLink } from "@/entities/contacts/contact-link";
import { rightsLabels, statusLabels, statusVariants } from "@/entities/dogs/dog-labels";
import { Placements } from "@/entities/placements/placements";
import { usePlacements } from "@/entities/placements/use-placements";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { localDay } from "@domain/dates/calendar-days";
import { PLACES } from "@domain/contacts/naming";
import { DOG_FIELDS, ORIGIN_FIELDS, RECORD_BOOK_FIELDS } from "@domain/dogs/record";
import { ContradictionBanner } from "@/entities/genetics/contradictions";
import { choiceInWords } from "@domain/records/words";
import type { Field } from "@domain/records/fields";
import { headingOf, namesOf } from "@domain/records/record";
import { formatOf, inWords } from "@domain/records/words";
import { formatDay, spoken } from "@domain/formatting/formatting";

export type DogField = keyof typeof DOG_FIELDS;
type FactField = Exclude<DogField, "otherRegistrations">;

type DogOverviewProps = {
  dog: Dog;
  today: string;
  /** Opens the form at a field. Undefined for users who may not change the dog. */
  onAdd?: ((field: DogField) => void) | undefined;
};

export function DogOverview({ dog, today, onAdd }: DogOverviewProps) {
  const placements = usePlacements({ dogId: dog._id });
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-1.5">
        <Badge variant={statusVariants[dog.status]}>{statusLabels[dog.status]}</Badge>
        {dog.isBreedingDog ? <Badge variant="brass">Breeding Dog</Badge> : null}
        {dog.isBreedingDog && dog.breedingRights !== "none" ? (
          <Badge variant="outline">{rightsLabels[dog.breedingRights]} rights</Badge>
        ) : null}
      </div>
      <ContradictionBanner dogId={dog._id} />
      <div className="grid gap-4 lg:grid-cols-3">
        <DogNext dog={dog} today={today} />
        <DogFacts dog={dog} today={today} />
      </div>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <Registration dog={dog} />
        <Parentage dog={dog} />
        <Physical dog={dog} />
        <Owner dog={dog} />
        <Section title="Notes">
          {dog.notes ? (
            <p className="max-w-prose break-words whitespace-pre-wrap">{dog.notes}</p>
          ) : (
            <p className="text-muted-foreground">No notes</p>
          )}
        </Section>
        <Section title="Quick Stats">
          <dl className="flex flex-wrap gap-x-10 gap-y-2">
            <Stat label="Health Records" value={dog._count.healthRecords} />
            <Stat label="Offspring" value={dog._count.offspring} />
          </dl>
        </Section>
        <Placements isOfDog placements={placements} />
        <FactsOf title="Origin" dog={dog} names={namesOf(ORIGIN_FIELDS)} />
        <FactsOf title="Record Book" dog={dog} names={namesOf(RECORD_BOOK_FIELDS)} />
      </div>
      <NotRecorded dog={dog} onAdd={onAdd} />
      <HistoryButton table="dogs" recordId={dog._id} name={dog.name} />
    </div>
  );
}

/** Names for use in a sentence, in the order of the form. */
const TOLD = [
  ["dateOfBirth", "date of birth"],
  ["registrationNumber", "registration number"],
  ["microchipNumber", "microchip number"],
  ["titles", "titles"],
  ["weight", "weight"],
  ["height", "height"],
  ["color", "color"],
  ["markings", "markings"],
  ["sireId", "sire"],
  ["damId", "dam"],
  ["currentOwnerName", "current owner"],
  ["notes", "notes"],
] as const satisfies readonly (readonly [DogField, string])[];

/** Links to the first missing field in the form. */
function NotRecorded({ dog, onAdd }: Pick<DogOverviewProps, "dog" | "onAdd">) {
  const seesContacts = useKennel().hasRight("finances", "read");
  const isKnown = (field: (typeof TOLD)[number][0]): boolean => {
    if (field === "sireId") return Boolean(dog.sireId ?? dog.sire ?? dog.sireName);
    if (field === "damId") return Boolean(dog.damId ?? dog.dam ?? dog.damName);
    if (field !== "currentOwnerName") return Boolean(dog[field]);
    return !seesContacts || Boolean(dog.currentOwnerName ?? dog.currentOwnerPhone ?? dog.currentOwnerEmail);
  };
  const missing = TOLD.filter(([field]) => !isKnown(field));
  const [first] = missing;
  if (!first) return null;
  return (
    <p className="text-sm text-muted-foreground">
      Not recorded yet: {missing.map(([, words]) => words).join(", ")}.{" "}
      {onAdd ? (
        <Button variant="link" size="sm" className="h-auto min-h-6 px-1 py-0" onClick={() => onAdd(first[0])}>
          {missing.length === 1 ? "Add It" : "Add Them"}
        </Button>
      ) : null}
    </p>
  );
}

type SectionProps = { title: string; className?: string; children: ReactNode };

function Section({ title, className, children }: SectionProps) {
  return (
    <section className={className}>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">{title}</h3>
      {children}
    </section>
  );
}

function Stat({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dd className="font-title order-first text-2xl">{value}</dd>
      <dt className="text-muted-foreground">{label}</dt>
    </div>
  );
}

type RowProps = { label: string; addition?: string | null | undefined; children: ReactNode };

function Row({ label, addition, children }: RowProps) {
  return (
    <div className="flex min-w-0 items-baseline justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-muted-foreground">{label}</dt>
      <dd className="min-w-0 text-right break-words">
        <span className="font-semibold">{children}</span>
        {addition ? <span className="block text-sm text-muted-foreground">{addition}</span> : null}
      </dd>
    </div>
  );
}

/** Renders nothing if the field is empty. */
export function DogFact({ dog, name }: { dog: Dog; name: FactField }) {
  const field: Field = DOG_FIELDS[name];
  const value = dog[name];
  if (value === null || value === "") return null;
  const person = PLACES.dogs.find(({ copies }) => copies.name === name);
  return (
    <Row label={headingOf(field)}>
      {person && typeof value === "string" ? (
        <ContactLink contactId={dog[person.link]} name={value} />
      ) : (
        inWords(formatOf(field), value)
      )}
    </Row>
  );
}

function Registration({ dog }: { dog: Dog }) {
  return (
    <Section title="Registration & Identification">
      <dl className="divide-y">
        <DogFact dog={dog} name="registrationNumber" />
        {(dog.otherRegistrations ?? []).map(({ registry, number, kind, since, notes }) => (
          <Row
            key={`${registry} ${number}`}
            label={registry}
            addition={[kind === "full" ? null : spoken(kind), since && formatDay(since), notes]
              .filter(Boolean)
              .join(", ")}
          >
            {number}
          </Row>
        ))}
        <DogFact dog={dog} name="microchipNumber" />
        <DogFact dog={dog} name="chipDatabase" />
        <DogFact dog={dog} name="chippedOn" />
        <DogFact dog={dog} name="titles" />
        <Row label="Added to Kennel">{formatDay(localDay(new Date(dog.createdAt)))}</Row>
        {dog.status !== "active" && dog.statusChangedOn ? (
          <Row label={`${statusLabels[dog.status]} on`}>{formatDay(dog.statusChangedOn)}</Row>
        ) : null}
        <DogFact dog={dog} name="causeOfDeath" />
        <DogFact dog={dog} name="causeOfDeathNotes" />
      </dl>
    </Section>
  );
}

type FactsProps = { title: string; dog: Dog; names: readonly FactField[] };

/** For rarely used fields. Renders nothing if all of them are empty. */
function FactsOf({ title, dog, names }: FactsProps) {
  if (names.every((name) => !dog[name])) return null;
  return (
    <Section title={title}>
      <dl className="divide-y">
        {names.map((name) => (
          <DogFact key={name} dog={dog} name={name} />
        ))}
      </dl>
    </Section>
  );
}

function Physical({ dog }: { dog: Dog }) {
  return (
    <Section title="Physical Characteristics">
      {dog.color || dog.markings ? (
        <dl className="divide-y">
          <DogFact dog={dog} name="color" />
          <DogFact dog={dog} name="markings" />
        </dl>
      ) : (
        <p className="text-muted-foreground">No physical characteristics recorded</p>
      )}
    </Section>
  );
}

/** A parent's breed, and how the parentage is known. */
function additionOf(
  parent: Dog["sire"],
  name: "sireProof" | "damProof",
  { [name]: proof }: Dog,
): string | undefined {
  const proven = proof ? `proof: ${choiceInWords(DOG_FIELDS[name], proof).toLowerCase()}` : null;
  return [parent?.breed, proven?.replace("dna", "DNA")].filter(Boolean).join(" · ") || undefined;
}

function Parentage({ dog }: { dog: Dog }) {
  const { sire, dam, sireName, damName } = dog;
  const hasSire = sire !== null || Boolean(sireName);
  const hasDam = dam !== null || Boolean(damName);
  return (
    <Section title="Parentage">
      {hasSire || hasDam ? (
        <dl className="divide-y">
          {hasSire ? (
            <Row label="Sire" addition={additionOf(sire, "sireProof", dog)}>
              <Parent parent={sire} name={sireName} />
            </Row>
          ) : null}
          {hasDam ? (
            <Row label="Dam" addition={additionOf(dam, "damProof", dog)}>
              <Parent parent={dam} name={damName} />
            </Row>
          ) : null}
        </dl>
      ) : (
        <p className="text-muted-foreground">No parents recorded</p>
      )}
    </Section>
  );
}

function Parent({ parent, name }: { parent: Dog["sire"]; name: string | null }) {
  return parent ? <DogLink dogId={parent._id}>{parent.name}</DogLink> : name;
}

function Owner({ dog }: { dog: Dog }) {
  const seesContacts = useKennel().hasRight("finances", "read");
  const { currentOwnerId, currentOwnerName, currentOwnerPhone, currentOwnerEmail } = dog;
  if (!seesContacts) return null;
  const hasOwner = Boolean(currentOwnerName ?? currentOwnerPhone ?? currentOwnerEmail);
  return (
    <Section title="Current Owner">
      {hasOwner ? (
        <dl className="divide-y">
          {currentOwnerName ? (
            <Row label="Name">
              <ContactLink contactId={currentOwnerId} name={currentOwnerName} />
            </Row>
          ) : null}
          {currentOwnerPhone ? <Row label="Phone">{currentOwnerPhone}</Row> : null}
          {currentOwnerEmail ? <Row label="Email">{currentOwnerEmail}</Row> : null}
        </dl>
      ) : null}
      <dl>
        <DogFact dog={dog} name="livesWithName" />
      </dl>
      <DogOwners dog={dog} hasCurrentOwner={hasOwner} />
    </Section>
  );
}
