/** Everything the register says about one dog, section by section as in the product documents. */
import type { ReactNode } from "react";
import { HistoryButton } from "@/entities/history/record-history";
import { Fact } from "@/components/fact";
import { Badge } from "@/components/ui/badge";
import { DogLink } from "@/features/dogs/dog-link";
import { fullAge, rightsLabels, statusLabels, statusVariants } from "@/entities/dogs/dog-labels";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { localDay } from "@domain/dates/calendar-days";
import { DOG_FIELDS } from "@domain/dogs/record";
import type { Field } from "@domain/records/fields";
import { headingOf } from "@domain/records/record";
import { formatOf, inWords } from "@domain/records/words";
import { formatDay, formatHeight, formatWeight } from "@domain/formatting/formatting";

export function DogOverview({ dog, today }: { dog: Dog; today: string }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-1.5">
        <Badge variant={statusVariants[dog.status]}>{statusLabels[dog.status]}</Badge>
        {dog.isBreedingDog ? <Badge variant="brass">Breeding Dog</Badge> : null}
        {dog.isBreedingDog && dog.breedingRights !== "none" ? (
          <Badge variant="outline">{rightsLabels[dog.breedingRights]} rights</Badge>
        ) : null}
      </div>
      <Facts dog={dog} today={today} />
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <Registration dog={dog} />
        <Physical dog={dog} />
        <Parentage dog={dog} />
        <Owner dog={dog} />
        {dog.notes ? (
          <Section title="Notes" className="sm:col-span-2">
            <p className="max-w-prose break-words whitespace-pre-wrap">{dog.notes}</p>
          </Section>
        ) : null}
        <Section title="Quick Stats" className="sm:col-span-2">
          <dl className="flex flex-wrap gap-x-10 gap-y-2">
            <Stat label="Health Records" value={dog._count.healthRecords} />
            <Stat label="Offspring" value={dog._count.offspring} />
          </dl>
        </Section>
      </div>
      <HistoryButton table="dogs" recordId={dog._id} name={dog.name} />
    </div>
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

/** A dash for what is not recorded, read out as such. */
const NOT_RECORDED = "Not recorded";

type DogFactProps = { dog: Dog; name: keyof typeof DOG_FIELDS; isAlwaysShown?: boolean };

/** A described field of the dog, where it has one. */
export function DogFact({ dog, name, isAlwaysShown = false }: DogFactProps) {
  const field: Field = DOG_FIELDS[name];
  const value = dog[name];
  const isGiven = value !== null && value !== "";
  if (!isGiven && !isAlwaysShown) return null;
  return <Fact label={headingOf(field)}>{isGiven ? inWords(formatOf(field), value) : NOT_RECORDED}</Fact>;
}

function Facts({ dog, today }: { dog: Dog; today: string }) {
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-md bg-muted px-4 py-3 sm:grid-cols-4">
      <Fact label="Age">{fullAge(dog, today) ?? NOT_RECORDED}</Fact>
      <Fact label="Date of Birth">{dog.dateOfBirth ? formatDay(dog.dateOfBirth) : NOT_RECORDED}</Fact>
      <Fact label="Weight">{dog.weight ? formatWeight(dog.weight) : NOT_RECORDED}</Fact>
      <Fact label="Height">{dog.height ? formatHeight(dog.height) : NOT_RECORDED}</Fact>
    </dl>
  );
}

function Registration({ dog }: { dog: Dog }) {
  return (
    <Section title="Registration & Identification">
      <dl className="flex flex-col gap-2">
        <DogFact dog={dog} name="registrationNumber" isAlwaysShown />
        <DogFact dog={dog} name="microchipNumber" isAlwaysShown />
        <DogFact dog={dog} name="titles" />
        <Fact label="Added to Kennel">{formatDay(localDay(new Date(dog.createdAt)))}</Fact>
        {dog.status !== "active" && dog.statusChangedOn ? (
          <Fact label={`${statusLabels[dog.status]} on`}>{formatDay(dog.statusChangedOn)}</Fact>
        ) : null}
      </dl>
    </Section>
  );
}

function Physical({ dog }: { dog: Dog }) {
  return (
    <Section title="Physical Characteristics">
      {dog.color || dog.markings ? (
        <dl className="flex flex-col gap-2">
          <DogFact dog={dog} name="color" />
          <DogFact dog={dog} name="markings" />
        </dl>
      ) : (
        <p className="text-muted-foreground">No physical characteristics recorded</p>
      )}
    </Section>
  );
}

function Parentage({ dog }: { dog: Dog }) {
  const { sire, dam, sireName, damName } = dog;
  return (
    <Section title="Parentage">
      <dl className="flex flex-col gap-2">
        <Fact label="Sire" addition={sire?.breed}>
          <Parent parent={sire} name={sireName} />
        </Fact>
        <Fact label="Dam" addition={dam?.breed}>
          <Parent parent={dam} name={damName} />
        </Fact>
      </dl>
    </Section>
  );
}

function Parent({ parent, name }: { parent: Dog["sire"]; name: string | null }) {
  return parent ? <DogLink dogId={parent._id}>{parent.name}</DogLink> : (name ?? NOT_RECORDED);
}

function Owner({ dog }: { dog: Dog }) {
  const seesContacts = useKennel().hasRight("finances", "read");
  const { currentOwnerName, currentOwnerPhone, currentOwnerEmail } = dog;
  if (!seesContacts) return null;
  const hasOwner = Boolean(currentOwnerName ?? currentOwnerPhone ?? currentOwnerEmail);
  return (
    <Section title="Current Owner">
      {hasOwner ? (
        <dl className="flex flex-col gap-2">
          {currentOwnerName ? <Fact label="Name">{currentOwnerName}</Fact> : null}
          {currentOwnerPhone ? <Fact label="Phone">{currentOwnerPhone}</Fact> : null}
          {currentOwnerEmail ? <Fact label="Email">{currentOwnerEmail}</Fact> : null}
        </dl>
      ) : (
        <p className="text-muted-foreground">No owner recorded</p>
      )}
    </Section>
  );
}
