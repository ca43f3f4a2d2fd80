/** The registered functions of the documents that are handed over with a puppy or dog. */
import { recordFunctions } from "../platform/recordFunctions";
import { papers } from "./model/placements";

export const { list, get, create, update, remove, editsSince } = recordFunctions(papers, {
  argument: "paperId",
  owner: "kennelId",
  area: { read: "breeding:read & finances:read", write: "breeding:write & finances:write" },
});
