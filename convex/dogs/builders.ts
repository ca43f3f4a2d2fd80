/** The builders of functions of one photo; the builders of functions of one dog are in platform. */
import { rowBuilders } from "../platform/functions";

export const { query: photoQuery, mutation: photoMutation } = rowBuilders("photos", "photo", "photoId");
