/**
 * The units in which the user reads and types weights. The server stores the units, so that all devices of the user
 * show the same. The device also stores them, for offline use and until they are loaded.
 */
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import { useLiveQuery } from "@/hooks/use-live-query";
import { readStored, writeStored } from "@/lib/browser-storage";
import { failureText } from "@/lib/failure-text";
import { toast } from "@/lib/toast";
import {
  formatPuppyGrams,
  toOunces,
  PUPPY_WEIGHT_UNITS,
  USUAL_WEIGHT_UNITS,
  WEIGHT_UNITS,
  type PuppyWeightUnit,
  type WeightUnits,
} from "@domain/health/weights";
import { api } from "@convex/_generated/api";

const DOG_KEY = "studbook.weight-unit";
const PUPPY_KEY = "studbook.puppy-weight-unit";

const remembered = (): WeightUnits => ({
  dog: WEIGHT_UNITS.find((unit) => unit === readStored(DOG_KEY)) ?? USUAL_WEIGHT_UNITS.dog,
  puppy: PUPPY_WEIGHT_UNITS.find((unit) => unit === readStored(PUPPY_KEY)) ?? USUAL_WEIGHT_UNITS.puppy,
});

interface UnitChoice {
  readonly units: WeightUnits;
  /** Applies to every device of the user. */
  readonly choose: (changes: Partial<WeightUnits>) => void;
}

const UnitContext = createContext<UnitChoice>({ units: USUAL_WEIGHT_UNITS, choose: () => {} });

export function WeightUnitsProvider({ children }: { children: ReactNode }) {
  const stored = useLiveQuery(api.accounts.userSettings.get, {}).data?.weightUnits;
  const update = useMutation(api.accounts.userSettings.update);
  const [known] = useState(remembered);
  // The latest choice, until the server has stored it.
  const [asked, setAsked] = useState<Partial<WeightUnits>>({});
  useEffect(() => {
    if (!stored) return;
    writeStored(DOG_KEY, stored.dog);
    writeStored(PUPPY_KEY, stored.puppy);
  }, [stored]);
  const units = useMemo(() => ({ ...(stored ?? known), ...asked }), [stored, known, asked]);
  const choose = useCallback(
    (changes: Partial<WeightUnits>) => {
      setAsked(changes);
      update({ weightUnits: { ...units, ...changes } })
        .catch((error: unknown) => toast.error(failureText("The units could not be changed", error)))
        .finally(() => setAsked({}));
    },
    [update, units],
  );
  const value = useMemo(() => ({ units, choose }), [units, choose]);
  return <UnitContext value={value}>{children}</UnitContext>;
}

export const useWeightUnits = (): UnitChoice => use(UnitContext);

interface PuppyWeights {
  readonly unit: PuppyWeightUnit;
  readonly gramsText: (grams: number) => string;
  /** In whole ounces for users of ounces. */
  readonly axisText: (grams: number) => string;
}

/** The label of a field for a puppy's weight, and the field's keyboard on a phone. */
export const puppyWeightInput = (unit: PuppyWeightUnit) =>
  unit === "g"
    ? ({ inputMode: "numeric" } as const)
    : ({ inputMode: "text", placeholder: "1 lb 2.5 oz" } as const);

export function usePuppyWeights(): PuppyWeights {
  const { puppy: unit } = useWeightUnits().units;
  return {
    unit,
    gramsText: (grams) => formatPuppyGrams(grams, unit),
    axisText: (grams) =>
      unit === "lb" ? `${Math.round(toOunces(grams))} oz` : formatPuppyGrams(grams, unit),
  };
}
