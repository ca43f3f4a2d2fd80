/**
 * A dog or puppy as an option of a searched list. The second line distinguishes it from others of the same name.
 */
import { distinctCallName } from "@/entities/dogs/dog-labels";
import type { ComboboxOption } from "@/components/ui/combobox";

type Named = {
  name: string;
  callName: string | null;
  /** The breed of a dog, or the litter of a puppy. */
  detail: string;
  mark: string | null;
};

/** Like '“Nova” · Beagle · Retired'. */
export function detailOf({ detail, mark, ...named }: Named): string {
  const callName = distinctCallName(named);
  return [callName && `“${callName}”`, detail, mark].filter(Boolean).join(" · ");
}

/** The call name and `others` also find the option. */
export function namedOption(value: string, named: Named, others: readonly string[] = []): ComboboxOption {
  const callName = distinctCallName(named);
  return {
    value,
    label: [named.name, callName, named.detail, named.mark].filter(Boolean).join(", "),
    text: named.name,
    alsoNamed: [...(callName ? [callName] : []), ...others],
    content: (
      <>
        <span className="block font-semibold break-words">{named.name}</span>
        <span className="block truncate text-sm text-muted-foreground">{detailOf(named)}</span>
      </>
    ),
  };
}
