/** The searchable text of health records, in lower case and without accents. Source: decision GAP-HLT-08. */
import { foldForSearch } from "../../../domain/text/text";
import type { Doc } from "../../_generated/dataModel";

type Searched = Pick<
  Doc<"healthRecords">,
  "title" | "description" | "diagnosis" | "veterinarian" | "vetClinic"
>;

/** The dog's names are included. */
export const searchTextOf = (
  { title, description, diagnosis, veterinarian, vetClinic }: Searched,
  dog: Pick<Doc<"dogs">, "name" | "callName">,
): string =>
  foldForSearch(
    [dog.name, dog.callName, title, veterinarian, vetClinic, diagnosis, description]
      .filter((text) => text !== undefined)
      .join(" \n"),
  );
