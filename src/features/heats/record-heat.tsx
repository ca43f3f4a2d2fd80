/** Recording a heat of any of the kennel's bitches: first who, then when. */
import { useState } from "react";
import { Plus } from "lucide-react";
import { optionOf, useParentChoices } from "@/entities/dogs/parent-choices";
import { HeatFormDialog } from "@/entities/heats/heat-form-dialog";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { useOpenBitch } from "@/features/heats/use-heats-address";
import { isInKennel } from "@domain/dogs/standing";

type Chosen = { _id: string; name: string };

/** Renders the button and its two dialogs. */
export function RecordHeat({ today }: { today: string }) {
  const { bitchId, isRecording, endRecording } = useOpenBitch();
  const [chosen, setChosen] = useState<"nobody" | "who" | Chosen>("nobody");
  const isAsked = isRecording && bitchId === null;
  const step = chosen === "nobody" && isAsked ? "who" : chosen;
  const close = () => {
    setChosen("nobody");
    if (isAsked) endRecording();
  };
  return (
    <>
      <Button onClick={() => setChosen("who")}>
        <Plus aria-hidden />
        Record Heat
      </Button>
      {step === "who" ? <WhoDialog onPick={setChosen} onClose={close} /> : null}
      {typeof step === "object" ? <HeatFormDialog dog={step} today={today} onClose={close} /> : null}
    </>
  );
}

function WhoDialog({ onPick, onClose }: { onPick: (dog: Chosen) => void; onClose: () => void }) {
  const [search, setSearch] = useState<string | null>("");
  const { choices, isLoading, moreText } = useParentChoices("female", undefined, search);
  const own = choices.filter(isInKennel);
  return (
    <TitledDialog title="Record a Heat" onClose={onClose}>
      <DialogBody className="min-h-80">
        <FormField label="Bitch" required>
          {(control) => (
            <Combobox
              {...control}
              autoFocus
              placeholder="Search female dogs"
              text=""
              onSearch={setSearch}
              isLoading={isLoading}
              emptyText="No female dog with that name"
              moreText={moreText}
              options={own.map(optionOf)}
              onSelect={(option) => {
                const dog = own.find(({ _id }) => _id === option.value);
                if (dog) onPick({ _id: dog._id, name: dog.name });
              }}
            />
          )}
        </FormField>
      </DialogBody>
    </TitledDialog>
  );
}
