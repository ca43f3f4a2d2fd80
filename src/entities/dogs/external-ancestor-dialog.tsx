/** Records an ancestor that is not one of the kennel's dogs. The ancestor appears only in pedigrees. */
import { useMutation } from "convex/react";
import { RecordFields } from "@/components/record-form/record-field";
import { TypedDialog } from "@/components/record-form/typed-dialog";
import { BreedControl } from "@/entities/dogs/breed-field";
import { genderLabels } from "@domain/dogs/words";
import { useKennel } from "@/hooks/use-kennel";
import { api } from "@convex/_generated/api";
import { DOG_FIELDS } from "@domain/dogs/record";
import type { Gender } from "@domain/dogs/rules";
import { externalDogSchema } from "@domain/dogs/schemas";

const ANCESTOR_TITLE = "Add external ancestor";

const { name, breed, registrationNumber, titles, color } = DOG_FIELDS;
const FIELDS = { name, breed, registrationNumber, titles, color };
const CONTROLS = { breed: BreedControl };

type ExternalAncestorDialogProps = {
  gender: Gender;
  name: string;
  breed: string;
  /** Replaces the title if the dog is not needed for a pedigree. */
  title?: string;
  onAdded: (dog: { id: string; name: string }) => void;
  onClose: () => void;
};

export function ExternalAncestorDialog(props: ExternalAncestorDialogProps) {
  const { gender, title = ANCESTOR_TITLE, onAdded, onClose } = props;
  const { kennelId } = useKennel();
  const create = useMutation(api.dogs.dogs.createExternal);
  return (
    <TypedDialog
      title={title}
      description={`${genderLabels[gender]} · appears in pedigrees, not in your list of dogs`}
      className="flex flex-col gap-4"
      fields={FIELDS}
      controls={CONTROLS}
      schema={externalDogSchema}
      typed={{ name: props.name, breed: props.breed, gender, registrationNumber: "", titles: "", color: "" }}
      send={async (dog) => {
        const added = await create({ kennelId, ...dog });
        onAdded({ id: added._id, name: added.name });
      }}
      saveLabel={title === ANCESTOR_TITLE ? "Add Ancestor" : "Add Dog"}
      failedText="Failed to save dog"
      onClose={onClose}
    >
      <RecordFields />
    </TypedDialog>
  );
}
