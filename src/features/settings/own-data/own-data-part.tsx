/** What people take out of Studbook, and what they leave: exports, their own data, settings as a file, the account. */
import { DeleteAccountCard } from "@/features/settings/own-data/delete-account-card";
import { ExportCard } from "@/features/settings/own-data/export-card";
import { PersonalDataCard } from "@/features/settings/own-data/personal-data-card";
import { SettingsFileCard } from "@/features/settings/own-data/settings-file-card";
import { useKennel } from "@/hooks/use-kennel";

/** Renders the cards. */
export function OwnDataPart() {
  const { can } = useKennel();
  return (
    <>
      {can("backups", "read") ? <ExportCard /> : null}
      <PersonalDataCard />
      <SettingsFileCard />
      <DeleteAccountCard />
    </>
  );
}
