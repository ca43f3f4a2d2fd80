/** A veterinarian's name, with the kennel's own veterinarians as suggestions; a known one tells the clinic, too. */
import { useState, type ComponentProps } from "react";
import { Combobox } from "@/components/ui/combobox";
import { groupVets } from "@/features/health/veterinarians/group-vets";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { matchesWords, searchWords } from "@domain/text/text";
import { api } from "@convex/_generated/api";

/** Of every dog of a kennel one or two; the people are far fewer. */
const READ_AT_ONCE = 100;

type VetNameFieldProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  value: string;
  onValue: (name: string) => void;
  /** Called with the clinic of a veterinarian who was chosen. */
  onClinic: (clinic: string) => void;
};

/** Renders the field. */
export function VetNameField({ value, onValue, onClinic, ...props }: VetNameFieldProps) {
  const { kennelId } = useKennel();
  const [typed, setTyped] = useState<string | null>(null);
  const asked = typed === null ? "skip" : { kennelId, page: 1, limit: READ_AT_ONCE };
  const known = groupVets(useLiveQuery(api.health.veterinaryRecords.list, asked).data?.data ?? []);
  const words = searchWords(typed ?? "");
  const offered = known.filter(({ vet }) =>
    matchesWords(words, [vet.veterinarianName, vet.veterinaryClinic]),
  );
  return (
    <Combobox
      {...props}
      text={value}
      onText={onValue}
      onSearch={setTyped}
      options={offered.map(({ key, vet }) => ({
        value: key,
        text: vet.veterinarianName,
        label: `${vet.veterinarianName}, ${vet.veterinaryClinic}`,
        content: (
          <span className="flex flex-col">
            <span className="font-semibold">{vet.veterinarianName}</span>
            <span className="text-sm text-muted-foreground">{vet.veterinaryClinic}</span>
          </span>
        ),
      }))}
      onSelect={(option) => {
        const vet = offered.find(({ key }) => key === option.value)?.vet;
        if (!vet) return;
        onValue(vet.veterinarianName);
        onClinic(vet.veterinaryClinic);
      }}
    />
  );
}
