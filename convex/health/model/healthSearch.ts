/** The searchable text of health records, in lower case and without accents. Source: decision GAP-HLT-08. */
import { foldForSearch } from "../../../domain/text/text";
import type { Doc } from "../../_generated/dataModel";

type Searched = Pick<
  Doc<"healthRecords">,
  "title" | "description" | "diagnosis" | "veterinarian" | "vetClinic"
>;

/** Creates the searchable text of a record, including the dog's names. */
export const searchTextOf = (
  { title, description, diagnosis, veterinarian, vetClinic }: Searched,
  dog: Pick<Doc<"dogs">, "name" | "callName">,
): string =>
  foldForSearch(
    [dog.name, dog.callName, title, veterinarian, vetClinic, diagnosis, description]
      .filter((text) => text !== undefined)
      .join(" \n"),
  );
