/** A button that exports to a file in one of several formats. */
import { Download, FileDown, FileSpreadsheet, FileText } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { cn } from "@/lib/utils";

const FORMATS = {
  csv: { label: "CSV", icon: FileDown },
  xlsx: { label: "Excel", icon: FileSpreadsheet },
  pdf: { label: "PDF", icon: FileText },
} as const;

type Format = keyof typeof FORMATS;

const ALL: readonly Format[] = ["csv", "xlsx", "pdf"];

type ExportMenuProps = {
  formats?: readonly Format[];
  /** Says what is exported, if that is not clear from the context. */
  title?: string;
  /** Whether the button is beside a search box. On phones there is then no room for its label. */
  isTool?: boolean;
  isBusy: boolean;
  onExport: (format: Format) => void;
};

export function ExportMenu({ formats = ALL, title, isTool = false, isBusy, onExport }: ExportMenuProps) {
  const word = isBusy ? "Exporting..." : "Export";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="outline"
          className={cn(isTool && "h-11 px-3 sm:px-4")}
          disabled={isBusy}
          aria-label={word}
        >
          <Download aria-hidden />
          <span className={cn(isTool && "hidden sm:inline")}>{word}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {title === undefined ? null : <DropdownMenuLabel>{title}</DropdownMenuLabel>}
        {formats.map((format) => {
          const { label, icon: Icon } = FORMATS[format];
          return (
            <DropdownMenuItem key={format} onSelect={() => onExport(format)}>
              <Icon aria-hidden />
              {label}
            </DropdownMenuItem>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
