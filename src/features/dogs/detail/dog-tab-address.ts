/** The open tab of a dog's page is part of the address: `?tab=health`. Back closes the page, whichever tab it shows. */
import { useLocation, useSearchParams } from "@/lib/router";

const NAME = "tab";

/** Returns the open tab, the first unless the address names another, and a way to open one. */
export function useDogTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const tab = tabs.find((each) => each === params.get(NAME)) ?? tabs[0];
  const openTab = (opened: string) =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        if (opened === tabs[0]) next.delete(NAME);
        else next.set(NAME, opened);
        return next;
      },
      // The state knows that the list is one step back.
      { replace: true, state },
    );
  return { tab, openTab };
}

/** Takes the tab out of an address that leads to another dog, or back to the list. */
export function withoutTab(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(NAME);
  const rest = params.toString();
  return rest === "" ? "" : `?${rest}`;
}
