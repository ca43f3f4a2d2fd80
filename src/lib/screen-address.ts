/**
 * The state of a screen, stored in its address: its parameters, the page of one record over its list, and the
 * dialogs over both. The state can therefore be shared and survives a reload, and Back closes what was opened. If
 * the app itself opened a page or dialog, the router's state has a mark, and closing goes back in the history. If a
 * link opened it, there is no mark, and closing removes it from the address.
 */
import { useEffect, useEffectEvent } from "react";
import type { NavigateOptions } from "react-router-dom";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { isCalendarDay } from "@domain/dates/calendar-days";

/** The value in an address for a record that is not stored yet. */
export const NEW = "new";

interface Parameter<Value> {
  /** Used if the address has no value or an invalid value. */
  readonly initial: Value;
  readonly read: (written: string) => Value | undefined;
  readonly as?: string;
  /** Whether the user types the value. Back then skips the single letters. */
  readonly isTyped?: boolean;
}

type Said = { readonly [name: string]: Parameter<unknown> };
type ValuesOf<P extends Said> = { readonly [Name in keyof P]: P[Name]["initial"] };

export const text: Parameter<string> = { initial: "", read: (written) => written };
export const typed: Parameter<string> = { ...text, isTyped: true };
export const id: Parameter<string | null> = { initial: null, read: (written) => written };
export const flag: Parameter<boolean> = { initial: false, read: () => true };
export const day: Parameter<string> = {
  initial: "",
  read: (written) => (isCalendarDay(written) ? written : undefined),
};
export const oneOf = <const Choice extends string, const Initial extends string | null>(
  choices: readonly Choice[],
  initial: Initial,
): Parameter<Choice | Initial> => ({
  initial,
  read: (written) => choices.find((choice) => choice === written),
});

/** Default values are left out of the address. */
export function useScreenAddress<P extends Said>(parameters: P) {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(
    Object.entries(parameters).map(([name, { initial, read, as = name }]) => {
      const written = params.get(as);
      return [name, written === null ? initial : (read(written) ?? initial)];
    }),
  ) as ValuesOf<P>; // each value is parsed by its parameter
  const change = (changes: Partial<ValuesOf<P>>, options: NavigateOptions = {}) => {
    const changed = Object.entries<unknown>(changes).flatMap(([name, value]) => {
      const parameter = parameters[name];
      return parameter ? [{ value, name, ...parameter }] : [];
    });
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        for (const { value, initial, name, as = name } of changed) {
          if (value === initial) next.delete(as);
          else next.set(as, value === true ? "1" : String(value));
        }
        return next;
      },
      { replace: changed.some(({ isTyped }) => isTyped), ...options },
    );
  };
  return [values, change] as const;
}

/** The form's field that the address names, so that a link can lead to a missing value. */
export const FIELD = { field: text };

/** `setFocus` is called once the form is open. */
export function useAddressedField(setFocus: (field: string) => void) {
  const [{ field }] = useScreenAddress(FIELD);
  const focus = useEffectEvent(setFocus);
  useEffect(() => {
    if (field === "") return;
    // When a dialog opens, it focuses its first field. This code must run after that.
    const timer = setTimeout(() => focus(field), 0);
    return () => clearTimeout(timer);
  }, [field]);
}

export function without(search: string, names: readonly string[]): string {
  const params = new URLSearchParams(search);
  for (const name of names) params.delete(name);
  return params.toString();
}

/**
 * Whether one step back in the history leads to the list, or to the screen below a dialog, and what the user accepted
 * in a dialog.
 */
type Marks = {
  readonly fromList?: boolean;
  readonly fromScreen?: boolean;
  readonly accepted?: { readonly of: string | null; readonly labels: readonly string[] };
} | null;

/** The router's state is untyped. */
export const useMarks = () => useLocation().state as Marks;

/** The page's path is below the list's path. `dropped` are the parameters of dialogs to remove. */
export function useRecordPlace(listPath: string, dropped: readonly string[] = []) {
  const navigate = useNavigate();
  const location = useLocation();
  const marks = useMarks();
  const search = without(location.search, dropped);
  return {
    open: (recordId: string) =>
      void navigate({ pathname: `${listPath}/${recordId}`, search }, { state: { fromList: true } }),
    close: () => {
      if (marks?.fromList === true) void navigate(-1);
      else void navigate({ pathname: listPath, search }, { replace: true });
    },
  };
}

/** A dialog that one of several parameters opens. `beside` are further parameters of the dialog. */
export function useOverlay<Name extends string>(names: readonly Name[], beside: readonly string[] = []) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const marks = useMarks();
  const rest = without(search, [...names, ...beside]);
  const linkTo = (name: Name, value: string, given: Readonly<Record<string, string>> = {}) => {
    const next = new URLSearchParams(rest);
    next.set(name, value);
    for (const [key, said] of Object.entries(given)) if (said !== "") next.set(key, said);
    // A dialog that another dialog opens replaces that dialog, so that Back returns to the screen.
    const isNext = names.some((each) => params.has(each));
    const state: Marks = isNext ? marks : { ...marks, fromScreen: true };
    return { to: { pathname, search: next.toString() }, replace: isNext, state };
  };
  return {
    valueOf: (name: Name): string | null => params.get(name),
    linkTo,
    open: (...opened: Parameters<typeof linkTo>) => {
      const { to, ...options } = linkTo(...opened);
      void navigate(to, options);
    },
    close: () => {
      if (marks?.fromScreen === true) void navigate(-1);
      else void navigate({ pathname, search: rest }, { replace: true, state: marks });
    },
  };
}
