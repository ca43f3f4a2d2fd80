/** The builders of functions of one photo; those of one dog, which every area has, are platform's. */
import { rowBuilders } from "../platform/functions";

export const { query: photoQuery, mutation: photoMutation } = rowBuilders("photos", "photo", "photoId");
