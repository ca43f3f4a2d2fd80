/** A contract as it will be printed, on a sheet of paper; missing values are highlighted. */
import { cn } from "@/lib/utils";
import type { ContractBlock } from "@domain/contracts/fill";

type ContractTextProps = { blocks: readonly ContractBlock[]; label: string; className?: string };

export function ContractText({ blocks, label, className }: ContractTextProps) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={cn(
        "flex flex-col gap-2 overflow-y-auto rounded-md border bg-card px-5 py-4 text-[0.95rem] shadow-page",
        className,
      )}
    >
      {blocks.map((block, index) => (
        // Blocks have no id. The whole text is rendered again on every change.
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

const BLOCK_CLASSES: Record<ContractBlock["kind"], string> = {
  title: "font-title border-b border-brass-line pb-2 text-xl",
  heading: "font-title mt-2 text-base",
  item: "relative pl-4 before:absolute before:left-0 before:text-brass before:content-['•']",
  paragraph: "",
};

function Block({ block: { kind, runs } }: { block: ContractBlock }) {
  return (
    <p className={cn("break-words", BLOCK_CLASSES[kind])}>
      {runs.map(({ text, isMissing }, index) =>
        isMissing ? (
          <mark key={index} className="rounded-sm bg-brass-soft px-0.5 font-semibold text-brass">
            {text}
          </mark>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </p>
  );
}
