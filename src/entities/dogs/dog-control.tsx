/**
 * A described field for one of the kennel's dogs: its control, and its value in the dialog that compares versions.
 */
import type { Control } from "@/components/record-form/record-field";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { DogName } from "@/entities/dogs/dog-name";

type Named = { readonly dog?: { readonly _id: string; readonly name: string } | null };

const dogControl =
  (isPlanning: boolean): Control =>
  ({ described, value, onValue, onBlur, inputRef, record }) => {
    const { dog = null }: Named = record ?? {};
    return (
      <DogCombobox
        {...described}
        {...{ isPlanning, onBlur }}
        ref={inputRef}
        dogId={value}
        recorded={dog}
        onDog={(chosen) => onValue(chosen?._id ?? "")}
      />
    );
  };

export const DogControl = dogControl(false);
/** Leaves out sold and deceased dogs. */
export const PlannedDogControl = dogControl(true);

export const dogGroup = {
  key: "dogId",
  label: "Dog",
  fields: ["dogId"] as const,
  show: ({ dogId }: { readonly dogId: string }) => <DogName dogId={dogId} />,
};
