/**
 * The builders for functions that handle one photo. The builders for functions that handle one dog are in platform.
 */
import { rowBuilders } from "../platform/functions";

export const { query: photoQuery, mutation: photoMutation } = rowBuilders("photos", "photo", "photoId");
