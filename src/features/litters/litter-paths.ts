/** The addresses of litters, under the one that the app gives them. */

/** The page of a litter. */
export const litterPath = (litterId: string): string => `/dashboard/litters/${litterId}`;

/** The weighing board of a litter. */
export const weighingPath = (litterId: string): string => `/dashboard/litters/${litterId}/weigh`;

/** The breedings that litters come from. */
export const breedingsPath = "/dashboard/breeding";

/** The list, a tab of the Breeding screen. */
export const littersPath = "/dashboard/breeding?tab=litters";

/** Says whether an address is that of a weighing board. */
export const isWeighingPath = (path: string): boolean => /^\/dashboard\/litters\/[^/]+\/weigh$/u.test(path);
