/** What else a change of how the account is opened may end; each is ticked unless the breeder wants to keep it. */
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";

type EndedTooProps = {
  label: string;
  helper?: string;
  isEnded: boolean;
  onChange: (isEnded: boolean) => void;
};

export function EndedToo({ label, helper, isEnded, onChange }: EndedTooProps) {
  const id = useId();
  const helperId = `${id}-helper`;
  return (
    <div className="flex items-start gap-3 sm:col-span-2">
      <Checkbox
        id={id}
        aria-describedby={helper === undefined ? undefined : helperId}
        checked={isEnded}
        onCheckedChange={onChange}
      />
      <div className="grid gap-1">
        <Label htmlFor={id} className="font-normal">
          {label}
        </Label>
        {helper === undefined ? null : (
          <p id={helperId} className="text-sm break-words text-muted-foreground">
            {helper}
          </p>
        )}
      </div>
    </div>
  );
}

type OtherDevicesProps = Pick<EndedTooProps, "isEnded" | "onChange">;

export function OtherDevices(props: OtherDevicesProps) {
  return <EndedToo label="Sign out all other devices" {...props} />;
}
