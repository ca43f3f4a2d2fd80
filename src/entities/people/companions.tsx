/**
 * The other members who are here: overlapping avatars and, if there is room, a short sentence. A click opens the
 * list of names and activities. Screen readers announce arrivals and departures. Nothing is visible while the user
 * is alone.
 */
import { Pencil } from "lucide-react";
import { doingOf, sentenceOf } from "@/entities/people/companion-words";
import { Avatar } from "@/components/ui/avatar";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ScrollList } from "@/components/ui/scroll-list";
import type { Companion } from "@/hooks/use-stay";
import { cn } from "@/lib/utils";

/** Other people are only counted. */
const MAX_AVATARS = 3;

type CompanionsProps = {
  people: readonly Companion[];
  /** The activity of people who do not edit: 'viewing' a dog, 'here' in a kennel. */
  viewing: string;
  /** The sentence is beside the avatars if there is room. */
  hasSentence?: boolean;
  className?: string;
};

export function Companions(props: CompanionsProps) {
  return (
    <>
      {/* The region is always rendered, so that screen readers also announce the first arrival. */}
      <span role="status" className="sr-only">
        {sentenceOf(props.people, props.viewing)}
      </span>
      {props.people.length > 0 ? <CompanionsButton {...props} /> : null}
    </>
  );
}

export function CompanionsButton({ people, viewing, hasSentence = false, className }: CompanionsProps) {
  const sentence = sentenceOf(people, viewing);
  return (
    <Popover>
      <PopoverTrigger
        data-slot="companions"
        aria-label={`Who else is here: ${sentence}`}
        className={cn(
          "inline-flex min-w-0 items-center gap-2 rounded-full py-0.5 pr-1 text-sm text-muted-foreground hover:text-foreground",
          className,
        )}
      >
        <span className="flex shrink-0 -space-x-1">
          {people.slice(0, MAX_AVATARS).map((person) => (
            <CompanionAvatar key={person.userId} person={person} className="size-7" />
          ))}
          {people.length > MAX_AVATARS ? (
            <span className="inline-flex size-7 items-center justify-center rounded-full bg-muted text-xs font-semibold text-foreground ring-2 ring-background">
              +{people.length - MAX_AVATARS}
            </span>
          ) : null}
        </span>
        {hasSentence ? <span className="hidden truncate sm:inline">{sentence}</span> : null}
      </PopoverTrigger>
      <PopoverContent align="end" className="w-64 p-2" aria-label="Who else is here">
        <CompanionList people={people} viewing={viewing} />
      </PopoverContent>
    </Popover>
  );
}

export function CompanionList({ people, viewing }: Pick<CompanionsProps, "people" | "viewing">) {
  return (
    <ScrollList className="flex max-h-72 flex-col">
      {people.map((person) => (
        <li key={person.userId} className="flex items-center gap-2.5 rounded-sm px-2 py-1.5">
          <CompanionAvatar person={person} className="size-8" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{person.name}</span>
            <span className="block text-sm break-words opacity-80">{doingOf(person, viewing)}</span>
          </span>
        </li>
      ))}
    </ScrollList>
  );
}

function CompanionAvatar({ person, className }: { person: Companion; className: string }) {
  return (
    <span className={cn("relative inline-flex rounded-full ring-2 ring-background", className)}>
      <Avatar name={person.name} className="size-full [&>span]:text-[0.7rem]" />
      {person.isEditing ? (
        <span className="absolute -bottom-0.5 -left-0.5 inline-flex size-3.5 items-center justify-center rounded-full bg-primary text-primary-foreground">
          <Pencil aria-hidden className="size-2" />
        </span>
      ) : null}
    </span>
  );
}
