/** What is counted of dogs. */
import { foldText } from "../../../domain/text/text";
import { project } from "../../platform/tables/projecting";
import { dogs } from "./dogs";

const BREEDS = {
  table: "kennelBreeds",
  index: "by_kennel_and_breed",
  by: "breedKey",
  fresh: { dogs: 0 },
} as const;

export const dogProjections = [
  project("dogs", dogs, BREEDS, ({ isExternal, breed }) =>
    isExternal ? null : { key: foldText(breed), add: { dogs: 1 }, label: { breed } },
  ),
];
