/** The basic parts of a family's page: cards, buttons, questions and messages. */
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { getErrorData } from "@domain/errors";

export function Card({
  title,
  aside,
  children,
  id,
}: {
  title?: string;
  aside?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  return (
    <section id={id} aria-label={title} className="overflow-hidden rounded-lg border bg-card shadow-page">
      {title === undefined ? null : (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 pb-2 sm:px-5">
          <h2 className="font-title text-xl">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

const STYLES = {
  main: "bg-primary text-primary-foreground shadow-page hover:bg-primary-hover",
  plain: "border border-input bg-card hover:bg-accent hover:text-accent-foreground",
} as const;

export function Press({
  look = "plain",
  className = "",
  ...props
}: ComponentProps<"button"> & { look?: keyof typeof STYLES }) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-11 items-center justify-center rounded-md px-4 py-2 text-base font-semibold disabled:opacity-55 ${STYLES[look]} ${className}`}
      {...props}
    />
  );
}

export const problemText = (error: unknown): string => {
  const data = getErrorData(error);
  if (data?.code === "STALE_UPDATE")
    return "This has changed in the meantime. What you see now is the newest.";
  const fields = Object.values(data?.details.fields ?? {});
  return (
    fields[0] ?? data?.message ?? (error instanceof Error ? error.message : "Please try again in a moment.")
  );
};

/** Also returns whether a change is running, why the last one failed, and at which field. */
export function useChange() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [field, setField] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    setField(null);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(problemText(error));
      setField(Object.keys(getErrorData(error)?.details.fields ?? {})[0] ?? null);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, field, run };
}

export const Problem = ({ text }: { text: string | null }) => (
  <p
    role="alert"
    className={text === null ? "sr-only" : "mt-3 rounded-md bg-error-soft px-3 py-2 text-error"}
  >
    {text}
  </p>
);

export function Field({
  label,
  problem = null,
  ...props
}: ComponentProps<"input"> & { label: string; problem?: string | null }) {
  const id = useId();
  return (
    <div>
      <label className="block">
        <span className="text-sm font-semibold">{label}</span>
        <input
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : id}
          className="mt-1 block min-h-11 w-full rounded-md border border-input bg-background px-3 text-base aria-invalid:border-error"
          {...props}
        />
      </label>
      {problem === null ? null : (
        <p role="alert" id={id} className="mt-1 text-sm font-semibold text-error">
          {problem}
        </p>
      )}
    </div>
  );
}
